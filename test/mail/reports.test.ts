// Bounces, delay notices and receipts: shown on the email that they are and on the mail that they are about, whichever
// comes first; a forged one only adds words. And the results of the receiving server, where it is the account's own.
import { beforeAll, describe, expect, it } from 'vitest';
import { type IncomingMail, storeIncoming } from '../../src/mail/incoming.ts';
import type { Email } from '../../src/resources/email.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { addAccount } from '../support/accounts.ts';
import { blobsOf, bring, receiveMail } from '../support/incoming.ts';
import { reader, service, useMailService } from '../support/mail-service.ts';
import { message } from '../support/messages.ts';
import { bounceOf, multipartReport } from '../support/reports.ts';
import { changesSince } from '../support/scenario.ts';

type Mail = Email & { id: string };

useMailService();

const get = async (id: string) => ((await service.ask('GET', `/emails/${id}`)).body as { data: Mail }).data;
const store = async (raw: Buffer, given: Partial<IncomingMail> = {}) =>
  (await bring(service, reader, raw, given)).record.id;
let numbers = 0;
const newMessageId = () => `<sent-${++numbers}@example.org>`;
const sent = (messageId: string, to = 'Bob@Example.net, cleo@example.net') =>
  store(message(['From: ann@example.org', `To: ${to}`, `Message-ID: ${messageId}`]), {
    status: 'sent',
    folder: 'SENT',
  });
/** The events of the work, as email.updated of which mail. */
async function eventsOf(work: () => Promise<unknown>): Promise<[string, string][]> {
  const { seq } = await changesSince(service, 0, 0);
  await work();
  const { messages } = await changesSince(service, seq, 100);
  const emails = messages.filter(({ event }) => event.startsWith('email.'));
  return emails.map(({ event, data }) => [event, (data as { id: string }).id]);
}

describe('a report', () => {
  it('is shown on the report email itself, and not on others', async () => {
    const id = await store(bounceOf('<nobody@example.org>', 'bob@example.net'));
    expect(await get(id)).toMatchObject({
      report: {
        kind: 'bounce',
        recipients: [
          { address: 'bob@example.net', action: 'failed', status: '5.1.1', diagnostic: '550 5.1.1 no such user' },
        ],
        original_message_id: '<nobody@example.org>',
      },
    });
    expect(await get(await store(message(['From: a@b.c'])))).toMatchObject({
      report: null,
      list: null,
      authentication: null,
    });
  });

  it('is shown on the mail it is about, with an event', async () => {
    const messageId = newMessageId();
    const mail = await sent(messageId);
    let report = '';
    const events = await eventsOf(async () => {
      report = await store(bounceOf(messageId, 'bob@example.net'));
    });
    expect(events).toEqual([
      ['email.created', report],
      ['email.updated', mail],
    ]);
    expect((await get(mail)).deliveries).toEqual([
      {
        address: 'Bob@Example.net',
        status: 'sent',
        code: null,
        message: null,
        report: {
          kind: 'bounce',
          action: 'failed',
          status: '5.1.1',
          diagnostic: '550 5.1.1 no such user',
          reported_at: '2026-02-17T08:00:05Z',
          email_id: report,
        },
      },
      { address: 'cleo@example.net', status: 'sent', code: null, message: null },
    ]);
  });

  it('that arrives before the mail is shown on it when it is created, without a further event', async () => {
    const messageId = newMessageId();
    const report = await store(bounceOf(messageId, 'bob@example.net'));
    let mail = '';
    const events = await eventsOf(async () => {
      mail = await sent(messageId);
    });
    expect(events).toEqual([['email.created', mail]]);
    expect((await get(mail)).deliveries[0]?.report).toMatchObject({ kind: 'bounce', email_id: report });
  });

  it('that arrives twice changes nothing the second time', async () => {
    const messageId = newMessageId();
    const mail = await sent(messageId);
    const first = await store(bounceOf(messageId, 'bob@example.net'));
    const events = await eventsOf(() =>
      store(bounceOf(messageId, 'bob@example.net'), { received_at: Date.parse('2026-03-01T00:00:00Z') }),
    );
    expect(events.map(([event]) => event)).toEqual(['email.created']);
    expect((await get(mail)).deliveries[0]?.report?.email_id).toBe(first);
  });

  it('of a delay is over with a bounce or a receipt, in any order of arrival; else the later one counts', async () => {
    const messageId = newMessageId();
    const mail = await sent(messageId);
    const at = (day: number) => ({ received_at: Date.UTC(2026, 1, day) });
    const kind = async () => (await get(mail)).deliveries[0]?.report?.kind;
    await store(bounceOf(messageId, 'bob@example.net', 'failed'), at(20));
    await store(bounceOf(messageId, 'bob@example.net', 'delayed'), at(21));
    expect(await kind()).toBe('bounce');
    await store(bounceOf(messageId, 'bob@example.net', 'delivered'), at(19));
    expect(await kind()).toBe('bounce');
    await store(bounceOf(messageId, 'bob@example.net', 'delivered'), at(22));
    expect(await kind()).toBe('receipt');
  });

  it('that a mail was read is shown too', async () => {
    const messageId = newMessageId();
    const mail = await sent(messageId);
    const body = `Final-Recipient: rfc822;cleo@example.net\nOriginal-Message-ID: ${messageId}\nDisposition: manual-action/MDN-sent-manually; displayed\n`;
    await store(multipartReport([{ type: 'message/disposition-notification', body }], { from: 'cleo@example.net' }));
    expect((await get(mail)).deliveries[1]?.report).toMatchObject({ kind: 'receipt', action: 'displayed' });
  });

  it('joins two threads and changes the mail in one event', async () => {
    const messageId = newMessageId();
    const answered = newMessageId();
    const other = await store(message(['From: x@y.z', `Message-ID: ${answered}`]));
    const mail = await store(message(['From: ann@example.org', 'To: bob@example.net', `Message-ID: ${messageId}`]), {
      status: 'sent',
      folder: 'SENT',
    });
    const body = 'Final-Recipient: rfc822; bob@example.net\nAction: failed\n';
    const raw = multipartReport([{ type: 'message/delivery-status', body }], {
      headers: [`References: ${answered} ${messageId}`],
      returned: null,
    });
    let report = '';
    const events = await eventsOf(async () => {
      report = await store(raw);
    });
    expect(events.map(([event]) => event)).toEqual(['email.created', 'email.updated']);
    const [one, two, three] = await Promise.all([mail, other, report].map(get));
    expect([one?.thread_id, two?.thread_id]).toEqual([three?.thread_id, three?.thread_id]);
    expect(one?.deliveries[0]?.report?.kind).toBe('bounce');
  });

  it.each<[string, (messageId: string) => Promise<string>]>([
    ['a recipient that the mail does not have', (id) => store(bounceOf(id, 'eve@example.net')).then(() => sent(id))],
    ['another mail', (id) => store(bounceOf('<other@example.org>', 'bob@example.net')).then(() => sent(id))],
    [
      'a mail that was received',
      async (id) => {
        await store(bounceOf(id, 'bob@example.net'));
        return store(message(['From: x@y.z', 'To: bob@example.net', `Message-ID: ${id}`]));
      },
    ],
    [
      'a mail, but was sent by the user',
      async (id) => {
        await store(bounceOf(id, 'bob@example.net'), { status: 'sent', folder: 'SENT' });
        return sent(id);
      },
    ],
  ])('about %s adds nothing', async (_, make) => {
    expect((await get(await make(newMessageId()))).deliveries).toEqual([]);
  });

  it('of another user adds nothing', async () => {
    const messageId = newMessageId();
    const mail = await sent(messageId);
    const user = (await addUser(service.store, 'eve'))?.id as number;
    const raw = bounceOf(messageId, 'bob@example.net');
    const theirs = await receiveMail(service, await reader.read(raw), raw);
    await service.store.write(user, (tx) => storeIncoming(tx, blobsOf(service), theirs));
    expect((await get(mail)).deliveries).toEqual([]);
  });

  it('that was erased is not shown on a later mail', async () => {
    const messageId = newMessageId();
    const report = await store(bounceOf(messageId, 'bob@example.net'));
    await service.ask('DELETE', `/emails/${report}?permanent=true`);
    // The rows, because no answer shows a link that is left behind.
    expect(await service.store.catalogue('select email_id from report_links where message_id = ?1', messageId)).toEqual(
      [],
    );
    expect((await get(await sent(messageId))).deliveries).toEqual([]);
  });

  it('is seen in the compact list', async () => {
    const messageId = newMessageId();
    const mail = await sent(messageId);
    const report = await store(bounceOf(messageId, 'bob@example.net'));
    const { body } = await service.ask('GET', '/emails?format=compact&limit=500');
    const lineOf = (id: string) =>
      (body as { lines: string[] }).lines.find((one) => one.startsWith(`#${id.slice(-10)}`));
    expect(lineOf(mail)).toContain('bounced for Bob@Example.net');
    expect(lineOf(report)).toContain('(unread, attachment, bounce)');
  });

  it('cannot be given by a client', async () => {
    const { status, body } = await service.ask('POST', '/emails', {
      from_address: 'a@b.c',
      received_at: '2026-01-01',
      report: null,
    });
    expect([status, body]).toMatchObject([400, { error: { details: { field: 'report' } } }]);
  });
});

describe('Authentication-Results', () => {
  const outside =
    'Received: from x.org (x.org [203.0.113.9]) by mx.example.org with ESMTP; Tue, 17 Feb 2026 09:00:00 +0100';
  const results = (server: string, words = 'spf=pass smtp.mailfrom=x; dkim=pass; dmarc=fail') =>
    `Authentication-Results: ${server}; ${words}`;
  const passed = { spf: 'pass', dkim: 'pass', dmarc: 'fail' };
  let accounts = 0;
  /** What is shown of a mail that comes to an account with this IMAP host. */
  async function shown(headers: string[], imap: string | null, authserv_id?: string, given = {}) {
    const account_id = `018f3c5e-7a44-7c1b-9d0e-${String(++accounts).padStart(12, '0')}`;
    await addAccount(service, { id: account_id, imap: imap === null ? null : { host: imap }, authserv_id });
    return (await get(await store(message([...headers, 'From: a@b.c']), { account_id, ...given }))).authentication;
  }

  it.each<[string, string[], string | null, string | undefined, unknown]>([
    ['of the IMAP host', [results('imap.example.org'), outside], 'imap.example.org', undefined, passed],
    ['of its domain', [results('example.org'), outside], 'imap.example.org', undefined, passed],
    ['of another host in its domain', [results('MX1.example.org'), outside], 'imap.example.org', undefined, passed],
    ['of a foreign server', [results('mx.evil.org'), outside], 'imap.example.org', undefined, null],
    ['of a neighbour below a public suffix', [results('evil.co.uk'), outside], 'example.co.uk', undefined, null],
    ['that only look alike', [results('evil-example.org'), outside], 'imap.example.org', undefined, null],
    ['where the sender can have written it', [outside, results('mx.example.org')], 'imap.example.org', undefined, null],
    [
      'there, of a server that the account names',
      [outside, results('mx.example.org')],
      'x.y',
      'mx.example.org',
      passed,
    ],
    [
      'of the IMAP host where the account names another',
      [results('imap.example.org'), outside],
      'imap.example.org',
      'mx.z',
      null,
    ],
    ['of Gmail, as it writes them', [outside, results('mx.google.com')], 'imap.gmail.com', undefined, passed],
    [
      'of Gmail, with a forged one below',
      [outside, results('mx.google.com', 'spf=fail'), results('mx.google.com')],
      'imap.gmail.com',
      undefined,
      { spf: 'fail', dkim: null, dmarc: null },
    ],
    [
      'in several fields of one server',
      [results('mx.example.org', 'spf=fail'), results('mx.example.org', 'spf=pass; dkim=pass'), outside],
      'imap.example.org',
      undefined,
      { spf: 'fail', dkim: 'pass', dmarc: null },
    ],
    [
      'that came with the message',
      [outside, 'Received: from a by b; …', results('mx.example.org')],
      'x.y',
      'mx.example.org',
      null,
    ],
    [
      'without a result that is known',
      [results('mx.example.org', 'iprev=pass'), outside],
      'imap.example.org',
      undefined,
      null,
    ],
    ['of an account without a mailbox', [results('mx.example.org'), outside], null, undefined, null],
  ])('%s', async (_, headers, imap, named, expected) => {
    expect(await shown(headers, imap, named)).toEqual(expected && expect.objectContaining(expected));
  });

  it('of a mail without an account, or of one that was sent, are not shown', async () => {
    const headers = [results('imap.example.org'), outside];
    expect(await shown(headers, 'imap.example.org', undefined, { account_id: null })).toBeNull();
    expect(await shown(headers, 'imap.example.org', undefined, { status: 'sent', folder: 'SENT' })).toBeNull();
  });

  describe('of a mail that an export has written', () => {
    const note = { spf: 'pass', dkim: 'pass', dmarc: 'pass' };
    const account_id = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4e00';
    const restored = async (last: number, headers: string[], given: Partial<IncomingMail> = {}) => {
      const exported = {
        id: `018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d2${last}`,
        fields: { authentication: note, account_id },
        isTrusted: false,
        threads: new Set<string>(),
      };
      return get(await store(message([...headers, 'From: a@b.c']), { exported, ...given }));
    };
    beforeAll(() => addAccount(service, { id: account_id, imap: { host: 'imap.example.org' } }));

    it('are read from its source', async () => {
      expect(await restored(1, [results('imap.example.org'), outside])).toMatchObject({
        account_id,
        authentication: passed,
      });
    });

    it('are not taken from its note, with a source or without', async () => {
      expect((await restored(2, [outside])).authentication).toBeNull();
      expect((await restored(3, [results('imap.example.org'), outside], { raw: null })).authentication).toBeNull();
    });
  });

  it('the name of the server is a setting of the account', async () => {
    const smtp = { host: '127.0.0.1', port: 1, security: 'none' };
    const make = (authserv_id: unknown) =>
      service.ask('POST', '/email-accounts', { address: 'q@example.org', smtp, authserv_id });
    expect(await make('MX.Example.org')).toMatchObject({
      status: 201,
      body: { data: { authserv_id: 'mx.example.org' } },
    });
    expect(await make('two words')).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'authserv_id' } } },
    });
  });
});
