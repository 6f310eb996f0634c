// A receiver that is killed again and again gets every change, in order, none missing.
import { expect, it, onTestFinished } from 'vitest';
import { hookAt } from '../support/hooks.ts';
import { firstSeqs, startReceiverProcesses } from '../support/receiver-processes.ts';
import { startTestService } from '../support/service.ts';

const KILLS = 50;

it(`a receiver that is killed ${KILLS} times while changes are made gets all of them, in order`, async () => {
  const service = await startTestService({ allowHosts: '127.0.0.1', webhookRetryBase: '0.005' });
  onTestFinished(() => service.end());
  const receiver = await startReceiverProcesses();
  onTestFinished(() => receiver.end());
  await hookAt(service, receiver.url, { events: ['*'] });
  let written = 0;
  const write = async (contacts: number) => {
    for (let count = 0; count < contacts; count++) {
      const { status } = await service.ask('POST', '/contacts', { display_name: `c${written++}` });
      expect(status).toBe(201);
    }
  };
  for (let kill = 0; kill < KILLS; kill++) {
    const before = receiver.received().length;
    const writing = write(4);
    await receiver.until(({ length }) => length > before + (kill % 3));
    await receiver.replace();
    await writing;
  }
  await receiver.until((lines) => firstSeqs(lines).length >= written);
  const lines = receiver.received();
  expect(firstSeqs(lines)).toEqual(Array.from({ length: written }, (_, index) => index + 2));
  expect(lines.filter(({ isAlone }) => !isAlone)).toEqual([]);
});
