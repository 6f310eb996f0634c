// A client that keeps a copy of all records by the change feed alone, over sockets that are cut now and then or by
// polling, and the records of the service to compare it with.
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ask } from './soak-clients.ts';

interface Message {
  event: string;
  seq: number;
  data: { id: string; permanent?: boolean; deleted_at?: string | null };
}

export interface Replica {
  how: string;
  connections(): number;
  /** How often a seq was not the one after the last. */
  gaps(): number;
  /** Resolves when it has got so far; rejects after a minute without. */
  until(seq: number): Promise<void>;
  differences(truth: ReadonlyMap<string, string>): string[];
  stop(): Promise<void>;
}

const LISTS = ['contacts', 'events', 'emails'];
const TRASHED = 'in the trash';

/** The digest of each record by its id. */
function digestOf(record: object): string {
  return hash('sha1', JSON.stringify(record));
}

export function startReplica(url: string, token: string, index: number): Replica {
  const records = new Map<string, string>();
  let [seq, gaps, connections, stopped] = [0, 0, 0, false];

  function apply({ event, seq: next, data }: Message): void {
    if (next !== seq + 1) gaps++;
    seq = next;
    if (!/^(contact|event|email)\./.test(event)) return;
    if (data.permanent) records.delete(data.id);
    else if (event.endsWith('.deleted')) records.set(data.id, TRASHED);
    else records.set(data.id, digestOf(data));
  }

  const follow = index === 0 ? poll : listen;

  async function poll(): Promise<void> {
    while (!stopped) {
      const { data, meta } = await ask(url, 'GET', `/changes?since=${seq}&limit=200`);
      connections++;
      for (const message of data as Message[]) apply(message);
      if (!meta.has_more) await sleep(200);
    }
  }

  async function listen(): Promise<void> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?since=${seq}&token=${token}`);
    connections++;
    const closed = new Promise((resolve) => {
      socket.on('close', resolve);
      socket.on('error', () => socket.terminate());
    });
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString()) as Message;
      if (message.event !== 'connected') apply(message);
    });
    // One says goodbye, the other is cut off; both go on by since.
    const timer = setTimeout(() => (index === 1 ? socket.close() : socket.terminate()), 2000 + Math.random() * 10_000);
    const watch = setInterval(() => stopped && socket.close(), 50);
    await closed;
    clearTimeout(timer);
    clearInterval(watch);
  }

  async function run(): Promise<void> {
    while (!stopped) {
      await follow().catch(() => {});
      if (!stopped) await sleep(100);
    }
  }

  const running = run();
  return {
    how: ['polling', 'a socket that closes', 'a socket that is reset'][index] as string,
    connections: () => connections,
    gaps: () => gaps,
    async until(end) {
      for (let rest = 600; seq < end; rest--) {
        if (rest === 0) throw new Error(`a replica has come to ${seq} and not to ${end}`);
        await sleep(100);
      }
    },
    differences(truth) {
      const ids = new Set([...truth.keys(), ...records.keys()]);
      return [...ids].filter((id) => truth.get(id) !== records.get(id));
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}

/** What the service has, once nobody writes any more. */
export async function recordsOf(url: string): Promise<{ seq: number; records: Map<string, string> }> {
  const records = new Map<string, string>();
  for (const list of LISTS) {
    for (const trash of [false, true]) {
      for (let [offset, more] = [0, true]; more; ) {
        const { data, meta } = await ask(url, 'GET', `/${list}?limit=200&offset=${offset}&only_deleted=${trash}`);
        const page = data as { id: string }[];
        for (const record of page) records.set(record.id, trash ? TRASHED : digestOf(record));
        offset += page.length;
        more = meta.has_more;
      }
    }
  }
  return { seq: (await ask(url, 'GET', '/changes?limit=0')).meta.seq, records };
}
