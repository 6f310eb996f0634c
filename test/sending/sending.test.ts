// A queued mail is sent through its account once, as one valid message: with its threading headers, its attachments and
// without its Bcc recipients.
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { startFakeSmtp } from '../support/fake-smtp.ts';
import { upload } from '../support/files.ts';
import { countJobs } from '../support/jobs.ts';
import { headersOf } from '../support/sending.ts';
import { sent, useSendingAccount, world } from '../support/sending-world.ts';
import { startSmtp } from '../support/smtp.ts';

useSendingAccount();

describe('a sent mail', () => {
  it('has the statuses queued, sending and sent, in this order', async () => {
    const { mail } = await sent();
    expect(world.eventsOf(mail.id)).toEqual(['queued queued', 'updated sending', 'sent sent']);
    expect(mail).toMatchObject({ status: 'sent', folder: 'SENT', send_attempts: 1, send_error: null });
    expect(Date.parse(mail.sent_at as string)).toBeLessThanOrEqual(Date.now());
    expect(await world.get(mail.id)).toEqual(mail);
    expect(await countJobs(world.service, 'send')).toBe(0);
  });

  it('has the sender, recipients, subject and text of the record, and the time it was queued as its Date', async () => {
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

  it('is sent to Bcc recipients without naming them', async () => {
    const { letter } = await sent({ bcc_addresses: ['Secret <hidden@example.net>'] });
    expect(letter.to).toContain('hidden@example.net');
    expect(letter.bytes.toString('latin1')).not.toMatch(/hidden|Secret|^bcc:/im);
  });

  it('is sent to each address once, however often it is listed', async () => {
    const { letter } = await sent({ to_addresses: ['bob@example.net'], cc_addresses: ['Bob <bob@example.net>'] });
    expect(letter.to).toEqual(['bob@example.net']);
  });

  it('has its attachments, byte for byte', async () => {
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

  it('has In-Reply-To and the whole References chain', async () => {
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

  it('omits the middle of a References chain that is too long for a header', async () => {
    const references = Array.from({ length: 200 }, (_, index) => `<${index}@x.org>`);
    const parent = { received_at: '2026-02-17T09:00:00Z', from_address: 'bob@example.net', message_id: '<last@x.org>' };
    await world.make('POST', '/emails', { ...parent, references });
    const { letter } = await sent({ in_reply_to: '<last@x.org>' });
    const ids = headersOf(letter.bytes).references?.split(' ') as string[];
    expect(ids).toEqual(['<0@x.org>', ...references.slice(-48), '<last@x.org>']);
  });

  it('requests a read receipt if the record asks for one', async () => {
    const asking = await sent({ read_receipt_requested: true });
    expect(headersOf(asking.letter.bytes)['disposition-notification-to']).toBe('<ann@example.org>');
    const other = await sent();
    expect(other.letter.bytes.toString('latin1')).not.toMatch(/disposition-notification/i);
  });

  it('is sent to a domain with non-ASCII characters', async () => {
    const fake = await startFakeSmtp();
    const own = await world.addAccount(fake.account);
    const { id } = await world.send(own, { to_addresses: ['Ina <ina@bücher.example>'] });
    await world.untilEvent(id, 'email.sent');
    expect(fake.accepted).toMatchObject([{ to: ['ina@xn--bcher-kva.example'] }]);
    expect(headersOf(fake.accepted[0]?.bytes as Buffer).to).toBe('Ina <ina@xn--bcher-kva.example>');
    await fake.end();
  });

  it('is sent from and to quoted local parts unchanged', async () => {
    const fake = await startFakeSmtp();
    const own = await world.addAccount(fake.account, { address: '"ann lee"@example.org' });
    const { id } = await world.send(own, {
      to_addresses: ['Bob <"b. b"@example.net>', '"a,b@c"@example.net'],
      read_receipt_requested: true,
    });
    await world.untilEvent(id, 'email.sent');
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

  it.each(['tls', 'starttls', 'none'] as const)('is sent over a connection with the security %s', async (security) => {
    const server = await startSmtp({ security });
    const own = await world.addAccount(server.account);
    const { id } = await world.send(own);
    await world.untilEvent(id, 'email.sent');
    expect(server.letters).toHaveLength(1);
    await server.end();
  });

  it('shares a connection with the mails after it', async () => {
    const fake = await startFakeSmtp();
    const own = await world.addAccount(fake.account);
    fake.commands.length = 0;
    const mails = [];
    for (let count = 0; count < 5; count++) mails.push(await world.send(own));
    for (const { id } of mails) await world.untilEvent(id, 'email.sent');
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
        await world.untilEvent(id, 'email.sent');
      }
      expect(fake.accepted).toHaveLength(3);
      for (const { bytes } of fake.accepted) expectSound(bytes);
      expect(fake.commands.filter((command) => /evil/.test(command))).toEqual([]);
      await fake.end();
    },
  );

  it('are short lines of ASCII, whatever the text contains', async () => {
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

  it('have no header or recipient injected through a name', async () => {
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

/** Nothing but ASCII in lines that end with CRLF, and no line that is a dot alone. */
function expectSound(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  expect(text).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it is about
  expect(text).not.toMatch(/[^\x09\x0a\x0d\x20-\x7e]/);
  expect(text.split('\r\n')).not.toContain('.');
}
