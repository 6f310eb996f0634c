// A receiver that is killed again and again gets every change, in order, none missing.
import { expect, it, onTestFinished } from 'vitest';
import { hookAt } from '../support/hooks.ts';
import { expectDeliveredDespiteKills, startReceiverProcesses } from '../support/receiver-processes.ts';
import { startTestService } from '../support/service.ts';

it('a receiver that is killed 50 times while changes are made gets all of them, in order', async () => {
  const service = await startTestService({ allowHosts: '127.0.0.1', webhookRetryBase: '0.005' });
  onTestFinished(() => service.end());
  const receiver = await startReceiverProcesses();
  onTestFinished(() => receiver.end());
  await hookAt(service, receiver.url, { events: ['*'] });
  await expectDeliveredDespiteKills(receiver, async (number) => {
    const { status } = await service.ask('POST', '/contacts', { display_name: `c${number}` });
    expect(status).toBe(201);
  });
});
