// Senders whose images are shown without asking, and mails that only claim to be from one of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/limits.ts';
import { createMessageReader, type MessageReader } from '../../src/protocols/mime/read-message.ts';
import { addUser } from '../../src/store/tables/users.ts';
import { addAccount } from '../support/accounts.ts';
import { asFetched, bring } from '../support/incoming.ts';
import { type Key, keyOf } from '../support/keys.ts';
import { message } from '../support/messages.ts';
import { type Scenario, scenarios, type World } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

const add = (name: string, sender: string, stored: string, status = 201): Scenario => ({
  name,
  ask: ['POST', '/trusted-senders', { sender }],
  status,
  body: { data: { sender: stored } },
  events: status === 201 ? ['trusted_sender.created'] : [],
});
const refused = (sender: unknown): Scenario => ({
  name: `${JSON.stringify(sender)} is refused`,
  ask: ['POST', '/trusted-senders', { sender }],
  status: 400,
  error: 'VALIDATION_ERROR',
  field: 'sender',
  events: [],
});
const first = async ({ service }: World) => {
  const { body } = await service.ask('GET', '/trusted-senders');
  return { id: (body as { data: { id: string }[] }).data[0]?.id as string };
};
const removed = async (world: World) => {
  const { id } = await first(world);
  await world.service.ask('DELETE', `/trusted-senders/${id}`);
  return { id };
};

// biome-ignore format: a row is a line
scenarios('trusted senders', [
  add('an address is added', ' Bob@Example.ORG', 'bob@example.org'),
  add('one that exists in another spelling is 200', '"bob"@example.org', 'bob@example.org', 200),
  add('a domain is added', '@Example.com', '@example.com'),
  add('an international domain is stored in ASCII', '@Bücher.example', '@xn--bcher-kva.example'),
  add('and is the same in ASCII', '@xn--bcher-kva.example', '@xn--bcher-kva.example', 200),
  ...['bob', '@', '@-x.org', '@exa mple.org', 'Bob <bob@example.org>', 'a@b.org, c@d.org', '@example.org/x', '@127.0.0.1', '', null, 7].map(refused),
  { name: 'a misspelt field is refused', ask: ['POST', '/trusted-senders', { address: 'a@b.org' }], status: 400, error: 'VALIDATION_ERROR', events: [] },
  { name: 'the list is in the order of the senders', ask: ['GET', '/trusted-senders'], status: 200, body: { data: [{ sender: '@example.com' }, { sender: '@xn--bcher-kva.example' }, { sender: 'bob@example.org' }], meta: { total: 3 } }, events: [] },
  { name: 'the list has pages', ask: ['GET', '/trusted-senders?limit=1&offset=1'], status: 200, body: { data: [{ sender: '@xn--bcher-kva.example' }], meta: { total: 3, has_more: true } }, events: [] },
  { name: 'one is found in any spelling', ask: ['GET', '/trusted-senders?sender=BOB@EXAMPLE.org'], status: 200, body: { data: [{ sender: 'bob@example.org' }], meta: { total: 1 } }, events: [] },
  { name: 'one is read by its id', given: first, ask: ['GET', '/trusted-senders/{id}'], status: 200, body: { data: { sender: '@example.com' } }, events: [] },
  { name: 'one cannot be changed', given: first, ask: ['PATCH', '/trusted-senders/{id}', {}], status: 405, error: 'METHOD_NOT_ALLOWED', events: [] },
  { name: 'If-Match with an old ETag is 412', given: first, ask: ['DELETE', '/trusted-senders/{id}', undefined, { 'if-match': '"0"' }], status: 412, error: 'PRECONDITION_FAILED', events: [] },
  { name: 'one is removed', given: first, ask: ['DELETE', '/trusted-senders/{id}'], status: 200, body: { data: { id: '{id}', deleted: true } }, events: ['trusted_sender.deleted'] },
  { name: 'a second removal is 404', given: removed, ask: ['DELETE', '/trusted-senders/{id}'], status: 404, error: 'NOT_FOUND', events: [] },
]);

describe('the page of a mail', () => {
  const ACCOUNT = '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d11';
  let service: TestService;
  let reader: MessageReader;
  let owner: Key;
  beforeAll(async () => {
    service = await startTestService();
    owner = await keyOf(service, ['admin']);
    reader = createMessageReader();
    await addAccount(service, { id: ACCOUNT, imap: { host: 'imap.example.org' } });
    for (const sender of ['ann@example.org', '@example.com', '@xn--bcher-kva.example'])
      await service.ask('POST', '/trusted-senders', { sender }, owner.headers);
  });
  afterAll(async () => {
    await reader.close();
    await service.end();
  });

  /** The reason that its header gives, and how many images were left out. */
  async function page(mail: string, query = '', key = owner): Promise<[reason: string | null, blocked: string | null]> {
    const { status, headers } = await service.ask('GET', `/emails/${mail}/html${query}`, undefined, key.headers);
    expect(status).toBe(200);
    return [headers.get('x-remote-images'), headers.get('x-blocked-remote-items')];
  }
  /** As if an account had fetched it from a server that writes no results. */
  async function mailFrom(from_address: string, more: object = {}, key = owner): Promise<string> {
    const mail = { received_at: '2026-02-17T09:00:00Z', body_html: '<img src="https://t.example/a.png">' };
    const { body } = await service.ask('POST', '/emails', { ...mail, from_address, ...more }, key.headers);
    return asFetched(service, (body as { data: { id: string } }).data.id);
  }

  it.each([
    ['ann@example.org', 'trusted', '0'],
    ['ANN@EXAMPLE.org', 'trusted', '0'],
    ['bob@example.org', 'untrusted', '1'],
    ['bob@example.com', 'trusted', '0'],
    ['bob@mail.example.com', 'untrusted', '1'],
    ['bob@notexample.com', 'untrusted', '1'],
    ['bob@bücher.example', 'trusted', '0'],
    ['@example.com', 'untrusted', '1'],
    ['\u212aen@example.org', 'untrusted', '1'],
  ])('from %s is %s', async (from, reason, blocked) => {
    expect(await page(await mailFrom(from))).toEqual([reason, blocked]);
  });

  it('follows the request, whoever the sender is', async () => {
    const [trusted, other] = [await mailFrom('ann@example.org'), await mailFrom('bob@example.org')];
    expect(await page(trusted, '?remote=false')).toEqual(['declined', '1']);
    expect(await page(other, '?remote=true')).toEqual(['requested', '0']);
  });

  it('of a mail that was not received, or that is spam, does not show images because of its sender', async () => {
    expect(await page(await mailFrom('ann@example.org', { status: 'draft' }))).toEqual(['untrusted', '1']);
    const spam = await mailFrom('ann@example.org', { folder: 'spam' });
    expect(await page(spam)).toEqual(['unverified', '1']);
    await service.ask('POST', `/emails/${spam}/snooze`, { until: '2100-01-01T00:00:00Z' }, owner.headers);
    expect(await page(spam)).toEqual(['unverified', '1']);
  });

  const verified: [results: string, reason: string][] = [
    ['spf=pass; dkim=pass; dmarc=pass', 'trusted'],
    ['spf=fail; dkim=pass; dmarc=pass', 'trusted'],
    ['spf=pass; dkim=pass; dmarc=fail', 'unverified'],
    ['spf=pass; dkim=pass; dmarc=temperror', 'unverified'],
    ['spf=pass; dkim=none; dmarc=none', 'unverified'],
    ['spf=pass smtp.mailfrom=bounce@example.org; dmarc=none', 'trusted'],
    ['spf=pass smtp.mailfrom=example.org', 'trusted'],
    ['spf=pass smtp.mailfrom="a b"@Mail.Example.ORG', 'trusted'],
    ['spf=pass smtp.mailfrom=eve@evil.example; dkim=pass header.d=evil.example; dmarc=none', 'unverified'],
    ['spf=pass smtp.mailfrom=eve@notexample.org', 'unverified'],
    ['spf=pass smtp.mailfrom=eve@example.org.evil.example', 'unverified'],
    ['spf=pass smtp.mailfrom="x smtp.mailfrom=example.org"@evil.example', 'unverified'],
    ['spf=pass smtp.mailfrom=org', 'unverified'],
    ['spf=pass smtp.helo=example.org', 'unverified'],
    ['spf=fail smtp.mailfrom=example.org', 'unverified'],
    ['spf=softfail smtp.mailfrom=list.example; dkim=pass header.d=example.org', 'trusted'],
    ['dkim=pass header.i=@example.org header.s=s1', 'trusted'],
    ['dkim=pass header.i="x header.d=example.org "@evil.example', 'unverified'],
    ['dkim=pass header.i=x header.d=example.org header.d=evil.example', 'unverified'],
    ['dkim=fail header.d=example.org; dkim=pass header.d=evil.example', 'unverified'],
    ['spf=softfail; dkim=pass', 'unverified'],
    ['spf=pass; dkim=fail', 'unverified'],
    ['spf=none; dkim=none; dmarc=none', 'unverified'],
    ['spf=neutral', 'unverified'],
  ];
  it.each(verified)('of a mail with %s is %s', async (results, reason) => {
    const raw = message(
      [
        `Authentication-Results: example.org; ${results}`,
        'Received: from x.org (x.org [203.0.113.9]) by mx.example.org with ESMTP; Tue, 17 Feb 2026 09:00:00 +0100',
        'From: ann@example.org',
        'Content-Type: text/html',
      ],
      '<img src="https://t.example/a.png">',
    );
    const { record } = await bring(service, reader, raw, { account_id: ACCOUNT });
    expect((record as { authentication?: object }).authentication).not.toBeNull();
    expect(await page(record.id)).toEqual([reason, reason === 'trusted' ? '0' : '1']);
  });

  it('does not follow the trust of another user, and tokens that may not read mail do not see it', async () => {
    const other = await keyOf(service, ['admin'], (await addUser(service.store, 'other'))?.id);
    expect(await page(await mailFrom('ann@example.org', {}, other), '', other)).toEqual(['untrusted', '1']);
    const { body } = await service.ask('GET', '/trusted-senders', undefined, other.headers);
    expect(body).toMatchObject({ data: [], meta: { total: 0 } });
    for (const [scope, seen] of [
      ['settings:write', false],
      ['emails:read', true],
    ] as const) {
      const { headers } = await keyOf(service, [scope]);
      const changes = await service.ask('GET', '/changes?since=0', undefined, headers);
      expect(changes.text.includes('trusted_sender.created')).toBe(seen);
    }
  });

  it(`a user has at most ${limits.trustedSenders}`, async () => {
    const user = (await addUser(service.store, 'full'))?.id as number;
    const full = await keyOf(service, ['admin'], user);
    await service.store.write(user, async (tx) =>
      tx.run(
        `insert into trusted_senders (user_id, id, handle, seq, doc, created_at, updated_at, sender)
          with recursive n (i) as (select 1 union all select i + 1 from n where i < ${limits.trustedSenders})
          select cast(?1 as bigint), 'x' || i, 'x', 0, '{}', 0, 0, 'x' || i || '@b.org' from n`,
      ),
    );
    const answer = await service.ask('POST', '/trusted-senders', { sender: 'a@b.org' }, full.headers);
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('remove one first')]);
  });
});
