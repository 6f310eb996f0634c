// Changes are sent to webhooks: signed, in order, each at least once, with retries, until a webhook is disabled.
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepHouse } from '../../src/jobs/housekeeping.ts';
import { limits } from '../../src/limits.ts';
import { type Hook, hookAt, state, untilState } from '../support/hooks.ts';
import { seqOf, startTestService, type TestService } from '../support/service.ts';
import { accept, type Receiver, startReceiver, verify } from '../support/webhook-receiver.ts';

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  service = await startTestService({ allowHosts: '127.0.0.1', webhookRetryBase: '0.01' });
});
afterAll(() => service.end());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  const { body } = await service.ask('GET', '/webhooks');
  for (const { id } of (body as { data: Hook[] }).data) await service.ask('DELETE', `/webhooks/${id}`);
  await receiver.end();
});

const aHook = (values: object = {}): Promise<Hook> => hookAt(service, receiver.url, values);
const patch = (hook: Hook, values: object) => service.ask('PATCH', `/webhooks/${hook.id}`, values);
const write = (name: string) => service.ask('POST', '/contacts', { display_name: name });
const names = () => receiver.received.map(({ data }) => data.data?.display_name);
const sql = (text: string) => service.store.write(1, async (tx) => tx.run(`${text} where user_id = ?1`));
const status =
  (code: number, headers = {}) =>
  (response: Parameters<typeof accept>[0]) =>
    void response.writeHead(code, headers).end('no');

describe('a message', () => {
  it('has the seq and the record of its change, and a signature that another implementation verifies', async () => {
    const { secret, delivery } = await aHook({ events: ['contact.*'] });
    const { body } = await write('Ann');
    await receiver.until(({ length }) => length === 1);
    const message = receiver.received[0] as (typeof receiver.received)[0];
    expect(message).toMatchObject({
      type: 'contact.created',
      data: { event: 'contact.created', seq: delivery.last_seq + 1, data: (body as { data: object }).data },
    });
    expect(message.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Daybook' });
    verify(secret, message);
    expect(() => verify('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toThrow();
    expect(() => verify(secret, { ...message, text: `${message.text} ` })).toThrow();
  });

  it('is signed with both secrets for a day after a rotation, then with the new one', async () => {
    const { id, secret } = await aHook();
    const { body } = await service.ask('POST', `/webhooks/${id}/rotate-secret`);
    const rotated = (body as { data: Hook }).data.secret;
    expect(rotated).not.toBe(secret);
    await write('Ann');
    await receiver.until(({ length }) => length === 1);
    for (const one of [secret, rotated]) verify(one, receiver.received[0] as never);
    const shown = (await service.ask('GET', `/webhooks/${id}/secret`)).body as { data: object };
    expect(shown.data).toEqual({ secret: rotated, previous_secret: secret });
    await sql(`update webhooks set secrets = replace(secrets, '"until":', '"until":0,"was":')`);
    await service.ask('PATCH', `/webhooks/${id}`, {}); // so that a session that is under way reads it again
    await write('Ben');
    await receiver.until(({ length }) => length === 2);
    verify(rotated, receiver.received[1] as never);
    expect(() => verify(secret, receiver.received[1] as never)).toThrow();
  });

  it('is sent only for the events of the webhook, and without bodies where it asks for that', async () => {
    await aHook({ events: ['email.created'], body: false });
    await write('Ann');
    const mail = { from_address: 'a@b.org', subject: 'Tea', body_plain: 'x', received_at: '2026-02-17T09:00:00Z' };
    const { body } = await service.ask('POST', '/emails', mail);
    await service.ask('POST', `/emails/${(body as { data: { id: string } }).data.id}/star`);
    await service.ask('POST', '/emails', { ...mail, subject: 'Milk' });
    await receiver.until(({ length }) => length === 2);
    expect(receiver.received.map(({ data }) => data.data?.subject)).toEqual(['Tea', 'Milk']);
    for (const { data } of receiver.received) expect(data.data).not.toHaveProperty('body_plain');
  });

  it('of a large change has no record, but says where it is', async () => {
    const hook = await aHook({ events: ['email.*'], enabled: false });
    const mail = { from_address: 'a@b.org', received_at: '2026-02-17T09:00:00Z' };
    const ids: string[] = [];
    for (const chars of [limits.webhookBytes, limits.hugeBytes + 1, 10]) {
      const { body } = await service.ask('POST', '/emails', { ...mail, body_plain: 'x'.repeat(chars) });
      ids.push((body as { data: { id: string } }).data.id);
    }
    await patch(hook, { enabled: true }); // so that all of them are read together
    await receiver.until(({ length }) => length === 3);
    expect(receiver.received.map(({ data }) => data.data?.id ?? data.omitted)).toMatchObject([
      { id: ids[0], path: `/api/v1/emails/${ids[0]}` },
      { id: ids[1], path: `/api/v1/emails/${ids[1]}` },
      ids[2] as never,
    ]);
  });
});

describe('delivery', () => {
  it('is in order, one request at a time, each with an id of its own', async () => {
    const { last_seq: first } = (await aHook()).delivery;
    await Promise.all(Array.from({ length: 60 }, (_, index) => write(`c${index}`)));
    await receiver.until(({ length }) => length === 60);
    expect(receiver.received.map(({ data }) => data.seq)).toEqual(
      Array.from({ length: 60 }, (_, index) => first + index + 1),
    );
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(60);
    expect(receiver.atOnce).toBe(1);
  });

  it('of a message that is refused is tried again with the same id, before those after it', async () => {
    const hook = await aHook();
    const seq = hook.delivery.last_seq + 1;
    let refusals = 3;
    receiver.answer = (response) => (refusals-- > 0 ? status(500)(response) : accept(response));
    for (const name of ['a', 'b']) await write(name);
    await receiver.until(({ length }) => length === 5);
    expect(names()).toEqual(['a', 'a', 'a', 'a', 'b']);
    expect(new Set(receiver.received.slice(0, 4).map(({ id }) => id)).size).toBe(1);
    await untilState(service, hook, ({ delivery }) => delivery.pending === 0);
    expect((await state(service, hook)).delivery).toMatchObject({
      ...{ last_seq: seq + 1, failing_since: null, next_attempt_at: null },
      last_error: expect.stringContaining('status 500: no. Look'),
    });
    const { body } = await service.ask('GET', `/webhooks/${hook.id}/deliveries`);
    const { data, meta } = body as { data: Record<string, unknown>[]; meta: { total: number } };
    expect(meta.total).toBe(5);
    expect(data.map(({ attempt, status, ...one }) => [one.seq, attempt, status])).toEqual([
      ...[
        [seq + 1, 1, 204],
        [seq, 4, 204],
        [seq, 3, 500],
        [seq, 2, 500],
      ],
      [seq, 1, 500],
    ]);
  });

  it('continues after a restart of the service', async () => {
    const hook = await aHook();
    receiver.answer = status(500);
    await write('a');
    await untilState(service, hook, ({ delivery }) => delivery.failing_since !== null);
    await service.stop();
    receiver.answer = accept;
    const { folder, database } = service;
    const again = await startTestService({ data: folder, database, allowHosts: '127.0.0.1', webhookRetryBase: '0.01' });
    service = { ...again, end: again.end };
    await receiver.until((all) => all.length > 1);
    await untilState(service, hook, ({ delivery }) => delivery.pending === 0);
  });

  it('waits for the time that a busy receiver asks for', async () => {
    const hook = await aHook();
    receiver.answer = status(429, { 'retry-after': '3600' });
    await write('a');
    await untilState(service, hook, ({ delivery }) => delivery.failing_since !== null);
    const { next_attempt_at: next } = (await state(service, hook)).delivery;
    expect(Date.parse(next as string) - Date.now()).toBeGreaterThan(3_500_000);
    receiver.answer = accept;
    await patch(hook, { url: `${receiver.url}/other` }); // a changed URL is tried at once
    await receiver.until(({ length }) => length === 2);
  });

  it('to one that never answers does not delay another', async () => {
    const slow = await startReceiver();
    slow.answer = () => {};
    for (let count = 0; count < 3; count++) await hookAt(service, slow.url, {});
    await aHook();
    for (const name of ['a', 'b']) await write(name);
    await receiver.until(({ length }) => length === 2);
    expect(slow.received).toHaveLength(3);
    await slow.end();
  });

  it('includes what a pattern that was added during a request matches after it', async () => {
    const hook = await aHook();
    let held: ServerResponse | undefined;
    receiver.answer = (response) => {
      held = response;
    };
    await write('a');
    await receiver.until(({ length }) => length === 1);
    await patch(hook, { events: ['contact.*', 'event.*'] });
    const times = { start_at: '2026-02-17T09:00:00Z', end_at: '2026-02-17T10:00:00Z' };
    expect((await service.ask('POST', '/events', { title: 'Tea', ...times })).status).toBe(201);
    receiver.answer = accept;
    accept(held as ServerResponse);
    await receiver.until(({ length }) => length === 2);
    expect(receiver.received.map(({ type }) => type)).toEqual(['contact.created', 'event.created']);
  });

  it('does not begin with changes that were made before a pattern was added', async () => {
    const hook = await aHook({ events: ['event.*'] });
    await write('before');
    await patch(hook, { events: ['event.*', 'contact.*'] });
    await write('after');
    await receiver.until(({ length }) => length === 1);
    expect(names()).toEqual(['after']);
  });
});

describe('a webhook is disabled', () => {
  const disabled = (hook: Hook) => untilState(service, hook, ({ enabled }) => !enabled);

  it('by 410, with an event, and continues where it was when it is enabled again', async () => {
    const hook = await aHook({ events: ['contact.*'] });
    receiver.answer = status(410);
    await write('a');
    await disabled(hook);
    await write('b');
    const last_error = expect.stringContaining('this answer to a change disables the webhook');
    expect(await state(service, hook)).toMatchObject({ disabled_reason: 'gone', delivery: { pending: 2, last_error } });
    const { body } = await service.ask('GET', `/changes?since=${hook.delivery.last_seq}&events=webhook.disabled`);
    expect((body as { data: { data: object }[] }).data).toMatchObject([{ data: { id: hook.id, enabled: false } }]);
    receiver.answer = accept;
    expect((await patch(hook, { enabled: true })).body).toMatchObject({
      data: { disabled_reason: null, disabled_at: null },
    });
    await receiver.until(({ length }) => length === 3);
    expect(names()).toEqual(['a', 'a', 'b']);
  });

  it('after five days without success', async () => {
    const hook = await aHook();
    receiver.answer = status(500);
    await write('a');
    await untilState(service, hook, ({ delivery }) => delivery.failing_since !== null);
    await sql(`update webhook_progress set failing_since = ${Date.now() - limits.webhookFailing}`);
    await disabled(hook);
    expect((await state(service, hook)).disabled_reason).toBe('failing');
  });
});

describe('the log', () => {
  it('can forget changes that a webhook does not want: it misses nothing', async () => {
    const hook = await aHook({ events: ['contact.deleted'] });
    const last = seqOf(await write('Ann'));
    await untilState(service, hook, ({ delivery }) => delivery.last_seq >= last);
    expect(receiver.received).toEqual([]);
  });

  it('is kept for an enabled webhook until one that fails is disabled; what is missing later is said', async () => {
    const hook = await aHook({ events: ['contact.*'], enabled: false });
    const { last_seq: first } = hook.delivery;
    for (const name of ['a', 'b']) await write(name);
    await sql(`update changes set at = at - ${6 * 86_400_000}`);
    await patch(hook, { url: 'http://127.0.0.1:1/', enabled: true });
    await keepHouse(service.store, 1);
    expect((await service.ask('GET', `/changes?since=${first}`)).status).toBe(200);
    await patch(hook, { enabled: false });
    await keepHouse(service.store, 1);
    expect((await service.ask('GET', `/changes?since=${first}`)).status).toBe(410);
    await patch(hook, { url: receiver.url, enabled: true });
    await write('c');
    await receiver.until(({ length }) => length === 2);
    expect(receiver.received.map(({ type, data }) => [type, data.after ?? null, data.seq])).toEqual([
      ['changes.expired', first, first + 2],
      ['contact.created', null, first + 6],
    ]);
  });
});
