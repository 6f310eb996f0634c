// Notifies the other instances that a user's log has grown or a job is due, by LISTEN and NOTIFY on a separate
// connection. It notifies after the commit, many commits in one message, so that no writer waits. The log is
// authoritative: lost notifications are compensated by the sweeps of the other instances.
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { backOff } from '../../values/back-off.ts';
import type { Commit } from '../port.ts';

export const CHANNEL = 'daybook';
/** The application name of services in the database. */
const NAME = 'daybook serve';
/** The statement that counts the services on the database. */
export const countServices = `select count(*) as n from pg_stat_activity where datname = current_database() and application_name = '${NAME}'`;
const MAX_BYTES = 7000; // a NOTIFY payload has less than 8,000
const RECONNECT = { base: 100, max: 5000, jitter: 0.5 }; // milliseconds
const HEARTBEAT = 15_000; // a dead connection is detected within this and the query timeout
const QUERY_TIMEOUT = 5000;

export interface Notifier {
  notify(commit: Commit): void;
  close(): Promise<void>;
}

export function openNotifier(options: pg.ClientConfig, received: (commit: Commit) => void): Notifier {
  const waiting = new Map<number, Commit>();
  let client: pg.Client | undefined;
  let sending = false;
  let closed = false;
  const running = run();

  // Connects, and reconnects whenever the connection is lost.
  async function run(): Promise<void> {
    for (let retry = 0; !closed; retry++) {
      const next = newClient(options, received);
      const lost = new Promise<void>((resolve) => next.once('end', resolve));
      try {
        await next.connect();
        await next.query(`listen ${CHANNEL}`);
        client = next;
        retry = 0;
        if (!closed) void flush();
        const heartbeat = setInterval(() => void next.query('select 1').catch(() => cut(next)), HEARTBEAT).unref();
        if (!closed) await lost;
        clearInterval(heartbeat);
      } catch {
        // the next try may succeed
      }
      client = undefined;
      cut(next);
      if (!closed) await sleep(backOff(RECONNECT, retry), undefined, { ref: false });
    }
  }

  async function flush(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      while (client && waiting.size > 0) await client.query('select pg_notify($1, $2)', [CHANNEL, takeText(waiting)]);
    } catch {
      if (client) cut(client); // the sweeps compensate lost notifications
    } finally {
      sending = false;
    }
  }

  return {
    notify(commit) {
      if (!client) return;
      const known = waiting.get(commit.user);
      waiting.set(commit.user, known ? merged(known, commit) : commit);
      void flush();
    },
    async close() {
      closed = true;
      const ended = client?.end().catch(() => {});
      await Promise.race([Promise.all([ended, running]), sleep(1000)]);
      if (client) cut(client);
    },
  };
}

function newClient(options: pg.ClientConfig, received: (commit: Commit) => void): pg.Client {
  const client = new pg.Client({ ...options, application_name: NAME, query_timeout: QUERY_TIMEOUT });
  client.on('error', () => {}); // `end` follows
  client.on('notification', ({ payload, processId }) => {
    if (processId !== (client as { processID?: number }).processID)
      for (const one of readCommits(payload)) received(one);
  });
  return client;
}

// Without a protocol message to a server that may not receive it.
function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

function merged(a: Commit, b: Commit): Commit {
  const dueAt = Math.min(a.dueAt ?? Number.POSITIVE_INFINITY, b.dueAt ?? Number.POSITIVE_INFINITY);
  return { user: a.user, seq: b.seq ?? a.seq, dueAt: Number.isFinite(dueAt) ? dueAt : undefined };
}

/** The messages that announce these commits. */
export function notificationsOf(commits: Commit[]): string[] {
  const waiting = new Map<number, Commit>();
  for (const one of commits) {
    const known = waiting.get(one.user);
    waiting.set(one.user, known ? merged(known, one) : one);
  }
  const texts = [];
  while (waiting.size > 0) texts.push(takeText(waiting));
  return texts;
}

// As many as fit into a message, each as user:seq:due.
function takeText(waiting: Map<number, Commit>): string {
  let text = '';
  for (const [user, { seq, dueAt }] of waiting) {
    if (text.length > MAX_BYTES) break;
    text += `${user}:${seq ?? ''}:${dueAt ?? ''};`;
    waiting.delete(user);
  }
  return text;
}

function readCommits(text = ''): Commit[] {
  return [...text.matchAll(/(\d+):(\d*):(\d*);/g)].map(([, user, seq, dueAt]) => ({
    user: Number(user),
    seq: seq ? Number(seq) : undefined,
    dueAt: dueAt ? Number(dueAt) : undefined,
  }));
}
