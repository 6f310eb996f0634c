// What webhooks are sent is what the OpenAPI document says.
import { expect, it } from 'vitest';
import { keepHouse } from '../../src/jobs/housekeeping.ts';
import { faults } from '../http/docs/document.ts';
import { hookAt } from '../support/hooks.ts';
import { startTestService } from '../support/service.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

it('the messages about changes of every kind fit the schema WebhookPayload', async () => {
  const service = await startTestService({ allowHosts: '127.0.0.1' });
  const receiver = await startReceiver();
  const { id: hook } = await hookAt(service, receiver.url, { events: ['*'] });
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await service.ask(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return (answer.body as { data: { id: string } }).data.id;
  };
  const event = await ask('POST', '/events', { title: 'Choir', start_at: '2031-02-17T09:00:00Z' });
  await ask('DELETE', `/events/${event}`);
  const email = await ask('POST', '/emails', { from_address: 'ann@example.org', received_at: '2031-02-17' });
  await ask('POST', `/emails/${email}/snooze`, { until: '2099-01-01' });
  const contact = await ask('POST', '/contacts', { display_name: 'Ann' });
  await ask('DELETE', `/contacts/${contact}?permanent=true`);
  await ask('POST', '/calendars', { name: 'Home' });
  await ask('PATCH', '/calendars/Home', { name: 'House' });
  await ask('DELETE', '/calendars/House');
  for (const path of ['folders', 'labels', 'tags']) await ask('POST', `/${path}`, { name: 'garden' });
  await ask('PATCH', '/settings', { week_start: 'SU' });
  await ask('POST', '/trusted-senders', { sender: 'ann@example.org' });
  await ask('PATCH', `/webhooks/${hook}`, { description: 'Everything' });
  await receiver.until((received) => received.some(({ type }) => type === 'webhook.updated'));
  expect((await service.ask('POST', `/webhooks/${hook}/test`)).body).toMatchObject({ data: { ok: true } });
  await ask('PATCH', `/webhooks/${hook}`, { enabled: false });
  await ask('POST', '/contacts', { display_name: 'Ben' });
  await service.store.write(1, async (tx) => tx.run('update changes set at = 0 where user_id = ?1'));
  await keepHouse(service.store, 1);
  await ask('PATCH', `/webhooks/${hook}`, { enabled: true });
  await receiver.until((received) => received.some(({ type }) => type === 'changes.expired'));
  const wrong = receiver.received.flatMap(({ type, text }) =>
    faults(JSON.parse(text), 'components', 'schemas', 'WebhookPayload').map((fault) => `${type}: ${fault}`),
  );
  expect(wrong).toEqual([]);
  const types = new Set(receiver.received.map(({ type }) => type));
  expect(types.size).toBeGreaterThan(15);
  expect(types).toContain('webhook.test');
  await receiver.end();
  await service.end();
});
