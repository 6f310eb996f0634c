// A service, a proxy in front of it, and replicas of the client that reach it through the proxy.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createClient } from '../../client/src/index.ts';
import type { Change } from '../../client/src/replica/listeners.ts';
import type { ReplicaOptions, Selection } from '../../client/src/replica/replica.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';
import { type Answered, seqOf, startTestService, type TestService } from './service.ts';

interface Made extends Answered {
  id: string;
  seq: number;
}

/** For all tests of a file; replicas are closed after each test. */
export function replicaWorld() {
  let service: TestService;
  let proxy: CutProxy;
  let open: { close(): void }[] = [];
  beforeAll(async () => {
    service = await startTestService();
    proxy = await startCutProxy(service.url);
  });
  afterEach(() => {
    for (const one of open) one.close();
    open = [];
    Object.assign(proxy, { target: service.url, isDown: false, isSilent: false, refusesSockets: false });
    proxy.cut();
  });
  afterAll(async () => {
    await proxy.end();
    await service.end();
  });

  function start<const S extends Selection>(options: ReplicaOptions<S>, token?: string) {
    const daybook = createClient({ url: proxy.url, retryDelay: 10, ...(token && { token }) });
    const replica = daybook.replica(options);
    open.push(replica);
    return replica;
  }
  const make = async (method: string, path: string, body?: unknown): Promise<Made> => {
    const answer = await service.ask(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return { ...answer, id: (answer.body as { data: { id: string } }).data?.id, seq: seqOf(answer) };
  };
  return {
    service: () => service,
    proxy: () => proxy,
    start,
    /** A replica that is complete. */
    async startReady<const S extends Selection>(options: ReplicaOptions<S>) {
      const replica = start(options);
      await replica.ready;
      return replica;
    },
    make,
    contact: (name: string, more = {}) => make('POST', '/contacts', { display_name: name, ...more }),
    email: (day: string, more = {}) =>
      make('POST', '/emails', { from_address: 'ann@example.org', received_at: day, ...more }),
    list: async (path: string) => ((await service.ask('GET', path)).body as { data: unknown[] }).data,
  };
}

/** To compare records in whichever order they are. */
export const sorted = (records: readonly unknown[]) => records.map((one) => JSON.stringify(one)).sort();

export const named = (changes: readonly Change[]) => changes.map(({ collection, id }) => `${collection}/${id}`);
