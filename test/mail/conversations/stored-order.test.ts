// A list of conversations shows the same of mails whose fields are stored in another order, as after an upgrade that
// added a field at the end.
import { expect, it } from 'vitest';
import { startTestService } from '../../support/service.ts';

const OWNER = 1;

it.each([
  ['a field that was added by an upgrade is at the end', (doc: object) => moveToEnd(doc, 'preview')],
  ['what is read comes last', (doc: object) => moveToEnd(doc, 'cc_addresses', 'to_addresses', 'subject', 'thread_id')],
])('a conversation is shown when %s', async (_, reorder) => {
  const service = await startTestService();
  const mail = {
    subject: ',"bcc_addresses":',
    from_address: 'ann@x.org',
    cc_addresses: ['cat@x.org'],
    body_plain: 'Hi.',
  };
  await service.ask('POST', '/emails', { ...mail, received_at: '2026-02-17' });
  const before = (await service.ask('GET', '/threads')).body;
  expect(before).toMatchObject({ data: [{ subject: mail.subject, preview: 'Hi.', participants: [{}, {}] }] });
  await service.store.write(OWNER, async (tx) => {
    const [row] = await tx.all('select doc from emails where user_id = ?1');
    const doc = JSON.stringify(reorder(JSON.parse(row?.doc as string)));
    await tx.run('update emails set doc = ?2 where user_id = ?1', doc);
  });
  expect((await service.ask('GET', '/threads')).body).toEqual(before);
});

function moveToEnd(doc: object, ...names: string[]): object {
  const moved = Object.entries(doc).filter(([name]) => names.includes(name));
  return Object.fromEntries([...Object.entries(doc).filter(([name]) => !names.includes(name)), ...moved]);
}
