// Imports of several users: they progress together, in short transactions, and only their owners can cancel them.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createToken } from '../../src/access/access.ts';
import { importAll } from '../../src/mail/importing/batches.ts';
import { NO_METADATA } from '../../src/protocols/mailboxes/flags.ts';
import type { FoundMessage } from '../../src/protocols/mailboxes/messages.ts';
import { createMessageReader } from '../../src/protocols/mime/read-message.ts';
import { addUser, OWNER } from '../../src/store/tables/users.ts';
import { blobsOf } from '../support/incoming.ts';
import { message } from '../support/messages.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitUntil } from '../support/wait-until.ts';

/** While it is set, an import of the owner stops in its middle until it resolves. */
let held: Promise<void> | undefined;

vi.mock('../../src/mail/importing/batches.ts', async (original) => {
  const real = await original<typeof import('../../src/mail/importing/batches.ts')>();
  const importAll: typeof real.importAll = (parts, messages, counter) =>
    real.importAll(parts, held && parts.user === OWNER ? stopping(messages, held) : messages, counter);
  return { ...real, importAll };
});

async function* stopping(messages: AsyncIterable<FoundMessage>, until: Promise<void>): AsyncGenerator<FoundMessage> {
  let count = 0;
  for await (const one of messages) {
    if (++count > 100) await until;
    yield one;
  }
}

interface Task {
  id: string;
  state: string;
  progress: { imported: number };
}

let service: TestService;
let ann: Record<string, string>;
let bob: Record<string, string>;

beforeAll(async () => {
  service = await startTestService();
  const other = (await addUser(service.store, 'bob'))?.id as number;
  const headers = async (user: number) => {
    const { text } = await createToken(service.store, { user, name: 'x', scopes: ['admin'], expiresAt: null });
    return { authorization: `Bearer ${text}` };
  };
  [ann, bob] = [await headers(OWNER), await headers(other)];
  await vi.waitFor(async () => expect((await service.ask('GET', '/events')).status).toBe(401));
});
afterAll(() => service.end());

const mbox = (count: number) =>
  Array.from({ length: count }, (_, number) =>
    [
      'From ann@example.org Tue Feb 17 09:00:00 2026',
      'From: a@b.c',
      `Message-ID: <${number}@b.c>`,
      `Subject: Lease ${number}`,
      '',
      'Text.',
      '',
      '',
    ].join('\n'),
  ).join('');

async function send(headers: Record<string, string>, content: string): Promise<Task> {
  const body = new FormData();
  body.append('file', new Blob([content]), 'a.mbox');
  const answer = await fetch(`${service.url}/api/v1/imports`, { method: 'POST', body, headers });
  return ((await answer.json()) as { data: Task }).data;
}
const taskOf = async (headers: Record<string, string>, id: string) =>
  (await service.ask('GET', `/tasks/${id}`, undefined, headers)).body['data' as never] as Task;

it('an import of another user is done while a long one runs, which only its owner can cancel', async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  held = promise;
  const long = await send(ann, mbox(200));
  await waitUntil(
    () => taskOf(ann, long.id),
    ({ state, progress }) => state === 'running' && progress.imported > 0,
  );
  const short = await send(bob, mbox(3));
  await waitUntil(
    () => taskOf(bob, short.id),
    ({ state }) => state === 'done',
  );
  expect((await taskOf(bob, short.id)).progress).toMatchObject({ imported: 3 });
  expect(await taskOf(ann, long.id)).toMatchObject({ state: 'running' });
  const cancel = (headers: Record<string, string>) =>
    service.ask('DELETE', `/imports/${long.id}`, undefined, headers).then(({ status }) => status);
  expect([await cancel(bob), await cancel(ann)]).toEqual([404, 200]);
  held = undefined;
  goOn();
});

it('messages are stored in short transactions, between which other writes run', async () => {
  async function* messages(): AsyncGenerator<FoundMessage> {
    for (let number = 0; number < 5; number++) {
      const bytes = message(['From: a@b.c', `Subject: slice ${number}`]);
      const place = { path: 'x', offset: number, folder: 'INBOX', receivedAt: 0 };
      yield { ...place, bytes, rest: null, reason: null, metadata: NO_METADATA };
    }
  }
  const reader = createMessageReader();
  const slices: number[] = [];
  const parts = {
    ...{ store: service.store, blobs: blobsOf(service), reader, user: OWNER },
    ...{ accountId: null, folder: null, isOwnExport: false, deliveredBy: 'command_line' as const, polite: false },
    slice() {
      slices.push(0);
      return () => ++(slices[slices.length - 1] as number) >= 2;
    },
  };
  const counter = { imported: 0, known: 0, skipped() {}, unread() {} };
  await importAll(parts, messages(), counter);
  await reader.close();
  expect([counter.imported, slices]).toEqual([5, [2, 2, 1]]);
});
