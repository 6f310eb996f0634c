// A mail that is queued goes out through its account, as one message of sound bytes, once: with its thread, its
// attachments and without its blind copies; in the order of the queue, and without waiting for the accounts of others.
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeSmtp } from './support/fake-smtp.ts';
import { upload } from './support/files.ts';
import { eventually } from './support/process.ts';
import { headersOf, type Mail, type SendingService, startSending } from './support/sending.ts';
import { type Letter, startSmtp, type TestSmtp } from './support/smtp.ts';

let smtp: TestSmtp;
let world: SendingService;
let account: string;

beforeAll(async () => {
  smtp = await startSmtp();
  world = await startSending();
  account = await world.addAccount(smtp.account);
});
afterAll(async () => {
  await world.end();
  await smtp.end();
});

/** Sends a mail and returns it as it was sent, with what the server got. */
async function sent(more: object = {}, from: string | null = account): Promise<{ mail: Mail; letter: Letter }> {
  const { id } = await world.send(from, more);
  const mail = await world.told(id, 'email.sent');
  const letter = smtp.letters.find(({ bytes }) => headersOf(bytes)['message-id'] === mail.message_id);
  expect(letter).toBeDefined();
  return { mail, letter: letter as Letter };
}

describe('a mail that is sent', () => {
  it('goes from queued over sending to sent, and the record says so', async () => {
    const { mail } = await sent();
    expect(world.story(mail.id)).toEqual(['queued queued', 'updated sending', 'sent sent']);
    expect(mail).toMatchObject({ status: 'sent', folder: 'SENT', send_attempts: 1, send_error: null });
    expect(Date.parse(mail.sent_at as string)).toBeLessThanOrEqual(Date.now());
    expect(await world.get(mail.id)).toEqual(mail);
    expect(await jobs(mail.id)).toEqual([]);
  });

  it('is what the record says: sender, recipients, subject, text, and a Date of when it was queued', async () => {
    const { mail, letter } = await sent({
      to_addresses: ['Bob Röder <bob@example.net>', 'cleo@example.net'],
      cc_addresses: [{ address: 'dan@example.net', name: 'Dan, the man' }],
      subject: 'Sonntag, um fünf',
      body_plain: 'Tee?\n\nGrüße',
    });
    const read = await PostalMime.parse(letter.bytes);
    expect(read.from).toMatchObject({ name: 'Ann Lee', address: 'ann@example.org' });
    expect(read.to).toMatchObject([{ name: 'Bob Röder', address: 'bob@example.net' }, { address: 'cleo@example.net' }]);
    expect(read.cc).toMatchObject([{ name: 'Dan, the man', address: 'dan@example.net' }]);
    expect(read).toMatchObject({ subject: 'Sonntag, um fünf', messageId: mail.message_id });
    expect(read.text?.trimEnd()).toBe('Tee?\n\nGrüße');
    expect(letter).toMatchObject({
      from: 'ann@example.org',
      to: ['bob@example.net', 'cleo@example.net', 'dan@example.net'],
    });
    const queued = world.feed.changes().find(({ data, event }) => data.id === mail.id && event === 'email.queued');
    expect(Math.abs(Date.parse(read.date as string) - Date.parse(queued?.timestamp as string))).toBeLessThan(1000);
  });

  it('has text and HTML as alternatives', async () => {
    const { letter } = await sent({ body_plain: 'Tea?', body_html: '<p>Tea?</p>' });
    const headers = headersOf(letter.bytes);
    expect(headers['content-type']).toMatch(/^multipart\/alternative;/);
    const read = await PostalMime.parse(letter.bytes);
    expect([read.text?.trimEnd(), read.html?.trimEnd()]).toEqual(['Tea?', '<p>Tea?</p>']);
  });

  it('goes to blind copies without naming them', async () => {
    const { letter } = await sent({ bcc_addresses: ['Secret <hidden@example.net>'] });
    expect(letter.to).toContain('hidden@example.net');
    expect(letter.bytes.toString('latin1')).not.toMatch(/hidden|Secret|^bcc:/im);
  });

  it('goes to each address once, however often it is named', async () => {
    const { letter } = await sent({ to_addresses: ['bob@example.net'], cc_addresses: ['Bob <bob@example.net>'] });
    expect(letter.to).toEqual(['bob@example.net']);
  });

  it('carries its files, whole', async () => {
    const content = Array.from({ length: 5000 }, (_, index) => `line ${index} \x01\x7f`).join('\n');
    const file = await upload(world.service, { filename: 'lease ü.bin', mime: 'application/pdf', content });
    const text = await upload(world.service, {
      filename: 'note.txt',
      mime: 'text/plain',
      content: 'a\r\n.\r\nb\n.\nc',
    });
    const { letter } = await sent({ attachments: [file.id, text.id] });
    const { attachments } = await PostalMime.parse(letter.bytes);
    const names = attachments.map(({ filename, mimeType, disposition }) => ({ filename, mimeType, disposition }));
    expect(names).toEqual([
      { filename: 'lease ü.bin', mimeType: 'application/pdf', disposition: 'attachment' },
      { filename: 'note.txt', mimeType: 'text/plain', disposition: 'attachment' },
    ]);
    expect(Buffer.from(attachments[0]?.content as ArrayBuffer).toString('utf8')).toBe(content);
    expect(Buffer.from(attachments[1]?.content as ArrayBuffer).toString('utf8')).toBe('a\r\n.\r\nb\n.\nc');
  });

  it('names the mail it answers and the whole chain before it', async () => {
    const received = { received_at: '2026-02-17T09:00:00Z', from_address: 'bob@example.net' };
    await world.make('POST', '/emails', {
      ...received,
      message_id: '<third@x.org>',
      in_reply_to: '<second@x.org>',
      references: ['<first@x.org>', '<second@x.org>'],
    });
    const { letter } = await sent({ in_reply_to: '<third@x.org>' });
    expect(headersOf(letter.bytes)).toMatchObject({
      'in-reply-to': '<third@x.org>',
      references: '<first@x.org> <second@x.org> <third@x.org>',
    });
    const plain = await sent();
    expect(Object.keys(headersOf(plain.letter.bytes))).not.toContain('references');
  });

  it('leaves the middle of a chain out that is too long for a header', async () => {
    const references = Array.from({ length: 200 }, (_, index) => `<${index}@x.org>`);
    const parent = { received_at: '2026-02-17T09:00:00Z', from_address: 'bob@example.net', message_id: '<last@x.org>' };
    await world.make('POST', '/emails', { ...parent, references });
    const { letter } = await sent({ in_reply_to: '<last@x.org>' });
    const ids = headersOf(letter.bytes).references?.split(' ') as string[];
    expect(ids).toEqual(['<0@x.org>', ...references.slice(-48), '<last@x.org>']);
  });

  it('asks for a receipt where one is wanted', async () => {
    const asking = await sent({ read_receipt_requested: true });
    expect(headersOf(asking.letter.bytes)['disposition-notification-to']).toBe('<ann@example.org>');
    const other = await sent();
    expect(other.letter.bytes.toString('latin1')).not.toMatch(/disposition-notification/i);
  });

  it('reaches a domain that is not written in ASCII', async () => {
    const fake = await startFakeSmtp();
    const own = await world.addAccount(fake.account);
    const { id } = await world.send(own, { to_addresses: ['Ina <ina@bücher.example>'] });
    await world.told(id, 'email.sent');
    expect(fake.accepted).toMatchObject([{ to: ['ina@xn--bcher-kva.example'] }]);
    expect(headersOf(fake.accepted[0]?.bytes as Buffer).to).toBe('Ina <ina@xn--bcher-kva.example>');
    await fake.end();
  });

  it('goes from and to quoted local parts as they are written', async () => {
    const fake = await startFakeSmtp();
    const own = await world.addAccount(fake.account, { address: '"ann lee"@example.org' });
    const { id } = await world.send(own, {
      to_addresses: ['Bob <"b. b"@example.net>', '"a,b@c"@example.net'],
      read_receipt_requested: true,
    });
    await world.told(id, 'email.sent');
    expect(fake.commands).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^MAIL FROM:<"ann lee"@example\.org>/),
        'RCPT TO:<"b. b"@example.net>',
      ]),
    );
    expect(fake.commands).toContain('RCPT TO:<"a,b@c"@example.net>');
    expect(headersOf(fake.accepted[0]?.bytes as Buffer)).toMatchObject({
      from: 'Ann Lee <"ann lee"@example.org>',
      to: 'Bob <"b. b"@example.net>, <"a,b@c"@example.net>',
      'disposition-notification-to': '<"ann lee"@example.org>',
      'message-id': expect.stringMatching(/@example\.org>$/),
    });
    await fake.end();
  });

  it.each(['tls', 'starttls', 'none'] as const)('goes over a line with the security %s', async (security) => {
    const server = await startSmtp({ security });
    const own = await world.addAccount(server.account);
    const { id } = await world.send(own);
    await world.told(id, 'email.sent');
    expect(server.letters).toHaveLength(1);
    await server.end();
  });

  it('uses a connection for several mails in a row', async () => {
    const fake = await startFakeSmtp();
    const own = await world.addAccount(fake.account);
    fake.commands.length = 0;
    const mails = [];
    for (let count = 0; count < 5; count++) mails.push(await world.send(own));
    for (const { id } of mails) await world.told(id, 'email.sent');
    expect(fake.commands.filter((command) => command.startsWith('AUTH'))).toHaveLength(1);
    await fake.end();
  });
});

describe('the bytes on the wire', () => {
  const HOSTILE = [
    'before\n.\nMAIL FROM:<evil@x.org>',
    'before\n.\r\nMAIL FROM:<evil@x.org>',
    'before\r.\rMAIL FROM:<evil@x.org>',
    'before\r\n.\rMAIL FROM:<evil@x.org>',
    'before\r\n\0.\r\nMAIL FROM:<evil@x.org>',
    'before\r\n.\r\nMAIL FROM:<evil@x.org>',
    '.\r\n.',
    '\r\r\n\n\r.\n\r.\r\n',
  ];

  it.each(HOSTILE.map((text) => [JSON.stringify(text), text] as const))(
    'hold no second end of data: %s',
    async (_, text) => {
      const fake = await startFakeSmtp();
      const own = await world.addAccount(fake.account);
      for (const body of [{ body_plain: text }, { body_html: text }, { body_plain: text, body_html: text }]) {
        const { id } = await world.send(own, body);
        await world.told(id, 'email.sent');
      }
      expect(fake.accepted).toHaveLength(3);
      for (const { bytes } of fake.accepted) expectSound(bytes);
      expect(fake.commands.filter((command) => /evil/.test(command))).toEqual([]);
      await fake.end();
    },
  );

  it('are lines of ASCII that no server needs to break, whatever the text is', async () => {
    const words = ['x'.repeat(5000), '長い文'.repeat(2000), '\u2028\u0085\v\f', 'tab\tand blank \n', '=3D=\n'];
    for (const text of words) {
      const { letter } = await sent({ body_plain: text, subject: text.slice(0, 900).replaceAll(/\p{Cc}/gu, '') });
      expectSound(letter.bytes);
      const longest = Math.max(
        ...letter.bytes
          .toString('latin1')
          .split('\r\n')
          .map((line) => line.length),
      );
      expect(longest).toBeLessThanOrEqual(998);
      expect((await PostalMime.parse(letter.bytes)).text?.trimEnd()).toBe(text.replaceAll('\v', '\v').trimEnd());
    }
  });

  it('have no header or recipient that someone smuggled into a name', async () => {
    const name = 'Bob" <evil@x.org>, "';
    const { letter } = await sent({
      to_addresses: [
        { name, address: 'bob@example.net' },
        { name: '=?utf-8?Q?=0D=0ABcc:_evil@x.org?=', address: 'cleo@example.net' },
      ],
      subject: 'Bcc: evil@x.org',
    });
    expect(letter.to).toEqual(['bob@example.net', 'cleo@example.net']);
    const { to, bcc, subject } = await PostalMime.parse(letter.bytes);
    expect(to?.map(({ address }) => address)).toEqual(['bob@example.net', 'cleo@example.net']);
    expect({ bcc, subject }).toEqual({ bcc: undefined, subject: 'Bcc: evil@x.org' });
    expect(Object.keys(headersOf(letter.bytes)).sort()).toEqual([
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
  });
});

describe('the queue', () => {
  it('keeps its order for each account', async () => {
    const fake = await startFakeSmtp();
    const own = await world.addAccount(fake.account);
    const reached = fake.pauseAt('mail');
    const first = await world.send(own, { subject: 'held' });
    await reached;
    const mails = [];
    for (let count = 0; count < 12; count++) mails.push(await world.send(own, { subject: `number ${count}` }));
    await fake.end(); // the first is tried again, later than the others
    const again = await startFakeSmtp();
    await world.make('PATCH', `/email-accounts/${own}`, { smtp: { ...again.account } });
    for (const { id } of [first, ...mails]) await world.told(id, 'email.sent');
    const subjects = again.accepted.map(({ bytes }) => headersOf(bytes).subject);
    expect(subjects.filter((subject) => subject !== 'held')).toEqual(mails.map((_, count) => `number ${count}`));
    expect(subjects).toHaveLength(13);
    await again.end();
  });

  it('of one account is not delayed by the slow server of another', async () => {
    const slow = await startFakeSmtp();
    const slowAccount = await world.addAccount(slow.account);
    const reached = slow.pauseAt('mail');
    const stuck = await world.send(slowAccount);
    await reached;
    const { mail } = await sent();
    expect(mail.status).toBe('sent');
    expect((await world.get(stuck.id)).status).toBe('sending');
    await slow.end();
    await cancelled(stuck.id);
  });

  it('is joined by a scheduled mail at its time, and it goes at once', async () => {
    const at = Math.ceil((Date.now() + 300) / 1000) * 1000;
    const { mail } = await sent({ scheduled_at: new Date(at).toISOString() });
    expect(world.story(mail.id)).toEqual(['scheduled scheduled', 'queued queued', 'updated sending', 'sent sent']);
    const late = Date.parse(mail.sent_at as string) - at;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(5000); // to the second on a machine that has nothing else to do
  });

  it('gives a mail back that is cancelled before it is sent, and not after', async () => {
    const fake = await startFakeSmtp();
    const own = await world.addAccount(fake.account);
    const reached = fake.pauseAt('mail');
    const first = await world.send(own);
    await reached;
    const second = await world.send(own);
    expect((await world.service.ask('POST', `/emails/${first.id}/cancel`)).body).toMatchObject({
      error: { code: 'NOT_CANCELLABLE' },
    });
    expect(await world.make('POST', `/emails/${second.id}/cancel`)).toMatchObject({ status: 'draft' });
    await fake.end();
    await cancelled(first.id);
    expect(await jobs(first.id)).toEqual([]);
  });

  it('never sends a mail that came into the store as sending', async () => {
    const values = {
      status: 'sending',
      from_address: 'ann@example.org',
      to_addresses: ['bob@example.net'],
      account_id: account,
    };
    const mail = await world.make('POST', '/emails', values);
    await world.make('POST', `/emails/${mail.id}/star`);
    expect(await jobs(mail.id)).toEqual([]);
    const before = smtp.letters.length;
    await sent();
    expect(smtp.letters).toHaveLength(before + 1);
    expect((await world.get(mail.id)).status).toBe('sending');
  });
});

describe('a mail without an account', () => {
  it('waits until there is a default account, and goes through it, in its name', async () => {
    const own = await startSending();
    const draft = await own.make('POST', '/emails/drafts', { to: 'bob@example.net', body_plain: 'x' });
    expect(await own.make('POST', `/emails/${draft.id}/send`)).toMatchObject({ account_id: null, from_address: null });
    const server = await startSmtp();
    const id = await own.addAccount(server.account);
    const mail = await own.told(draft.id, 'email.sent');
    expect(mail).toMatchObject({ account_id: id, from_address: 'ann@example.org', from_name: 'Ann Lee' });
    expect(mail.message_id).toMatch(/@example\.org>$/);
    expect(server.letters).toHaveLength(1);
    expect(headersOf((server.letters[0] as Letter).bytes).from).toBe('Ann Lee <ann@example.org>');
    await own.end();
    await server.end();
  });
});

/** Cancels a mail between two of its tries. */
async function cancelled(id: string): Promise<void> {
  await eventually(
    () => world.service.ask('POST', `/emails/${id}/cancel`),
    ({ status }) => status === 200,
  );
}

async function jobs(id: string): Promise<unknown[]> {
  const query = { sql: 'select kind from jobs where user_id = ?1 and record_id = ?2', params: [id] };
  return (await world.service.store.read(1, [query]))[0] as unknown[];
}

/** Nothing but ASCII in lines that end with CRLF, and no line that is a dot alone. */
function expectSound(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  expect(text).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it is about
  expect(text).not.toMatch(/[^\x09\x0a\x0d\x20-\x7e]/);
  expect(text.split('\r\n')).not.toContain('.');
}
