// Conversations while mail changes: what a list shows follows every change of a mail, pages by place neither repeat nor
// lose a conversation while mail arrives or because a page is too large, and the feed reports a merge.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../../src/limits.ts';
import { type Context, creatable, create } from '../../../src/records/records.ts';
import { email } from '../../../src/resources/email.ts';
import { changesSince } from '../../support/scenario.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { problemsOf } from '../../support/soundness.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

interface Page {
  data: Record<string, unknown>[];
  meta: { total: number; has_more: boolean; next: string | null };
}
const read = async (path: string) => (await service.ask('GET', path)).body as Page;
const one = async (thread: string) => {
  const { data } = await read(`/threads?include_deleted=true&thread_id=${thread}`);
  const { count, unread, folders, latest_at, has_drafts } = data[0] ?? {};
  return { count, unread, folders, latest_at, has_drafts };
};
const post = async (mail: object) => {
  const answer = await service.ask('POST', '/emails', { from_address: 'ann@x.org', ...mail });
  return (answer.body as { data: { id: string; thread_id: string } }).data;
};
const day = (number: number) => `2020-02-${String(number).padStart(2, '0')}T09:00:00Z`;

it('a conversation follows its mails through move, trash, restore and erasure', async () => {
  const old = await post({ thread_id: 'follows', received_at: day(1), is_read: true });
  const latest = await post({ thread_id: 'follows', received_at: day(5) });
  const both = { count: 2, unread: 1, folders: ['INBOX'], latest_at: day(5), has_drafts: false };
  expect(await one('follows')).toEqual(both);
  await service.ask('PATCH', `/emails/${latest.id}`, { folder: 'Kept', is_read: true });
  expect(await one('follows')).toEqual({ ...both, unread: 0, folders: ['INBOX', 'Kept'] });
  await service.ask('DELETE', `/emails/${latest.id}`);
  expect(await one('follows')).toEqual({ ...both, count: 1, unread: 0, latest_at: day(1) });
  await service.ask('DELETE', `/emails/${old.id}`);
  expect(await one('follows')).toEqual({ ...both, count: 0, unread: 0, folders: [], latest_at: day(5) });
  expect((await read('/threads?thread_id=follows')).meta.total).toBe(0);
  await service.ask('POST', `/emails/${old.id}/restore`);
  expect(await one('follows')).toEqual({ ...both, count: 1, unread: 0, latest_at: day(1) });
  for (const { id } of [old, latest]) await service.ask('DELETE', `/emails/${id}?permanent=true`);
  expect((await service.ask('GET', '/threads/follows')).status).toBe(404);
  expect(await problemsOf(service.database)).toEqual([]);
});

it('a draft changes neither the place nor what is shown, until it is sent or nothing else is left', async () => {
  const shown = async () => {
    const { data } = await read('/threads?thread_id=drafted');
    const { latest_at, latest_id, preview, participants } = data[0] ?? {};
    return { latest_at, latest_id, preview, people: (participants as { address: string }[]).map((one) => one.address) };
  };
  const first = await post({ thread_id: 'drafted', received_at: day(1), body_plain: 'Question' });
  const last = await post({
    thread_id: 'drafted',
    received_at: day(2),
    body_plain: 'Well?',
    from_address: 'bob@x.org',
  });
  const before = await shown();
  expect(before).toEqual({
    latest_at: day(2),
    latest_id: last.id,
    preview: 'Well?',
    people: ['ann@x.org', 'bob@x.org'],
  });
  const own = { thread_id: 'drafted', status: 'draft', from_address: 'me@x.org', to_addresses: ['cat@x.org'] };
  const draft = await post({ ...own, body_plain: 'Dear Bob' });
  expect(await shown()).toEqual(before);
  await service.ask('PATCH', `/emails/drafts/${draft.id}`, { body_plain: 'Dear Bob, yes' });
  expect(await shown()).toEqual(before);
  expect(await one('drafted')).toMatchObject({ count: 3, has_drafts: true, latest_at: day(2) });
  await service.ask('DELETE', `/emails/${last.id}`);
  expect(await shown()).toMatchObject({ latest_id: first.id, latest_at: day(1) });
  await service.ask('DELETE', `/emails/${first.id}`);
  expect(await shown()).toMatchObject({
    latest_id: draft.id,
    preview: 'Dear Bob, yes',
    people: ['me@x.org', 'cat@x.org'],
  });
  expect(await problemsOf(service.database)).toEqual([]);
  await service.ask('POST', `/emails/${first.id}/restore`);
  expect(await shown()).toMatchObject({ latest_id: first.id, latest_at: day(1) });
  expect((await service.ask('POST', `/emails/${draft.id}/send`)).status).toBe(202);
  expect(await shown()).toMatchObject({ latest_id: draft.id, preview: 'Dear Bob, yes' });
  expect((await service.ask('POST', `/emails/${draft.id}/cancel`)).status).toBe(200);
  expect(await shown()).toMatchObject({ latest_id: first.id, latest_at: day(1) });
  await service.ask('DELETE', `/emails/${draft.id}?permanent=true`);
  expect(await shown()).toMatchObject({ latest_id: first.id, latest_at: day(1) });
  expect(await problemsOf(service.database)).toEqual([]);
});

it('of a long conversation, drafts do not take the place of the latest mails', async () => {
  const mails = [];
  for (let number = 1; number <= 25; number++) mails.push(await post({ thread_id: 'long', received_at: day(number) }));
  const draft = { thread_id: 'long', status: 'draft', from_address: 'me@x.org', received_at: '2020-03-01T09:00:00Z' };
  for (let number = 0; number < 9; number++) await post(draft);
  expect((await read('/threads?thread_id=long')).data[0]).toMatchObject({
    count: 34,
    latest_at: day(25),
    latest_id: mails.at(-1)?.id,
    participants: [{ address: 'ann@x.org', name: null, is_sender: true }],
  });
});

it('a mail that links two conversations makes them one, and each mail with another thread_id is on the feed', async () => {
  const first = await post({ message_id: '<link-1@x>', received_at: day(1) });
  const second = await post({ message_id: '<link-2@x>', received_at: day(2) });
  const { seq } = await changesSince(service, 0, 0);
  const link = await post({ references: ['<link-1@x>', '<link-2@x>'], received_at: day(3) });
  const { messages } = await changesSince(service, seq, 100);
  expect(messages.map(({ event, data }) => [event, data.id, data.thread_id])).toEqual([
    ['email.created', link.id, first.thread_id],
    ['email.updated', second.id, first.thread_id],
  ]);
  expect(await one(first.thread_id)).toMatchObject({ count: 3, unread: 3, latest_at: day(3) });
  expect((await service.ask('GET', `/threads/${second.thread_id}`)).status).toBe(404);
  expect(await problemsOf(service.database)).toEqual([]);
});

it('a long conversation keeps its id when an older one is merged with it, so that few mails are saved again', async () => {
  const usual = limits.longConversation;
  Object.assign(limits, { longConversation: 2 });
  const older = await post({ message_id: '<short@x>', received_at: day(1) });
  const long = await post({ message_id: '<long@x>', received_at: day(2) });
  for (let n = 3; n <= 4; n++) await post({ in_reply_to: '<long@x>', received_at: day(n) });
  const { seq } = await changesSince(service, 0, 0);
  const link = await post({ references: ['<short@x>', '<long@x>'], received_at: day(5) });
  const { messages } = await changesSince(service, seq, 100);
  expect(messages.map(({ event, data }) => [event, data.id, data.thread_id])).toEqual([
    ['email.created', link.id, long.thread_id],
    ['email.updated', older.id, long.thread_id],
  ]);
  expect(await one(long.thread_id)).toMatchObject({ count: 5 });
  expect(await problemsOf(service.database)).toEqual([]);
  Object.assign(limits, { longConversation: usual });
});

it('pages by place have each conversation once while new mail arrives and others move', async () => {
  for (let n = 1; n <= 9; n++) await post({ thread_id: `page-${n}`, received_at: day(n), labels: ['paged'] });
  const seen: unknown[] = [];
  let next: string | null = '';
  for (let turn = 10; next !== null; turn++) {
    const page: Page = await read(`/threads?label=paged&limit=2${next && `&before=${next}`}`);
    seen.push(...page.data.map(({ id }) => id));
    next = page.meta.next;
    await post({ thread_id: `new-${turn}`, received_at: day(turn), labels: ['paged'] });
    await post({ thread_id: seen.at(-1), received_at: day(turn), labels: ['paged'] }); // where the next page begins
  }
  expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `page-${n}`));
});

it('a page that is too large ends early and loses nothing', async () => {
  const context: Context = { timezone: 'UTC', source: 'local', versions: null };
  const people = Array.from({ length: 10 }, (_, n) => ({
    address: `${n}@${'x'.repeat(900)}.org`,
    name: 'n'.repeat(1000),
  }));
  await service.store.write(1, async (tx) => {
    for (let n = 0; n < 150; n++) {
      const mail = {
        thread_id: `large-${n}`,
        from_address: 'a@x.org',
        received_at: day(1),
        folder: 'Large',
        to_addresses: people,
      };
      await create(tx, email, creatable(email), mail, context);
    }
  });
  const pages = [await read('/threads?folder=Large&limit=500')];
  for (let next = pages[0]?.meta.next; next; next = pages.at(-1)?.meta.next)
    pages.push(await read(`/threads?folder=Large&limit=500&before=${next}`));
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(2_100_000);
  expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(150);
  expect(pages.reduce((sum, { data }) => sum + data.length, 0)).toBe(150);
  const rest = await read(`/threads?folder=Large&limit=500&offset=${pages[0]?.data.length}`);
  expect(rest.data[0]?.id).toBe(pages[1]?.data[0]?.id);
});
