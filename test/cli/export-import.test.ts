// Everything that is exported and imported into an empty store comes back equal: every field of every mail and of its
// files, and the source of each mail and the content of each file byte for byte.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import { find } from '../../src/records/find.ts';
import { changeIfDifferent } from '../../src/records/records.ts';
import { email } from '../../src/resources/email.ts';
import type { Fields } from '../../src/resources/fields.ts';
import {
  ACCOUNT,
  allOf,
  digest,
  every,
  FROM,
  inService,
  lines,
  mail,
  mailsOf,
  newPlace,
  succeed,
} from '../support/export-places.ts';
import { upload } from '../support/files.ts';
import { bring } from '../support/incoming.ts';
import { message, multipart, usual } from '../support/messages.ts';
import { temporaryFolder } from '../support/process.ts';
import { multipartReport } from '../support/reports.ts';
import type { TestService } from '../support/service.ts';

/** Messages as they come, by what is odd about them. */
function sourcesAsTheyCome(): Record<string, string> {
  const text = mail('lines', 'Hello.\n\nFrom here\n>From there\n\nBye.\n');
  const patch = `From ${'8a'.repeat(20)} Mon Sep 17 00:00:00 2001\nFrom: a@example.org\nSubject: [PATCH] x\n\n---\n`;
  const parts = [
    'Content-Type: text/plain\n\nSee the files.',
    `Content-Type: application/octet-stream; name=every.bin\nContent-Transfer-Encoding: binary\n\n${every}`,
    `Content-Type: text/x-patch; name=a.patch\nContent-Disposition: attachment; filename=a.patch\n\n${patch}`,
    `Content-Type: application/mbox; name=old.mbox\nContent-Disposition: attachment\n\n${FROM}\n${text}\n${FROM}\n${text}`,
    `Content-Type: image/png; name=dot.png\nContent-ID: <dot@x>\nContent-Disposition: inline\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=`,
  ];
  const withParts = (subject: string) => multipart(parts, 'mixed', 'b1', lines(subject)).toString('latin1');
  const named: Record<string, string> = {
    usual: message(usual, 'Hello.\n').toString(),
    'no line break at the end': mail('open end', 'Hello.'),
    'blank lines at the end': mail('blank end', 'Hello.\n\n\n\n'),
    'a header alone': `${lines('header alone').join('\n')}\n`,
    'a header alone without its end': lines('header open').join('\n'),
    'a separator line first': `${FROM}\n${mail('with separator', 'Hello.\n')}`,
    'lines of a relay': `>From ann Tue Feb 17 08:00:00 2026 remote from x\n${mail('relayed', 'Hello.\n')}`,
    'fields of mailbox files': mail(
      'fields',
      'Status: R\n',
      'Status: RO',
      'X-Kept-Status: O',
      'Content-Length: 3',
      'Content-Length : 4',
    ),
    'a length that is right': mail('length', 'Hello.\n', 'Content-Length: 7'),
    parts: withParts('parts'),
    'parts that were cut off': withParts('cut').slice(0, -200),
    'every byte': mail('bytes', `${every}\n`),
    'a mark at the beginning': `\xef\xbb\xbf${mail('mark', 'Hello.\n')}`,
    'flags of another program': mail('flags', 'x\n', 'Status: O', 'X-Status: F', 'X-Keywords: red, white'),
    'blind recipients': mail('bcc', 'x\n', 'To: bob@example.org', 'Bcc: Eve <eve@example.org>'),
    'a list': mail('list', 'x\n', 'List-Id: <garden.example.org>', 'List-Unsubscribe: <mailto:off@example.org>'),
    'too deep': `${lines('too deep').join('\n')}\n${Array.from({ length: 60 }, (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n`).join('')}\nx\n`,
    'an answer': mail('answer', 'x\n', 'In-Reply-To: <usual@example.org>', 'References: <one@x> <lease@example.org>'),
  };
  const ends = { lf: '\n', crlf: '\r\n', cr: '\r', crcrlf: '\r\r\n' };
  for (const [name, end] of Object.entries(ends))
    for (const [what, last] of [
      ['', ''],
      [' open', 'x'],
    ]) {
      const subject = `${name}${what}`;
      named[subject] = (text.replaceAll('lines', subject) + last).replaceAll('\n', end);
      named[`${subject} parts`] = multipart(parts.toSpliced(1, 1), 'mixed', 'b1', lines(`${subject} parts`))
        .toString('latin1')
        .concat(last ?? '')
        .replaceAll('\r\n', end);
    }
  const [head, ...body] = text.replaceAll('lines', 'mixed').split('\n\n') as [string, ...string[]];
  named['mixed cr lf'] = `${head.replaceAll('\n', '\r')}\r\r${body.join('\n\n')}`;
  named['mixed lf cr'] = `${head.replace('mixed', 'mixed 2')}\n\n${body.join('\n\n').replaceAll('\n', '\r')}`;
  named['mixed crlf lf'] = `${head.replace('mixed', 'mixed 3').replaceAll('\n', '\r\n')}\r\n\r\n${body.join('\n\n')}\r`;
  return named;
}

async function makeMails(service: TestService): Promise<void> {
  const made = { from_address: 'ann@example.org', received_at: '2026-02-17T09:00:00Z' };
  const lease = await upload(service, { filename: 'lease.pdf', mime: 'application/pdf', content: 'the lease' });
  const dot = await upload(service, { filename: 'dot.png', mime: 'image/png', content: '\x89PNG' });
  const given: object[] = [
    { ...made, subject: 'plain' },
    { ...made, subject: null, body_plain: '' },
    { ...made, subject: 'texts', body_plain: 'a \r\nb\t\n\n  \n', body_html: '<p>Grüße 🌷</p>\r\n' },
    { ...made, subject: 'odd text', body_plain: 'From here\n>From there\n\u0001\u2028\ud800 end' },
    { ...made, subject: '  odd  subject =?utf-8?q?x?= \t', from_name: 'Lee, "Ann" <x>' },
    { ...made, subject: 'html only', body_html: '<b>x</b>' },
    {
      ...made,
      subject: 'people',
      to_addresses: ['Bob <bob@example.org>', 'eve@exämple.org'],
      cc_addresses: ['x@y.z'],
      bcc_addresses: ['Böb, the <b@b.org>', 'c@d.e'],
    },
    {
      ...made,
      subject: 'ids',
      message_id: '<made@example.org>',
      in_reply_to: '<lease@example.org>',
      references: ['<a@b>', 'no brackets'],
    },
    { ...made, subject: 'own thread', message_id: '<t1@x>', thread_id: 'my own thread' },
    { ...made, subject: 'other thread', in_reply_to: '<t1@x>', thread_id: 'another' },
    { ...made, subject: 'custom', custom_fields: { project: 'gärten', deep: { a: [1, null, '  two  blanks '] } } },
    { ...made, subject: 'labels', labels: ['red', 'Roses, white', ' blanks ', 'ünï "q"', 'tab\there'] },
    { ...made, subject: 'folder', folder: ' Gärten/Rosen ', is_read: true, is_starred: true },
    { ...made, subject: 'origin', source: 'crm', source_id: '42' },
    { ...made, subject: 'account', account_id: ACCOUNT },
    { ...made, subject: 'receipt', read_receipt_requested: true, has_attachments: true },
    { ...made, subject: 'sent', status: 'sent', sent_at: '2026-02-18T10:11:12Z', received_at: null },
    { ...made, subject: 'bounced', status: 'sent', message_id: '<bounced@x>', to_addresses: ['bob@example.net'] },
    { ...made, subject: 'sent elsewhere', status: 'sent', folder: 'Garden' },
    { ...made, subject: 'draft', status: 'draft', received_at: null },
    { ...made, subject: 'failed', status: 'failed', received_at: null },
    {
      ...made,
      subject: 'files',
      body_html: '<img src="cid:dot@x">',
      attachments: [
        { filename: 'lease.pdf', mime: 'application/pdf', file_id: lease.id, size: 9 },
        { filename: 'only words.doc', mime: null, size: 5, path: '/home/ann/only words.doc' },
        { filename: 'dot.png', mime: 'image/png', file_id: dot.id, inline: true, content_id: 'dot@x' },
      ],
    },
    {
      ...made,
      subject: 'the same file again, twice',
      attachments: [
        { filename: 'another name.pdf', file_id: lease.id },
        { filename: 'lease.pdf', file_id: lease.id },
      ],
    },
  ];
  for (const one of given) {
    const answer = await service.ask('POST', '/emails', one);
    expect([one, answer.status, answer.text]).toMatchObject([one, 201, expect.anything()]);
  }
  const draft = await service.ask('POST', '/emails/drafts', {
    account_id: ACCOUNT,
    subject: 'a draft',
    body_plain: 'x',
  });
  expect([draft.status, draft.text]).toMatchObject([201, expect.anything()]);
}

/** The same bytes in two folders of a server, and in a file. */
async function bringCopies(service: TestService): Promise<void> {
  const reader = createMessageReader({ threads: 1 });
  const raw = Buffer.from(sourcesAsTheyCome().usual as string);
  for (const [source_id, folder] of [
    ['a/1/1/INBOX', 'INBOX'],
    ['a/1/2/Garden', 'Garden'],
  ] as const)
    expect(await bring(service, reader, raw, { source_id, folder })).toMatchObject({ isNew: true });
  const status = 'Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; bob@example.net\nAction: failed\nStatus: 5.1.1\n';
  const bounce = multipartReport([{ type: 'message/delivery-status', body: status }], {
    returned: { type: 'text/rfc822-headers', body: 'From: ann@example.org\nMessage-ID: <bounced@x>\n' },
  });
  const { record } = await bring(service, reader, bounce, { source_id: 'a/1/3/INBOX' });
  expect(record).toMatchObject({ report: { kind: 'bounce' } });
  const results = 'Authentication-Results: mx.example.org; spf=pass; dkim=fail; dmarc=none';
  const checked = await bring(service, reader, Buffer.from(`${results}\n${mail('checked', 'x\n')}`), {
    source_id: 'a/1/4/INBOX',
    account_id: ACCOUNT,
  });
  expect(checked.record).toMatchObject({ authentication: { spf: 'pass', dkim: 'fail', dmarc: 'none' } });
  await reader.close();
}

/** As after tries that have failed. */
async function failToSend(service: TestService): Promise<void> {
  const id = (await mailsOf(service)).find(({ subject }) => subject === 'failed')?.id as string;
  const values = { send_attempts: 3, send_error: { code: 'SMTP_REFUSED', message: '554 5.7.1 no' } };
  await service.store.write(1, async (tx) => changeIfDifferent(tx, email, await find(tx, email, id), values));
}

async function changeSome(service: TestService): Promise<void> {
  const mails = await mailsOf(service);
  const id = (subject: string) => mails.find((one) => one.subject === subject)?.id;
  const calls: [method: string, path: string, body?: object][] = [
    ['PATCH', `/emails/${id('lf')}`, { is_read: false, is_starred: true, labels: ['ünï, code', 'two  words'] }],
    ['PATCH', `/emails/${id('cr')}`, { folder: 'Gärten/Rosen', custom_fields: { a: 1 } }],
    ['POST', `/emails/${id('crlf')}/snooze`, { until: '2999-01-01T00:00:00Z' }],
    ['DELETE', `/emails/${id('parts')}`],
    ['DELETE', `/emails/${id('folder')}`],
    ['POST', `/emails/${id('custom')}/snooze`, { until: '2999-01-01T00:00:00Z' }],
  ];
  for (const [method, path, body] of calls)
    expect([path, (await service.ask(method, path, body)).status]).toEqual([path, 200]);
}

it('an export is imported equal in every field, and exported again with the same bytes', async () => {
  const [first, second] = [await newPlace(), await newPlace({ isEmpty: true })];
  const folder = temporaryFolder();
  const sources = Object.entries(sourcesAsTheyCome());
  mkdirSync(join(folder, 'Letters'));
  for (const [name, text] of sources) writeFileSync(join(folder, 'Letters', `${name}.eml`), text, 'latin1');
  expect(await succeed('import', folder, ...first.options)).toContain(`imported ${sources.length} messages`);
  const before = await inService(first, async (service) => {
    await makeMails(service);
    await bringCopies(service);
    await failToSend(service);
    await changeSome(service);
    return allOf(service);
  });
  expect(before.mails.length).toBeGreaterThan(50);
  expect(before.mails.filter(({ subject, source }) => source === 'import' && subject === null)).toEqual([]);
  expect(before.mails.find(({ subject }) => subject === 'bounced')).toMatchObject({
    deliveries: [{ report: { kind: 'bounce' } }],
  });
  // Every field has a value somewhere; what is scheduled has a test of its own below.
  const fields = Object.entries(email.fields as Fields).filter(([, field]) => field.default !== undefined);
  const isUsed = (name: string, byDefault: unknown) =>
    before.mails.some((mail) => JSON.stringify(mail[name] ?? null) !== JSON.stringify(byDefault ?? null));
  expect(fields.filter(([name, field]) => !isUsed(name, field.default)).map(([name]) => name)).toEqual([
    'scheduled_at',
  ]);
  expect(before.mails.some((mail) => mail.parse_problem)).toBe(true);
  expect(before.mails.filter(({ authentication }) => authentication !== null)).toHaveLength(1);
  expect(before.files.size).toBeGreaterThan(20);
  expect(before.mails.find(({ subject }) => subject === 'list')).toMatchObject({ list: { id: 'garden.example.org' } });

  const target = join(folder, 'out');
  await succeed('export', '--mbox', target, ...first.options);
  expect(await succeed('import', target, '--own-export', ...second.options)).toContain(
    `imported ${before.mails.length} messages`,
  );
  const after = await inService(second, allOf);
  for (const [index, mail] of before.mails.entries()) expect(after.mails[index]).toEqual(mail);
  expect(after.mails).toHaveLength(before.mails.length);
  expect(after.sources).toEqual(before.sources);
  expect(after.files).toEqual(before.files);
  const digests = new Set(before.sources.values());
  expect(sources.filter(([, text]) => !digests.has(digest(Buffer.from(text, 'latin1'))))).toEqual([]);

  const again = join(folder, 'again');
  await succeed('export', '--mbox', again, ...second.options);
  expect(readdirSync(again).sort()).toEqual(readdirSync(target).sort());
  for (const name of readdirSync(target))
    expect([name, digest(readFileSync(join(again, name)))]).toEqual([name, digest(readFileSync(join(target, name)))]);
  for (const place of [first, second])
    expect(await succeed('import', target, again, ...place.options)).toMatch(
      /^imported 0 messages; \d+ already existed/,
    );
});
