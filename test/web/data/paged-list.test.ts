// A long list that is read in pages: what it shows while it is read, after changes, without an answer, and again.
import { afterEach, describe, expect, it } from 'vitest';
import { addPending, removePending } from '../../../web/src/data/changes/pending.ts';
import { emitMessage, emitResync } from '../../../web/src/data/live/feed.ts';
import { LiveList } from '../../../web/src/data/live/paged-list.ts';
import { refreshAll } from '../../../web/src/data/live/refresh.ts';
import { waitUntil } from '../../support/wait-until.ts';

interface Row {
  id: string;
  folder: string;
}

interface Question {
  offset: number;
  signal: AbortSignal;
  answer(): void;
  fail(error: Error): void;
}

const closes: (() => void)[] = [];
let serial = 0;

afterEach(() => {
  for (const close of closes.splice(0)) close();
});

/** A list of a service whose rows the test changes, and whose answers it gives or has given at once. */
function listOf(count: number, { isManual = false, key = `list-${++serial}` } = {}) {
  const service = { rows: rows(0, count), questions: [] as Question[] };
  const list = new LiveList<Row>({
    key,
    kind: 'threads',
    events: ['email.*'],
    belongs: ({ folder }) => folder === 'INBOX',
    load: ({ offset, limit }, signal) =>
      new Promise((resolve, reject) => {
        const answer = () =>
          resolve({ data: service.rows.slice(offset, offset + limit), meta: { total: service.rows.length } });
        service.questions.push({ offset, signal, answer, fail: reject });
        if (!isManual) answer();
      }),
  });
  const open = () => {
    const close = list.open();
    closes.push(close);
    return close;
  };
  const ids = () => {
    const { total = 0, row } = list.get();
    return Array.from({ length: total }, (_, index) => row(index)?.id);
  };
  return { list, service, open, ids, key };
}

function rows(from: number, to: number): Row[] {
  return Array.from({ length: to - from }, (_, index) => ({ id: `t${from + index}`, folder: 'INBOX' }));
}

const changed = { event: 'email.updated', seq: 1, timestamp: '', data: { id: 'e1' } } as never;

describe('a paged list', () => {
  it('reads the pages that are looked at, and no others', async () => {
    const { list, service, open } = listOf(1000);
    open();
    await waitUntil(list.get, ({ total }) => total === 1000);
    list.show(400, 420);
    await waitUntil(list.get, ({ row }) => row(400) !== undefined);
    expect(service.questions.map(({ offset }) => offset)).toEqual([0, 400]);
  });

  it('reads once more after a change that arrives while it is read', async () => {
    const { list, service, open, ids } = listOf(3, { isManual: true });
    open();
    await waitUntil(
      () => service.questions.length,
      (count) => count === 1,
    );
    emitMessage(changed);
    service.questions[0]?.answer();
    service.rows = rows(1, 3);
    await waitUntil(
      () => service.questions.length,
      (count) => count === 2,
    );
    service.questions[1]?.answer();
    await waitUntil(list.get, ({ total }) => total === 2);
    expect(ids()).toEqual(['t1', 't2']);
  });

  it('asks the service while its stored page is read, which an answer without rows replaces', async () => {
    const first = listOf(3);
    first.open();
    await waitUntil(first.list.get, ({ total }) => total === 3);
    const { list, service, open, ids } = listOf(0, { isManual: true, key: first.key });
    open();
    expect(service.questions).toHaveLength(1);
    service.questions[0]?.answer();
    await waitUntil(list.get, ({ total }) => total === 0);
    expect(ids()).toEqual([]);
  });

  it('has no row twice when rows move from a page that is not visible', async () => {
    const { list, service, open, ids } = listOf(100);
    open();
    await waitUntil(list.get, ({ total }) => total === 100);
    list.show(50, 60);
    await waitUntil(list.get, ({ row }) => row(50) !== undefined);
    list.show(0, 10);
    service.rows = rows(10, 100);
    emitMessage(changed);
    await waitUntil(list.get, ({ total }) => total === 90);
    const known = ids().filter((id) => id !== undefined);
    expect(new Set(known).size).toBe(known.length);
  });

  it('shows an archived row at no moment again when the pending change ends', async () => {
    const { list, service, open, ids } = listOf(3);
    open();
    await waitUntil(list.get, ({ total }) => total === 3);
    const seen: string[] = [];
    list.subscribe(() => seen.push(ids().join()));
    addPending('m1', [{ kind: 'threads', id: 't1', values: { folder: 'Archive' } }]);
    service.rows = service.rows.filter(({ id }) => id !== 't1');
    await refreshAll();
    removePending('m1');
    expect(new Set(seen)).toEqual(new Set(['t0,t2']));
  });

  it('does not take an answer that comes after it was closed', async () => {
    const { list, service, open } = listOf(3, { isManual: true });
    open()();
    open(); // as StrictMode does
    await waitUntil(
      () => service.questions.length,
      (count) => count >= 1,
    );
    const last = service.questions.at(-1);
    service.rows = rows(0, 5);
    last?.answer();
    await waitUntil(list.get, ({ total }) => total === 5);
    expect(service.questions.filter(({ signal }) => !signal.aborted)).toHaveLength(1);
  });

  it('reads again at once when the connection is back, although a request still waits', async () => {
    const { list, service, open } = listOf(2, { isManual: true });
    open();
    await waitUntil(
      () => service.questions.length,
      (count) => count === 1,
    );
    emitResync();
    await waitUntil(
      () => service.questions.length,
      (count) => count === 2,
    );
    expect(service.questions[0]?.signal.aborted).toBe(true);
    service.questions[1]?.answer();
    await waitUntil(list.get, ({ total }) => total === 2);
  });

  it('has an error until it can be read again', async () => {
    const { list, service, open } = listOf(2, { isManual: true });
    open();
    await waitUntil(
      () => service.questions.length,
      (count) => count === 1,
    );
    service.questions[0]?.fail(new Error('unreachable'));
    await waitUntil(list.get, ({ error }) => error?.message === 'unreachable');
    emitResync();
    await waitUntil(
      () => service.questions.length,
      (count) => count === 2,
    );
    service.questions[1]?.answer();
    await waitUntil(list.get, ({ error, total }) => error === undefined && total === 2);
  });

  it('shows pages that were read before when the service cannot be reached', async () => {
    const before = listOf(200, { key: 'stored' });
    before.open();
    await waitUntil(before.list.get, ({ total }) => total === 200);
    before.list.show(100, 120);
    await waitUntil(before.list.get, ({ row }) => row(100) !== undefined);
    const { list, service, open } = listOf(200, { key: 'stored', isManual: true });
    open();
    await waitUntil(list.get, ({ total }) => total === 200);
    list.show(100, 120);
    // No answer comes.
    await waitUntil(list.get, ({ row }) => row(100)?.id === 't100');
    expect(service.questions.length).toBeGreaterThan(0);
  });

  it('keeps few rows of a long list', async () => {
    const { list, open } = listOf(20_000);
    open();
    await waitUntil(list.get, ({ total }) => total === 20_000);
    for (let first = 0; first < 20_000; first += 1000) {
      list.show(first, first + 20);
      await waitUntil(list.get, ({ row }) => row(first) !== undefined);
    }
    expect(list.get().row(0)).toBeUndefined();
    expect(list.get().indexOf('t0')).toBe(-1);
  });
});
