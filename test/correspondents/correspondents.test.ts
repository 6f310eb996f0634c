// The addresses that are suggested while a recipient is typed: what finds them, in which order they are, and that they
// follow the mail and the contacts that they come from.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createToken, type Scope } from '../../src/access/access.ts';
import { addAccount } from '../support/accounts.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.end());

type Person = { address: string; name?: string | null };
type Row = Record<string, unknown> & { address: string };

async function make(path: string, body: object): Promise<string> {
  const { body: answer, status, text } = await service.ask('POST', path, body);
  if (status >= 300) throw new Error(text);
  return (answer as { data: { id: string } }).data.id;
}

const sent = (to: (Person | string)[], sent_at = '2026-06-01T09:00:00Z', more: object = {}) =>
  make('/emails', { from_address: 'me@own.example', to_addresses: to, status: 'sent', sent_at, ...more });
const got = (from_address: string, from_name: string | null = null, more: object = {}) =>
  make('/emails', { from_address, from_name, received_at: '2026-06-01T09:00:00Z', ...more });
const contact = (display_name: string, addresses: string[], more: object = {}) =>
  make('/contacts', { display_name, emails: addresses.map((address) => ({ address })), ...more });

async function listed(query = '', headers?: Record<string, string>): Promise<Row[]> {
  const { body, status, text } = await service.ask('GET', `/correspondents${query}`, undefined, headers);
  if (status !== 200) throw new Error(text);
  return (body as { data: Row[] }).data;
}
async function tokenFor(...scopes: Scope[]): Promise<Record<string, string>> {
  const { text } = await createToken(service.store, { user: 1, name: 't', scopes, expiresAt: null });
  return { authorization: `Bearer ${text}` };
}
const found = async (q: string) => (await listed(`?q=${encodeURIComponent(q)}`)).map(({ address }) => address);

describe('the order', () => {
  it('is by how often and how recently the user wrote, then by mail received, then contacts, then programs', async () => {
    for (let index = 0; index < 5; index++) await got('list@news.example', 'News', { subject: `${index}` });
    for (let index = 0; index < 3; index++) await got('no-reply@shop.example', 'Shop');
    await contact('Never Mailed', ['never@c.example']);
    for (let index = 0; index < 3; index++) await got('friend@p.example', 'Friend');
    await sent(['old@w.example', 'old@w.example'], '2024-01-01T00:00:00Z');
    await sent(['old@w.example'], '2024-01-02T00:00:00Z');
    await sent(['new@w.example']);
    await sent(['often@w.example']);
    await sent(['often@w.example']);
    expect((await listed()).map(({ address }) => address)).toEqual([
      'often@w.example',
      'new@w.example',
      'old@w.example',
      'list@news.example',
      'friend@p.example',
      'never@c.example',
      'no-reply@shop.example',
    ]);
  });

  it('has the own addresses last', async () => {
    const id = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10';
    await addAccount(service, { id, address: 'Me@own.example' });
    const identity = { account_id: id, address: 'alias@own.example' };
    expect((await service.ask('POST', '/identities', identity)).status).toBe(201);
    for (let index = 0; index < 4; index++) await sent(['alias@own.example']);
    for (let index = 0; index < 3; index++) await sent(['me@own.example']);
    await sent(['other@w.example']);
    const addresses = (await listed()).map(({ address }) => address);
    expect(addresses).toEqual(['other@w.example', 'alias@own.example', 'me@own.example']);
  });

  it('does not let a mail with a date in the future count for ever', async () => {
    await got('future@p.example', null, { received_at: '2099-01-01T00:00:00Z' });
    await sent(['now@w.example'], new Date().toISOString());
    expect((await listed())[0]?.address).toBe('now@w.example');
  });

  it('counts a mail once for each address, and not more than the first 100 recipients', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `r${index}@many.example`);
    await sent([many[0] as string, ...many]);
    expect(await listed('?limit=500')).toHaveLength(99);
    expect((await listed('?q=r0'))[0]).toMatchObject({ written_count: 1 });
  });
});

describe('a correspondent', () => {
  it('has the name and the picture of the contact, else the name of the latest mail', async () => {
    await got('ann@x.example', 'Ann at work');
    await sent([{ address: 'Ann@X.example', name: 'Ann Lee' }], '2026-06-02T09:00:00Z');
    expect(await listed()).toEqual([
      {
        address: 'ann@x.example',
        name: 'Ann Lee',
        contact_id: null,
        avatar_path: null,
        last_written_at: '2026-06-02T09:00:00Z',
        written_count: 1,
        source: 'mail',
      },
    ]);
    const id = await contact('Annie', ['ANN@x.example'], { avatar_path: 'a.png' });
    expect(await listed()).toEqual([
      {
        address: 'ANN@x.example',
        name: 'Annie',
        contact_id: id,
        avatar_path: 'a.png',
        last_written_at: '2026-06-02T09:00:00Z',
        written_count: 1,
        source: 'both',
      },
    ]);
  });

  it('is found by the beginning of each word of its name, company and address', async () => {
    await sent([{ address: 'a.lee@example.org', name: 'Ann Lée O’Neil' }]);
    await contact('Ann Lee', ['a.lee@example.org'], { company: 'Harbour Press' });
    const matching = ['an', 'lé', 'LEE', 'a.l', 'exam', 'a.lee@example.org', 'harb', 'harbour ann', 'oneil', 'o’n'];
    for (const q of matching) expect([q, await found(q)]).toEqual([q, ['a.lee@example.org']]);
    for (const q of ['xample', 'ann zebra', '!!']) expect([q, await found(q)]).toEqual([q, []]);
  });

  it('is found by two characters of a name without spaces', async () => {
    await sent([{ address: 'y@example.jp', name: '山田太郎' }]);
    expect(await found('田太')).toEqual(['y@example.jp']);
    expect(await found('山')).toEqual(['y@example.jp']);
  });

  it('is not a mail that was not sent, spam, or text that is not an address', async () => {
    await make('/emails/drafts', { to: 'draft@w.example' });
    await got('spam@s.example', null, { folder: 'SPAM' });
    await got('not an address');
    expect(await listed()).toEqual([]);
  });
});

describe('what becomes of a correspondent', () => {
  it('whose mail goes to the trash, returns and is erased', async () => {
    const first = await sent([{ address: 'a@w.example', name: 'First' }], '2026-06-01T00:00:00Z');
    const second = await sent([{ address: 'a@w.example', name: 'Second' }], '2026-06-02T00:00:00Z');
    await service.ask('DELETE', `/emails/${second}`);
    expect(await listed()).toMatchObject([
      { name: 'First', written_count: 1, last_written_at: '2026-06-01T00:00:00Z' },
    ]);
    expect(await found('second')).toEqual([]);
    await service.ask('POST', `/emails/${second}/restore`);
    expect(await listed()).toMatchObject([
      { name: 'Second', written_count: 2, last_written_at: '2026-06-02T00:00:00Z' },
    ]);
    for (const id of [first, second]) await service.ask('DELETE', `/emails/${id}?permanent=true`);
    expect(await listed()).toEqual([]);
    for (const table of ['correspondents', 'correspondent_uses', 'correspondent_words'])
      expect(await service.store.catalogue(`select * from ${table}`)).toEqual([]);
  });

  it('whose contact is changed, trashed and restored', async () => {
    const id = await contact('Ann', ['a@c.example', 'b@c.example']);
    await service.ask('PATCH', `/contacts/${id}`, { display_name: 'Berta', emails: [{ address: 'b@c.example' }] });
    expect(await listed()).toMatchObject([
      { address: 'b@c.example', name: 'Berta', contact_id: id, source: 'contact' },
    ]);
    expect(await found('ann')).toEqual([]);
    await service.ask('DELETE', `/contacts/${id}`);
    expect(await listed()).toEqual([]);
    await service.ask('POST', `/contacts/${id}/restore`);
    expect(await found('berta')).toEqual(['b@c.example']);
  });

  it('that two contacts have: the older counts, and the other when it is gone', async () => {
    const first = await contact('One', ['a@c.example']);
    const second = await contact('Two', ['a@c.example']);
    expect(await listed()).toMatchObject([{ name: 'One', contact_id: first }]);
    await service.ask('DELETE', `/contacts/${first}?permanent=true`);
    expect(await listed()).toMatchObject([{ name: 'Two', contact_id: second }]);
  });
});

it('a token sees of a correspondent what it may read', async () => {
  await sent([{ address: 'a@w.example', name: 'Mail Name' }]);
  await got('news@list.example', 'News', {});
  await contact('Zed Contact', ['a@w.example'], { company: 'Secret Works' });
  await contact('Only Contact', ['c@c.example']);
  const all = await tokenFor('emails:read', 'contacts:read');
  const mail = await tokenFor('emails:read');
  const contacts = await tokenFor('contacts:read');
  const none = await tokenFor('events:read');
  expect((await listed('', all)).map(({ name }) => name)).toEqual(['Zed Contact', 'News', 'Only Contact']);
  expect(await listed('', mail)).toMatchObject([
    { name: 'Mail Name', contact_id: null, written_count: 1, source: 'mail' },
    { name: 'News' },
  ]);
  expect(await listed('?q=secret', mail)).toEqual([]);
  expect(await listed('?q=zed', mail)).toEqual([]);
  expect(await listed('', contacts)).toMatchObject([
    { name: 'Only Contact', written_count: 0 },
    { name: 'Zed Contact', written_count: 0, last_written_at: null, source: 'contact' },
  ]);
  expect(await listed('?q=mail', contacts)).toEqual([]);
  const refused = await service.ask('GET', '/correspondents', undefined, none);
  expect([refused.status, refused.body]).toMatchObject([403, { error: { code: 'INSUFFICIENT_SCOPE' } }]);
});

it('an address is spelled as the contact has it only for a token that may read contacts', async () => {
  await sent(['ann@x.example']);
  const id = await contact('Ann', ['ANN@X.example']);
  const all = await tokenFor('emails:read', 'contacts:read', 'contacts:write'); // needed as soon as there is a token
  const mail = await tokenFor('emails:read');
  expect([await listed('', all), await listed('', mail)]).toMatchObject([
    [{ address: 'ANN@X.example' }],
    [{ address: 'ann@x.example' }],
  ]);
  await service.ask('DELETE', `/contacts/${id}`, undefined, all);
  expect(await listed('', all)).toMatchObject([{ address: 'ann@x.example' }]);
});

it('more words than a search may have are refused', async () => {
  const words = Array.from({ length: 33 }, (_, index) => `w${index}`).join('+');
  const { status, body } = await service.ask('GET', `/correspondents?q=${words}`);
  expect([status, (body as { error: { code: string } }).error.code]).toEqual([400, 'INVALID_QUERY']);
});
