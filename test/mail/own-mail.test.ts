// One's own mail does not count as unread: drafts, replies, and what is sent.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

type Mail = Record<string, unknown> & { id: string };
async function ask(method: string, path: string, body?: object): Promise<Mail> {
  const answer = await service.ask(method, path, body);
  if (answer.status >= 300) throw new Error(answer.text);
  return (answer.body as { data: Mail }).data;
}
const received = () =>
  ask('POST', '/emails', { from_address: 'ann@example.org', subject: 'Tea?', received_at: '2026-06-01' });

/** What a client shows as unread: of each folder, of conversations, and found by the operator. */
async function unread() {
  const listOf = async (path: string) => (await service.ask('GET', path)).body as { data: Mail[] };
  const folders = (await listOf('/folders')).data
    .filter((one) => one.unread !== 0)
    .map((one) => [one.name, one.unread]);
  const conversations = (await listOf('/threads')).data.map((one) => one.unread);
  const found = (await listOf('/emails?q=is:unread')).data.map((one) => one.status);
  return { folders, conversations, found };
}

it('a draft, a reply and a mail that waits are read, and the received mail is the only unread one', async () => {
  const mail = await received();
  const draft = await ask('POST', '/emails/drafts', { to: 'bob@example.org', subject: 'Plan', body_plain: 'x' });
  const reply = await ask('POST', `/emails/${mail.id}/reply`);
  const queued = await ask('POST', `/emails/${draft.id}/send`);
  expect([draft, reply, queued].map((one) => one.is_read)).toEqual([true, true, true]);
  expect(await unread()).toEqual({
    folders: [['INBOX', 1]],
    conversations: expect.toSatisfy((counts: number[]) => counts.reduce((sum, one) => sum + one, 0) === 1),
    found: ['received'],
  });
  const cancelled = await ask('POST', `/emails/${draft.id}/cancel`);
  expect(cancelled).toMatchObject({ status: 'draft', is_read: true });
});

it('a draft that was stored as unread becomes read when it is edited or sent', async () => {
  const stored = { from_address: 'me@example.org', to_addresses: ['bob@example.org'], subject: 'Old', status: 'draft' };
  const [edited, sent] = [await ask('POST', '/emails', stored), await ask('POST', '/emails', stored)];
  expect([edited, sent].map((one) => one.is_read)).toEqual([false, false]); // POST /emails has its own default
  expect(await ask('PATCH', `/emails/drafts/${edited.id}`, { subject: 'New' })).toMatchObject({ is_read: true });
  expect(await ask('POST', `/emails/${sent.id}/send`)).toMatchObject({ status: 'queued', is_read: true });
});
