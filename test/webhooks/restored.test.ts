// Webhooks of a restored backup wait for a person; a move keeps them as they are.
import { expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../src/open-store.ts';
import { noteRestored } from '../../src/sending/restored-mail.ts';
import { hookAt, state } from '../support/hooks.ts';
import { startTestService } from '../support/service.ts';
import { accept, startReceiver } from '../support/webhook-receiver.ts';

it('after a restore they are disabled, and continue where the backup was when they are enabled', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.end());
  receiver.answer = (response) => void response.writeHead(503, { 'retry-after': '3600' }).end();
  const settings = { allowHosts: '127.0.0.1' };
  const first = await startTestService(settings);
  const hook = await hookAt(first, receiver.url, {});
  await first.ask('POST', '/contacts', { display_name: 'Ann' });
  await receiver.until(({ length }) => length === 1);
  await first.stop();
  const store = await openEngine(first.database);
  await noteRestored(store);
  await store.close();
  receiver.answer = accept;

  const service = await startTestService({ ...settings, data: first.folder, database: first.database });
  onTestFinished(() => service.end());
  expect(await state(service, hook)).toMatchObject({
    enabled: false,
    disabled_reason: 'restored',
    delivery: { pending: 1 },
  });
  const { body } = await service.ask('GET', '/changes?events=webhook.disabled');
  expect((body as { data: object[] }).data).toHaveLength(1);
  expect(receiver.received).toHaveLength(1);
  await service.ask('PATCH', `/webhooks/${hook.id}`, { enabled: true });
  await receiver.until(({ length }) => length === 2);
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
});
