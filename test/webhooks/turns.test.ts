// Slow receivers of one user delay neither other users nor, for long, the user's other webhooks.
import type { ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { limits } from '../../src/limits.ts';
import { hookAt } from '../support/hooks.ts';
import { startTestService } from '../support/service.ts';
import { newUser } from '../support/user-asks.ts';
import { waitUntil } from '../support/wait-until.ts';
import { accept, startReceiver } from '../support/webhook-receiver.ts';

async function receiverFor() {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.end());
  return receiver;
}

it('one user has few requests at a time, and webhooks that wait get their turn after those that were slow', async () => {
  const service = await startTestService({ allowHosts: '127.0.0.1' });
  onTestFinished(() => service.end());
  const [slow, quick] = [await receiverFor(), await receiverFor()];
  const [one, other] = [await newUser(service, 'one'), await newUser(service, 'other')];
  const held: ServerResponse[] = [];
  slow.answer = (response) => void held.push(response);
  await hookAt(other, quick.url, {});
  for (let count = 0; count < limits.webhooksOfUser + 2; count++) await hookAt(one, slow.url, {});
  for (const name of ['a', 'b']) await one.ask('POST', '/contacts', { display_name: name });
  await slow.until(({ length }) => length === limits.webhooksOfUser);
  const began = Date.now();
  await other.ask('POST', '/contacts', { display_name: 'c' });
  await quick.until(({ length }) => length === 1);
  expect(slow.received).toHaveLength(limits.webhooksOfUser);
  await waitUntil(Date.now, (now) => now > began + limits.webhookTurn);
  for (const response of held.splice(0)) accept(response); // those that follow are not answered
  const webhooks = () => new Set(slow.received.map(({ id }) => id.split('_')[1]));
  await waitUntil(
    () => [...webhooks()],
    ({ length }) => length === limits.webhooksOfUser + 2,
  );
});
