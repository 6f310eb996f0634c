// Everything that is exported and imported into an empty store comes back equal: every field, flags, labels, folders,
// threads, the trash, attachments by their bytes, and the source of each mail byte for byte.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createMessageReader } from '../src/protocols/mime/read-message.ts';
import { addAccount } from './support/accounts.ts';
import { engine, newMigratedDatabase } from './support/databases.ts';
import { upload } from './support/files.ts';
import { bring } from './support/incoming.ts';
import { message, multipart, usual } from './support/messages.ts';
import { at, run, temporaryFolder } from './support/process.ts';
import { multipartReport } from './support/reports.ts';
import { startTestService, type TestService } from './support/service.ts';

type MailRecord = Record<string, unknown> & {
  id: string;
  subject: string | null;
  attachments: Record<string, unknown>[];
};

interface Kept {
  mails: MailRecord[];
  sources: Map<string, string>;
}

const ACCOUNT = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
const FROM = 'From ann@example.org Tue Feb 17 09:00:00 2026';

/** A place with one account and nothing else. */
async function newPlace() {
  const { place: database } = await newMigratedDatabase();
  const data = engine === 'postgres' ? temporaryFolder() : dirname(database);
  const options = [...at(database), ...(engine === 'postgres' ? ['--data', data] : [])];
  const service = await startTestService({ data, database });
  await addAccount(service, { id: ACCOUNT });
  await service.stop();
  return { database, data, options };
}

type Place = Awaited<ReturnType<typeof newPlace>>;

async function inService<T>({ database, data }: Place, work: (service: TestService) => Promise<T>): Promise<T> {
  const service = await startTestService({ data, database });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

async function succeed(...args: string[]): Promise<string> {
  const finished = await run(args);
  expect(finished).toMatchObject({ code: 0 });
  return finished.out;
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function bytesAt(service: TestService, path: string): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1${path}`);
  return answer.ok ? digest(new Uint8Array(await answer.arrayBuffer())) : `${answer.status}`;
}

/** All mail, with the digests of attachments in place of file ids. */
async function allOf(service: TestService): Promise<Kept> {
  const { body } = await service.ask('GET', '/emails?limit=500&include_deleted=true&sort=created_at&order=asc');
  const mails = (body as { data: MailRecord[] }).data.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const sources = new Map<string, string>();
  for (const mail of mails) {
    sources.set(mail.id, await bytesAt(service, `/emails/${mail.id}/raw`));
    for (const attachment of mail.attachments)
      if (attachment.file_id !== undefined)
        attachment.file_id = await bytesAt(service, `/files/${attachment.file_id}/content`);
    delete mail.updated_at; // when the record was last changed here
  }
  return { mails, sources };
}

const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('latin1');
const lines = (subject: string, ...more: string[]) => [
  'From: ann@example.org',
  `Subject: ${subject}`,
  `Message-ID: <${subject.replaceAll(' ', '-')}@example.org>`,
  ...more,
];
const mail = (subject: string, body: string, ...more: string[]) => [...lines(subject, ...more), '', body].join('\n');

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
  await reader.close();
}

async function changeSome(service: TestService): Promise<void> {
  const { mails } = await allOf(service);
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

it('what is exported comes back equal in every field, and is exported again with the same bytes', async () => {
  const [first, second] = [await newPlace(), await newPlace()];
  const folder = temporaryFolder();
  const sources = Object.entries(sourcesAsTheyCome());
  mkdirSync(join(folder, 'Letters'));
  for (const [name, text] of sources) writeFileSync(join(folder, 'Letters', `${name}.eml`), text, 'latin1');
  expect(await succeed('import', folder, ...first.options)).toContain(`imported ${sources.length} messages`);
  const before = await inService(first, async (service) => {
    await makeMails(service);
    await bringCopies(service);
    await changeSome(service);
    return allOf(service);
  });
  expect(before.mails.length).toBeGreaterThan(50);
  expect(before.mails.filter(({ subject, source }) => source === 'import' && subject === null)).toEqual([]);
  expect(before.mails.find(({ subject }) => subject === 'bounced')).toMatchObject({
    deliveries: [{ report: { kind: 'bounce' } }],
  });
  expect(before.mails.find(({ subject }) => subject === 'list')).toMatchObject({ list: { id: 'garden.example.org' } });

  const target = join(folder, 'out');
  await succeed('export', '--mbox', target, ...first.options);
  expect(await succeed('import', target, ...second.options)).toContain(`imported ${before.mails.length} messages`);
  const after = await inService(second, allOf);
  for (const [index, mail] of before.mails.entries()) expect(after.mails[index]).toEqual(mail);
  expect(after.mails).toHaveLength(before.mails.length);
  expect(after.sources).toEqual(before.sources);
  const digests = new Set(before.sources.values());
  expect(sources.filter(([, text]) => !digests.has(digest(Buffer.from(text, 'latin1'))))).toEqual([]);

  const again = join(folder, 'again');
  await succeed('export', '--mbox', again, ...second.options);
  expect(readdirSync(again).sort()).toEqual(readdirSync(target).sort());
  for (const name of readdirSync(target))
    expect([name, digest(readFileSync(join(again, name)))]).toEqual([name, digest(readFileSync(join(target, name)))]);
  for (const place of [first, second])
    expect(await succeed('import', target, again, ...place.options)).toMatch(/^imported 0 messages; \d+ were there/);
});

/** A mailbox file as an export writes it, with any fields. */
function exported(id: string, status: string, fields: object, ...more: string[]): string {
  const notes = [
    'X-Daybook-Folder: SENT',
    `X-Daybook-Record: ${id} ${status}`,
    `X-Daybook-Fields: ${JSON.stringify(fields)}`,
  ];
  return [FROM, ...notes, ...more, 'Status: RO', ...lines(id.slice(-1)), 'To: bob@example.org', '', 'x', '', ''].join(
    '\n',
  );
}

const idOf = (last: string) => `018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d1${last}`;

it('nothing is sent by an import, and values that no record can have are left out', async () => {
  const place = await newPlace();
  const waiting = [{ address: 'bob@example.org', status: 'waiting', code: null, message: null }];
  const folder = temporaryFolder();
  const file = join(folder, 'x.mbox');
  writeFileSync(
    file,
    [
      exported(idOf('0'), 'sent', { deliveries: waiting, account_id: ACCOUNT, sent_at: '2026-02-17T09:00:00Z' }),
      exported(idOf('1'), 'draft', { status: 'queued', scheduled_at: '2999-01-01T00:00:00Z', account_id: idOf('9') }),
      exported(idOf('2'), 'received', {
        created_at: '2999-01-01T00:00:00Z',
        deleted_at: 'x',
        thread_id: 7,
        id: 'x',
        is_x: 1,
      }),
      exported(idOf('3'), 'received', {
        attachments: [{ filename: 'x', sha256: 'y', file_id: idOf('8') }],
        source_id: {},
      }),
      exported('018f3c5e-0000-0000-0000------------4', 'received', {}),
      exported(idOf('2'), 'received', { subject: 'the same id again' }, 'X-Keywords: a'),
    ].join(''),
  );
  expect(await succeed('import', file, ...place.options)).toMatch(/^imported 5 messages.*; 1 were there already; 0/);
  await inService(place, async (service) => {
    const { mails } = await allOf(service);
    const now = Date.now();
    expect(mails).toHaveLength(5);
    expect(mails.slice(0, 4).map(({ id }) => id)).toEqual(['0', '1', '2', '3'].map(idOf));
    expect(mails[0]).toMatchObject({
      status: 'sent',
      account_id: ACCOUNT,
      deliveries: [{ address: 'bob@example.org', status: 'unknown', code: 'RESTORED' }],
    });
    expect(mails[1]).toMatchObject({ status: 'draft', scheduled_at: null, account_id: null });
    expect(mails[2]).toMatchObject({ subject: '2', status: 'received', deleted_at: null, source: 'import' });
    expect(Date.parse(mails[2]?.created_at as string)).toBeLessThanOrEqual(now);
    expect(mails[3]).toMatchObject({ attachments: [{ filename: 'x' }], source: 'import' });
    expect(mails[3]?.attachments[0]).not.toHaveProperty('file_id');
    const jobs = await service.store.read(1, [{ sql: 'select kind from jobs where user_id = ?1', params: [] }]);
    expect(jobs).toEqual([[]]);
  });
});

it('a mail of a conversation that is here already joins it, whatever thread it had elsewhere', async () => {
  const place = await newPlace();
  const file = join(temporaryFolder(), 'x.mbox');
  writeFileSync(
    file,
    exported(idOf('0'), 'received', { thread_id: 'elsewhere' }).replace('To: bob', 'In-Reply-To: <here@x>\nTo: bob'),
  );
  await inService(place, async (service) => {
    const made = {
      from_address: 'a@b.c',
      received_at: '2026-02-17T09:00:00Z',
      message_id: '<here@x>',
      subject: 'here',
    };
    expect((await service.ask('POST', '/emails', made)).status).toBe(201);
  });
  await succeed('import', file, ...place.options);
  await inService(place, async (service) => {
    const { mails } = await allOf(service);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ thread_id }) => thread_id)).size).toBe(1);
  });
});
