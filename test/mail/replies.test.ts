// Replies and forwarded mail: drafts with the recipients, the subject, the references and the quoted text that a mail
// program would give them.
import { describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { htmlOfText, plainQuote, subjectOf, textToHtml } from '../../src/mail/replies/quote.ts';
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import type { Email } from '../../src/resources/email.ts';
import type { Tx } from '../../src/store/port.ts';
import { identitiesOf } from '../../src/store/tables/personal/identities.ts';
import { addAccount } from '../support/accounts.ts';
import { upload } from '../support/files.ts';
import { growth } from '../support/growth.ts';
import { bring } from '../support/incoming.ts';
import { multipart, usual } from '../support/messages.ts';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';
import { startTestService } from '../support/service.ts';

const ME = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d11';
const WORK = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d12';
const ann = { address: 'ann@example.org', name: 'Ann Lee' };
const bob = { address: 'bob@example.org', name: null };
const cy = { address: 'cy@example.org', name: 'Cy' };
const me = { address: 'Me@Example.org', name: null };
const MAIL = {
  from_address: ann.address,
  from_name: ann.name,
  to_addresses: [me, bob],
  cc_addresses: [cy, { address: 'work@example.com', name: null }],
  subject: 'The lease',
  received_at: '2026-02-17T08:30:00Z',
  message_id: '<lease@example.org>',
  references: ['<first@example.org>'],
  body_plain: 'Hello,\n> earlier\n\nbye',
};

const aMail =
  (more: object = {}) =>
  async ({ make }: World) => {
    const { id, thread_id } = (await make('POST', '/emails', { ...MAIL, ...more })) as unknown as Record<
      string,
      string
    >;
    return { id: id as string, thread: thread_id as string };
  };
const answers = (name: string, answer: string, mail: object, data: object, body?: object): Scenario => ({
  name,
  given: aMail({ message_id: null, ...mail }),
  ask: ['POST', `/emails/{id}/${answer}`, body],
  status: 201,
  body: { data },
  events: ['email.created'],
});
const people = (to_addresses: object[], cc_addresses: object[] = []) => ({
  to_addresses,
  cc_addresses,
  bcc_addresses: [],
});

const setUp = async ({ service }: World) => {
  await addAccount(service, { id: ME, isDefault: true, address: 'me@example.org' });
  await addAccount(service, { id: WORK, address: 'work@example.com', fromName: null });
};

// biome-ignore format: a row is a line
scenarios('a reply', [
  { name: 'is a draft to the sender, in the conversation, with the quoted text', given: aMail(), ask: ['POST', '/emails/{id}/reply'], status: 201, events: ['email.created'],
    body: { data: { status: 'draft', folder: 'DRAFTS', account_id: ME, from_address: 'me@example.org', ...people([ann]), subject: 'Re: The lease', in_reply_to: '<lease@example.org>', references: ['<first@example.org>', '<lease@example.org>'], thread_id: '{thread}', attachments: [],
      body_plain: '\n\nOn Tue, 17 Feb 2026 at 08:30, Ann Lee <ann@example.org> wrote:\n> Hello,\n>> earlier\n>\n> bye\n', body_html: null } } },
  answers('goes to Reply-To', 'reply', { reply_to: [cy] }, people([cy])),
  answers('to a received mail from oneself goes to Reply-To', 'reply', { from_address: 'me@example.org', to_addresses: [me], reply_to: [cy] }, people([cy])),
  answers('goes to the sender if Reply-To has no address', 'reply', { reply_to: [{ address: 'undisclosed' }] }, people([ann])),
  answers('to an own mail goes to its recipients', 'reply', { status: 'sent', from_address: 'me@example.org', from_name: null, to_addresses: [bob], cc_addresses: [cy] }, people([bob])),
  answers('to a sender that is not an address has no recipient', 'reply', { from_address: 'undisclosed' }, people([])),
  answers('to all has everyone but the user', 'reply-all', {}, people([ann, bob], [cy])),
  answers('to all names each person once', 'reply-all', { to_addresses: [ann, bob], cc_addresses: [{ address: 'BOB@example.org' }, cy, cy] }, people([ann, bob], [cy])),
  answers('to all goes to Reply-To instead of the sender', 'reply-all', { reply_to: [{ address: 'list@example.net' }] }, people([{ address: 'list@example.net', name: null }, bob], [cy])),
  answers('to all to a received mail from oneself goes to Reply-To', 'reply-all', { from_address: 'me@example.org', to_addresses: [me, bob], reply_to: [cy], cc_addresses: [] }, people([cy, bob])),
  answers('to all has the sender if Reply-To has no address', 'reply-all', { reply_to: [{ address: 'undisclosed' }] }, people([ann, bob], [cy])),
  answers('to all to an own mail goes to its recipients', 'reply-all', { status: 'sent', from_address: 'me@example.org', from_name: null, to_addresses: [bob, me], cc_addresses: [cy] }, people([bob], [cy])),
  answers('to all of a mail to oneself goes to oneself', 'reply-all', { from_address: 'me@example.org', from_name: null, to_addresses: [me], cc_addresses: [] }, people([me])),
  answers('is from the account of the mail', 'reply', { account_id: WORK }, { account_id: WORK, from_address: 'work@example.com' }),
  answers('to a mail without an account is from the one that it was sent to', 'reply', { to_addresses: [{ address: 'work@example.com' }], cc_addresses: [] }, { account_id: WORK }),
  answers('is from the account that is named', 'reply', {}, { account_id: WORK }, { account_id: WORK }),
  answers('begins with the given text', 'reply', { body_plain: 'Hi' }, { body_plain: 'Thanks.\n\nOn Tue, 17 Feb 2026 at 08:30, Ann Lee <ann@example.org> wrote:\n> Hi\n', body_html: null }, { body_plain: 'Thanks.' }),
  answers('to HTML has sanitized HTML without pictures, and its text with lines', 'reply', { body_plain: null, body_html: '<p>One &amp; <b>two</b></p><script>alert(1)</script><p onclick="x()">three<br>four<img src="https://x.org/p.png"></p>' }, {
    body_plain: '\n\nOn Tue, 17 Feb 2026 at 08:30, Ann Lee <ann@example.org> wrote:\n> One & two\n>\n> three\n> four\n',
    body_html: '<div><br></div><br><p>On Tue, 17 Feb 2026 at 08:30, Ann Lee &lt;ann@example.org&gt; wrote:</p><blockquote type="cite" style="margin: 0 0 0 0.8ex; border-left: 1px solid #cccccc; padding-left: 1ex; overflow: auto"><p>One &amp; <b>two</b></p><p>three<br />four<img /></p></blockquote>' }),
  answers('to HTML with an empty text quotes the text of the HTML', 'reply', { body_plain: '', body_html: '<p>One</p>' }, { body_plain: expect.stringMatching(/ wrote:\n> One\n$/) }),
  answers('quotes a bounded number of lines', 'reply', { body_plain: 'a\r\n'.repeat(limits.quotedLines + 1) }, { body_plain: expect.toSatisfy((text: string) => text.split('> a').length === limits.quotedLines + 1 && text.endsWith('\n> a\n> […]\n')), body_html: null }),
  answers('with HTML quotes plain text as escaped HTML', 'reply', { body_plain: 'a <b>\n  c' }, { body_plain: expect.stringMatching(/^Thanks\n\nOn /), body_html: expect.stringMatching(/^<p>Thanks<\/p><br><p>On .*<div>a &lt;b&gt;<br>&nbsp;&nbsp;c<\/div><\/blockquote>$/s) }, { body_html: '<p>Thanks</p>' }),
  { name: 'shows the time in the time zone of the settings', given: async (world) => { await world.make('PATCH', '/settings', { timezone: 'Asia/Tokyo' }); return aMail({ message_id: null })(world); }, ask: ['POST', '/emails/{id}/reply'], status: 201, body: { data: { body_plain: expect.stringContaining('On Tue, 17 Feb 2026 at 17:30,') } }, events: ['email.created'] },
  { name: 'shows the time in the time zone of the request, if it names one', given: async (world) => { await world.make('PATCH', '/settings', { timezone: 'Asia/Tokyo' }); return aMail({ message_id: null, body_html: '<p>x</p>' })(world); }, ask: ['POST', '/emails/{id}/reply', { timezone: 'W. Europe Standard Time' }], status: 201, body: { data: { body_plain: expect.stringContaining('On Tue, 17 Feb 2026 at 09:30,'), body_html: expect.stringContaining('On Tue, 17 Feb 2026 at 09:30,') } }, events: ['email.created'] },
  { name: 'in a time zone that does not exist is refused', given: aMail({ message_id: null }), ask: ['POST', '/emails/{id}/forward', { timezone: 'Europe/Nowhere' }], status: 400, error: 'VALIDATION_ERROR', field: 'timezone', events: [] },
  { name: 'to a draft is refused', given: async ({ make }) => ({ id: ((await make('POST', '/emails/drafts', { to: 'b@x.org' })) as { id?: string }).id as string }), ask: ['POST', '/emails/{id}/reply'], status: 409, error: 'NOT_REPLIABLE', says: 'This email is draft', events: [] },
  { name: 'to a mail that is not sent yet is refused', given: aMail({ message_id: null, status: 'scheduled', scheduled_at: '2099-01-01T00:00:00Z', from_address: 'me@example.org', account_id: ME }), ask: ['POST', '/emails/{id}/forward'], status: 409, error: 'NOT_REPLIABLE', events: [] },
  { name: 'to a mail that does not exist is 404', ask: ['POST', `/emails/${ME}/reply-all`], status: 404, error: 'NOT_FOUND', events: [] },
  { name: 'takes only an account, a text and a time zone', given: aMail({ message_id: null }), ask: ['POST', '/emails/{id}/reply', { to: 'x@y.org' }], status: 400, error: 'VALIDATION_ERROR', field: 'to', events: [] },
  { name: 'with the same Idempotency-Key is created once', given: async (world) => { const names = await aMail({ message_id: null })(world); await world.service.ask('POST', `/emails/${names.id}/reply`, {}, { 'idempotency-key': 'r1' }); return names; }, ask: ['POST', '/emails/{id}/reply', {}, { 'idempotency-key': 'r1' }], status: 201, events: [] },
  { name: 'with the same Idempotency-Key has the first response also after the mail is gone', given: async (world) => { const names = await aMail({ message_id: null })(world); const { text } = await world.service.ask('POST', `/emails/${names.id}/reply`, {}, { 'idempotency-key': 'r2' }); await world.service.ask('DELETE', `/emails/${names.id}?permanent=true`); return { ...names, text }; }, ask: ['POST', '/emails/{id}/reply', {}, { 'idempotency-key': 'r2' }], status: 201, events: [],
    also: ({ text }, _world, names) => expect(text).toBe(names.text) },
], setUp);

describe('the subject', () => {
  it.each([
    ['reply', 'Lease', 'Re: Lease'],
    ['reply', 'RE: Re[2]: AW: SV: Lease', 'Re: Lease'],
    ['reply', 'Re：Lease', 'Re: Lease'],
    ['reply', '回复：Lease', 'Re: Lease'],
    ['reply', 'Fwd: Lease', 'Re: Fwd: Lease'],
    ['reply', 'Return: Lease', 'Re: Return: Lease'],
    ['reply', null, 'Re:'],
    ['reply', 'Lease\r\nBcc: x@y.org', 'Re: Lease Bcc: x@y.org'],
    ['forward', 'FW: WG: Lease', 'Fwd: Lease'],
    ['forward', 'Re: Lease', 'Fwd: Re: Lease'],
    ['forward', 'x'.repeat(2000), `Fwd: ${'x'.repeat(993)}`],
    ['forward', `${'x'.repeat(992)}😀`, `Fwd: ${'x'.repeat(992)}`],
    ['forward', `Fwd: ${'x'.repeat(992)}😀`, `Fwd: ${'x'.repeat(992)}`],
  ] as const)('of a %s to %j is %j', (answer, subject, expected) => {
    expect(subjectOf(subject, answer)).toBe(expected);
  });
});

const QUADRATIC = 10; // of growth(): 4 in linear time, 16 in quadratic time

describe('the quoted text', () => {
  const mail = { ...MAIL, sent_at: null } as unknown as Email;
  const quoteOf = (plain: string) => plainQuote(mail, { plain, html: null }, 'reply', 'UTC');

  it('with a long run of spaces in a line is quoted as it is', () => {
    const plain = `a${' '.repeat(1000)}b`;
    expect(quoteOf(`${plain} \n\n`).endsWith(`wrote:\n> ${plain}`)).toBe(true);
  });

  it.each([
    ['spaces in a line', (size: number) => `a${' '.repeat(size)}b \n`],
    ['spaces at the beginning', (size: number) => `${' '.repeat(size)}b`],
    ['lines', (size: number) => 'a\n'.repeat(size / 2)],
    ['empty lines', (size: number) => '\n'.repeat(size)],
    ['lines that are quoted already', (size: number) => '>> a\n'.repeat(size / 5)],
    ['characters that are escaped', (size: number) => '<&>'.repeat(size / 3)],
  ])('of many %s takes work in proportion to its length, as text and as HTML', async (_, make) => {
    expect(await growth(250_000, make, quoteOf)).toBeLessThan(QUADRATIC);
    expect(await growth(250_000, make, textToHtml)).toBeLessThan(QUADRATIC);
  });

  it('of any length becomes HTML in slices, so that others are served meanwhile', () => {
    const text = ' a <b>\n'.repeat(100_000);
    const work = htmlOfText(text);
    let steps = 0;
    while (!work.next().done) steps++;
    expect(steps).toBeGreaterThan(10);
    expect(textToHtml(text)).toBe(`<div>${'&nbsp;a &lt;b&gt;<br>'.repeat(100_000)}</div>`);
  });
});

it('a mail that was stored without its Reply-To is answered to the Reply-To of its source', async () => {
  const service = await startTestService();
  const reader = createMessageReader();
  const raw = multipart(['Content-Type: text/plain\n\nHello'], 'mixed', 'b1', [
    ...usual,
    'Reply-To: List <list@example.net>',
  ]);
  const { record } = await bring(service, reader, raw, {});
  await reader.close();
  const member = '"reply_to":[{"address":"list@example.net","name":"List"}],';
  await service.store.write(1, async (tx) =>
    tx.run("update emails set doc = replace(doc, ?2, '') where user_id = ?1", member),
  );
  expect((await service.ask('GET', `/emails/${record.id}`)).body).not.toHaveProperty('data.reply_to');
  const { body } = await service.ask('POST', `/emails/${record.id}/reply`);
  expect(body).toMatchObject({ data: { to_addresses: [{ address: 'list@example.net', name: 'List' }] } });
  await service.end();
});

it('the identities of an account are read with one statement, however many there are', async () => {
  const service = await startTestService();
  const id = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
  await addAccount(service, { id });
  for (const name of ['one', 'two', 'three'])
    await service.ask('POST', '/identities', { account_id: id, name, address: `${name}@example.org` });
  await service.store.write(1, async (tx) => {
    const sent: string[] = [];
    const all: Tx['all'] = (sql, ...params) => {
      sent.push(sql);
      return tx.all(sql, ...params);
    };
    const counting: Tx = { ...tx, all, get: () => undefined };
    const found = await identitiesOf(counting, id);
    expect([found.map(({ record }) => record.name), sent.length]).toEqual([['one', 'two', 'three'], 1]);
  });
  await service.end();
});

describe('a forwarded mail', () => {
  it('has the header, the text and the files of the original, which survive it', async () => {
    const service = await startTestService();
    const reader = createMessageReader();
    const html = 'Content-Type: text/html\n\n<p>See <img src="cid:pic"></p>';
    const inline = 'Content-Type: image/png\nContent-ID: <pic>\nContent-Disposition: inline; filename=p.png\n\nPNG';
    const file = 'Content-Type: text/csv\nContent-Disposition: attachment; filename=a.csv\n\n1;2';
    const raw = multipart([html, inline, file], 'mixed', 'b1', [...usual, 'Reply-To: List <list@example.net>']);
    const { record } = await bring(service, reader, raw, {});
    await reader.close();
    expect(record).toMatchObject({ reply_to: [{ address: 'list@example.net', name: 'List' }] });
    const { body } = await service.ask('POST', `/emails/${record.id}/forward`, { body_plain: 'FYI' });
    const { data } = body as {
      data: { id: string; body_html: string; attachments: { file_id: string; filename: string }[] };
    };
    expect(data).toMatchObject({
      subject: 'Fwd: The lease',
      to_addresses: [],
      in_reply_to: null,
      references: ['<lease@example.org>'],
      has_attachments: true,
      body_plain: expect.stringMatching(
        /^FYI\n\n-{10} Forwarded message -{10}\nFrom: Ann Lee <ann@example.org>\nDate: Tue, 17 Feb 2026 at \d\d:\d\d\nSubject: The lease\nTo: Bob <bob@example.org>\n\nSee\n$/,
      ),
    });
    expect(data.body_html).toContain('<p>See <img src="cid:pic" /></p>');
    expect(data.attachments.map(({ filename }) => filename)).toEqual(['p.png', 'a.csv']);
    expect((await service.ask('DELETE', `/emails/${record.id}?permanent=true`)).status).toBe(200);
    const contents = data.attachments.map(({ file_id }) => service.ask('GET', `/files/${file_id}/content`));
    expect((await Promise.all(contents)).map(({ status, text }) => [status, text.trim()])).toEqual([
      [200, 'PNG'],
      [200, '1;2'],
    ]);
    await service.end();
  });

  it('leaves out attachments whose files do not exist', async () => {
    const service = await startTestService();
    const [kept, gone] = [await upload(service), await upload(service, { content: 'other' })];
    const attachments = [{ filename: 'a', file_id: kept.id }, { filename: 'b', file_id: gone.id }, { filename: 'c' }];
    const made = (await service.ask('POST', '/emails', { ...MAIL, attachments })).body as { data: { id: string } };
    expect((await service.ask('DELETE', `/files/${gone.id}`)).status).toBe(200);
    const { body } = await service.ask('POST', `/emails/${made.data.id}/forward`);
    expect(body).toMatchObject({ data: { attachments: [{ filename: 'a', file_id: kept.id }] } });
    await service.end();
  });

  it('of a mail larger than what is quoted has the beginning of its text', async () => {
    const service = await startTestService();
    const raw = { ...MAIL, body_plain: 'x'.repeat(600_000), body_html: `<p>${'y'.repeat(600_000)}</p>` };
    const made = (await service.ask('POST', '/emails', raw)).body as { data: { id: string } };
    const { data } = (await service.ask('POST', `/emails/${made.data.id}/reply`)).body as {
      data: Record<string, string>;
    };
    expect([data.body_plain?.length, data.body_html]).toEqual([
      expect.toSatisfy((n) => n > 500_000 && n < 501_000),
      null,
    ]);
    await service.end();
  });
});
