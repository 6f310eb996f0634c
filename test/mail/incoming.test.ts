// Mail that comes from elsewhere: stored once, whatever it holds, with its attachments as files and its source as it
// came; served as a record, as its source, and as HTML that is safe to show.
import { describe, expect, it } from 'vitest';
import { createToken } from '../../src/access/access.ts';
import { countImport } from '../../src/cli/import-report.ts';
import { limits } from '../../src/limits.ts';
import { importAll } from '../../src/mail/importing/batches.ts';
import { storeIncoming } from '../../src/mail/incoming.ts';
import { NO_METADATA } from '../../src/protocols/mailboxes/flags.ts';
import type { FoundMessage } from '../../src/protocols/mailboxes/messages.ts';
import { emptyMail } from '../../src/protocols/mime/note.ts';
import { OWNER } from '../../src/store/tables/users.ts';
import type { ParsedMail } from '../../src/values/parsed-mail.ts';
import { blobsOf, bring, receiveMail } from '../support/incoming.ts';
import { reader, service, useMailService } from '../support/mail-service.ts';
import { message, multipart, usual } from '../support/messages.ts';
import { MISSING } from '../support/records.ts';
import { changesSince } from '../support/scenario.ts';

interface MailData {
  id: string;
  thread_id: string;
  attachments: { file_id: string; filename: string; content_id?: string; inline?: boolean }[];
  parse_problem?: { code: string };
  [field: string]: unknown;
}

useMailService();

const html = 'Content-Type: text/html\n\n<p onclick="x()">See <img src="cid:pic@x"><img src="https://t.example/1.gif">';
const picture = 'Content-Type: image/png; name=p.png\nContent-ID: <pic@x>\nContent-Transfer-Encoding: base64\n\nAAEC';
const pdf = 'Content-Type: application/pdf\nContent-Disposition: attachment; filename="lease.pdf"\n\nthe lease';

async function dataOf(id: string): Promise<MailData> {
  return ((await service.ask('GET', `/emails/${id}`)).body as { data: MailData }).data;
}
async function stored(raw: Buffer, given = {}): Promise<MailData> {
  return dataOf((await bring(service, reader, raw, given)).record.id);
}

describe('a received mail', () => {
  it('is a record with its fields, and says so to the feed', async () => {
    const { seq } = await changesSince(service, 0, 0);
    const account_id = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
    const given = { source_id: 'box/1', is_starred: true, labels: ['home', 'home', ''], account_id };
    const data = await stored(message([...usual, 'Disposition-Notification-To: ann@example.org']), given);
    expect(data).toMatchObject({
      message_id: '<lease@example.org>',
      subject: 'The lease',
      from_address: 'ann@example.org',
      from_name: 'Ann Lee',
      to_addresses: [{ address: 'bob@example.org', name: 'Bob' }],
      folder: 'INBOX',
      is_read: false,
      is_starred: true,
      received_at: '2026-02-17T08:00:05Z',
      status: 'received',
      labels: ['home'],
      account_id,
      source: 'imap',
      source_id: 'box/1',
      has_attachments: false,
      attachments: [],
      read_receipt_requested: true,
      body_plain: 'Hello.',
      body_html: null,
    });
    expect(data).not.toHaveProperty('parse_problem');
    const { messages } = await changesSince(service, seq, 100);
    expect(messages.map(({ event }) => event)).toEqual(['email.created']);
    expect(messages).toMatchObject([{ data }]);
  });

  it('is found by its text', async () => {
    await stored(message(['From: x@example.org', 'Subject: xylophone'], 'zither'));
    for (const word of ['xylophone', 'zither'])
      expect((await service.ask('GET', `/emails?search=${word}`)).body).toMatchObject({ meta: { total: 1 } });
  });

  it('is stored once for each source and source_id, and nothing of the second stays', async () => {
    const raw = multipart(['\nx', pdf]);
    const first = await bring(service, reader, raw, { source_id: 'box/2' });
    const { seq } = await changesSince(service, 0, 0);
    const again = await bring(service, reader, raw, { source_id: 'box/2', folder: 'OTHER' });
    expect([first.isNew, again.isNew, again.record.id]).toEqual([true, false, first.record.id]);
    expect(again.record.folder).toBe('INBOX');
    expect((await changesSince(service, seq, 10)).messages).toEqual([]);
  });

  it('without a source_id it is stored each time', async () => {
    const ids = [await stored(message(usual)), await stored(message(usual))].map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it('joins the thread of the mail that it answers', async () => {
    const first = await stored(message(['From: a@b.c', 'Message-ID: <one@thread>']));
    const answer = await stored(message(['From: a@b.c', 'In-Reply-To: <one@thread>', 'Message-ID: <two@thread>']));
    expect(answer.thread_id).toBe(first.thread_id);
  });

  it('as a sent one has the time it was sent', async () => {
    expect(await stored(message(usual), { status: 'sent', folder: 'SENT', is_read: true })).toMatchObject({
      status: 'sent',
      folder: 'SENT',
      sent_at: '2026-02-17T08:00:05Z',
    });
  });

  it('without a sender, a date or a subject is still stored', async () => {
    expect(await stored(Buffer.from('Just words.'))).toMatchObject({
      from_address: null,
      subject: null,
      message_id: null,
      body_plain: 'Just words.',
    });
  });
});

describe('attachments', () => {
  it('are files of the mail, and inline pictures are marked', async () => {
    const { seq } = await changesSince(service, 0, 0);
    const related = `Content-Type: multipart/related; boundary=r\n\n--r\n${html}\n--r\n${picture}\n--r--`;
    const data = await stored(multipart([related, pdf]));
    expect(data).toMatchObject({
      has_attachments: true,
      attachments: [
        { filename: 'p.png', mime: 'image/png', size: 3, inline: true, content_id: 'pic@x' },
        { filename: 'lease.pdf', mime: 'application/pdf', size: 9, path: null },
      ],
    });
    expect(data.attachments[1]).not.toHaveProperty('inline');
    const file = data.attachments[1]?.file_id;
    expect((await service.ask('GET', `/files/${file}/content`)).text).toBe('the lease');
    expect((await service.ask('GET', `/files/${file}`)).body).toMatchObject({ data: { email_id: data.id } });
    const { messages } = await changesSince(service, seq, 100);
    expect(messages.map(({ event }) => event)).toEqual(['file.created', 'file.created', 'email.created']);
  });

  it('pictures within the text alone are no attachments', async () => {
    expect(await stored(multipart([html, picture], 'related'))).toMatchObject({
      has_attachments: false,
      attachments: [{ inline: true }],
    });
  });
});

describe('what no mail should hold', () => {
  const put = async (parsed: Partial<ParsedMail>, given = {}): Promise<MailData> => {
    const mail = await receiveMail(service, { ...emptyMail(), ...parsed }, Buffer.from('x'), given);
    const { record } = await service.store.write(OWNER, (tx) => storeIncoming(tx, blobsOf(service), mail));
    return dataOf(record.id);
  };

  it('is cut to the limits and not refused', async () => {
    const long = 'x'.repeat(1_000_000);
    const person = { address: long, name: long };
    const data = await put(
      {
        message_id: long,
        in_reply_to: long,
        references: Array(limits.references + 5).fill(long),
        subject: long,
        from: person,
        to: Array(limits.addresses + 5).fill(person),
        attachments: [{ filename: long, mime: long, inline: false, content_id: long, content: new Uint8Array(1) }],
      },
      { folder: long, labels: Array.from({ length: 300 }, (_, at) => `${at}${long}`), source_id: long },
    );
    expect((data.subject as string).length).toBe(2 * limits.nameChars);
    expect((data.to_addresses as unknown[]).length).toBe(limits.addresses);
    expect((data.references as unknown[]).length).toBe(limits.references);
    expect((data.labels as unknown[]).length).toBe(limits.tags);
    expect((data.folder as string).length).toBe(limits.shortChars);
  });

  it('does not reach the store: NULs, half characters, times beyond the calendar', async () => {
    const odd = 'a\0b\ud800c';
    const data = await put(
      {
        message_id: odd,
        subject: odd,
        from: { address: odd, name: odd },
        to: [{ address: odd, name: odd }],
        references: [odd],
        body_plain: odd,
        body_html: odd,
        attachments: [{ filename: odd, mime: odd, inline: true, content_id: odd, content: new Uint8Array(1) }],
      },
      { folder: odd, labels: [odd], received_at: Number.NaN },
    );
    const text = JSON.stringify(data);
    expect(text).not.toContain('\\u0000');
    expect(text).not.toMatch(/\\ud800/);
    expect(data.subject).toBe('a\ufffdb\ufffdc');
  });

  it('has parse_problem if the message could not be read completely', async () => {
    const raw = multipart(Array(limits.mailParts + 1).fill('\nx'));
    const data = await stored(raw);
    expect(data.parse_problem).toEqual({ code: 'TOO_MANY_PARTS', message: 'It has more than 1000 parts.' });
    expect(data.body_plain).toContain('could not be read completely');
    expect((await service.ask('GET', `/emails/${data.id}/raw`)).text).toBe(raw.toString());
    const patched = await service.ask('PATCH', `/emails/${data.id}`, { is_read: true });
    expect(patched.body).toMatchObject({ data: { is_read: true, parse_problem: { code: 'TOO_MANY_PARTS' } } });
  });

  it('clients cannot say so themselves', async () => {
    const body = { from_address: 'a@b.c', received_at: '2026-02-17', parse_problem: { code: 'x', message: 'y' } };
    expect(await service.ask('POST', '/emails', body)).toMatchObject({ status: 400 });
  });
});

it('an attachment whose name has separators is downloaded under a name without them', async () => {
  const name = '=?utf-8?Q?Rechnung_3=2F2026_=22gr=C3=BCn=22=5C1.pdf?=';
  const part = `Content-Type: application/pdf\nContent-Disposition: attachment; filename="${name}"\n\n%PDF`;
  const { attachments } = await stored(multipart([part]));
  expect(attachments).toMatchObject([{ filename: 'Rechnung 3_2026 "grün"_1.pdf' }]);
  const answer = await fetch(`${service.url}/api/v1/files/${attachments[0]?.file_id}/content`);
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Rechnung 3_2026 _gr_n__1.pdf"; filename*=UTF-8''Rechnung%203_2026%20%22gr%C3%BCn%22_1.pdf`,
  );
});

describe('GET /emails/:id/raw', () => {
  it('is the message as it came, byte for byte', async () => {
    const raw = Buffer.concat([message(usual), Buffer.from([0, 255, 13, 10, 128])]);
    const { id } = await stored(raw);
    const answer = await fetch(`${service.url}/api/v1/emails/${id}/raw`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(raw)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'message/rfc822',
      'content-length': String(raw.length),
      'content-disposition': `attachment; filename="${id}.eml"`,
      'x-content-type-options': 'nosniff',
    });
    expect((await service.ask('GET', `/emails/${id.slice(-10)}/raw`)).status).toBe(200);
  });

  it('is 404 if there is no source, and the message says why', async () => {
    const made = await service.ask('POST', '/emails', { from_address: 'a@b.c', received_at: '2026-02-17' });
    const { id } = (made.body as { data: MailData }).data;
    const answer = await service.ask('GET', `/emails/${id}/raw`);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    expect(answer.text).toContain('no source');
    expect((await service.ask('GET', `/emails/${MISSING}/raw`)).status).toBe(404);
  });
});

describe('GET /emails/:id/html', () => {
  it('is a page that runs nothing and fetches nothing from others', async () => {
    const { id, attachments } = await stored(multipart([html, picture], 'related'));
    const { headers, text } = await service.ask('GET', `/emails/${id}/html`);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; img-src 'self' data:;.* sandbox/);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(text).toContain(`<p>See <img src="/api/v1/files/${attachments[0]?.file_id}/content" />`);
    expect(text).toContain('<img data-remote-src="https://t.example/1.gif" />');
    expect(text).not.toContain('onclick');
  });

  it('has the pictures of others when asked for', async () => {
    const { id } = await stored(multipart([html, picture], 'related'));
    const { headers, text } = await service.ask('GET', `/emails/${id}/html?remote=true`);
    expect(headers.get('content-security-policy')).toContain("img-src 'self' data:;");
    expect(text).toContain(`<img src="/api/v1/emails/${id}/remote-image?url=https%3A%2F%2Ft.example%2F1.gif&amp;`);
    expect((await service.ask('GET', `/emails/${id}/html?remote=maybe`)).status).toBe(400);
  });

  it('shows a mail of text as its text', async () => {
    const { id } = await stored(message(usual, 'a < b\n<script>alert(1)</script>'));
    const { text } = await service.ask('GET', `/emails/${id}/html`);
    expect(text).toContain('a &lt; b\n&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('is 404 for an unknown mail', async () => {
    expect((await service.ask('GET', `/emails/${MISSING}/html`)).status).toBe(404);
  });
});

it('a token needs the right to read mail', async () => {
  const { id } = await stored(message(usual));
  const token = async (scopes: string[]) =>
    (await createToken(service.store, { user: OWNER, name: 't', scopes: scopes as never, expiresAt: null })).text;
  const asked = async (secret: string, what: string) =>
    (await service.ask('GET', `/emails/${id}/${what}`, undefined, { authorization: `Bearer ${secret}` })).status;
  const [reads, writes] = [await token(['emails:read']), await token(['emails:write', 'contacts:read'])];
  for (const what of ['raw', 'html']) expect([await asked(reads, what), await asked(writes, what)]).toEqual([200, 403]);
});

it('an import that fails has stored what it was writing before it says so', async () => {
  async function* messages(): AsyncGenerator<FoundMessage> {
    for (let number = 0; number < 25; number++) {
      const bytes = message(['From: a@b.c', `Subject: batch ${number}`]);
      const found = {
        path: 'x',
        offset: 0,
        bytes,
        rest: null,
        reason: null,
        folder: 'INBOX',
        metadata: NO_METADATA,
        receivedAt: 0,
      };
      yield found;
    }
    throw new Error('the disk is gone');
  }
  const { counter, counts } = countImport();
  const { store } = service;
  const parts = {
    store,
    blobs: blobsOf(service),
    reader,
    user: 1,
    accountId: null,
    folder: null,
    isOwnExport: false,
    deliveredBy: 'command_line' as const,
    polite: true,
  };
  await expect(importAll(parts, messages(), counter)).rejects.toThrow('the disk is gone');
  expect(counts()).toMatchObject({ imported: 25, skipped: [] });
});
