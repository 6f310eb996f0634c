// Tells the other instances that a user's log has grown or a job is due, by LISTEN and NOTIFY on a connection of its
// own. It rings after the commit, many commits in one message, so that no writer waits for it. The log is the truth: a
// ring that is lost, because the line broke or its instance died, is made up for by the sweeps of whoever listens.
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Commit } from './store.ts';

export const CHANNEL = 'daybook';
/** The name of the connections by which services are known in the database. */
const NAME = 'daybook serve';
/** Counts the services on the database. */
export const servicesSql = `select count(*) as n from pg_stat_activity where datname = current_database() and application_name = '${NAME}'`;
const MOST_BYTES = 7000; // a message of NOTIFY has less than 8,000
const SHORTEST_WAIT = 100;
const LONGEST_WAIT = 5000;
const HEARTBEAT = 15_000; // a line that has gone silent is noticed within this and the patience
const PATIENCE = 5000;

export interface Bell {
  ring(commit: Commit): void;
  close(): Promise<void>;
}

export function openBell(options: pg.ClientConfig, heard: (commit: Commit) => void): Bell {
  const waiting = new Map<number, Commit>();
  let client: pg.Client | undefined;
  let ringing = false;
  let closed = false;
  const running = run();

  // Connects, and again whenever the line breaks.
  async function run(): Promise<void> {
    for (let wait = SHORTEST_WAIT; !closed; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      const next = new pg.Client({ ...options, application_name: NAME, query_timeout: PATIENCE });
      const lost = new Promise<void>((resolve) => next.once('end', resolve));
      next.on('error', () => {}); // told by the end
      next.on('notification', ({ payload, processId }) => {
        if (processId !== (next as { processID?: number }).processID) for (const one of readRings(payload)) heard(one);
      });
      try {
        await next.connect();
        await next.query(`listen ${CHANNEL}`);
        client = next;
        wait = SHORTEST_WAIT;
        if (!closed) void flush();
        const heartbeat = setInterval(() => void next.query('select 1').catch(() => cut(next)), HEARTBEAT).unref();
        if (!closed) await lost;
        clearInterval(heartbeat);
      } catch {
        // the next try may succeed
      }
      client = undefined;
      cut(next);
      if (!closed) await sleep(wait * (0.5 + Math.random() / 2), undefined, { ref: false });
    }
  }

  async function flush(): Promise<void> {
    if (ringing) return;
    ringing = true;
    try {
      while (client && waiting.size > 0) await client.query('select pg_notify($1, $2)', [CHANNEL, takeRings(waiting)]);
    } catch {
      if (client) cut(client); // the sweeps find what this told
    } finally {
      ringing = false;
    }
  }

  return {
    ring(commit) {
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

// Without a word to a server that may not hear it.
function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

function merged(a: Commit, b: Commit): Commit {
  const dueAt = Math.min(a.dueAt ?? Number.POSITIVE_INFINITY, b.dueAt ?? Number.POSITIVE_INFINITY);
  return { user: a.user, seq: b.seq ?? a.seq, dueAt: Number.isFinite(dueAt) ? dueAt : undefined };
}

/** The messages that tell of these commits. */
export function ringTexts(commits: Commit[]): string[] {
  const waiting = new Map<number, Commit>();
  for (const one of commits) {
    const known = waiting.get(one.user);
    waiting.set(one.user, known ? merged(known, one) : one);
  }
  const texts = [];
  while (waiting.size > 0) texts.push(takeRings(waiting));
  return texts;
}

// As many as fit into a message, each as user:seq:due.
function takeRings(waiting: Map<number, Commit>): string {
  let text = '';
  for (const [user, { seq, dueAt }] of waiting) {
    if (text.length > MOST_BYTES) break;
    text += `${user}:${seq ?? ''}:${dueAt ?? ''};`;
    waiting.delete(user);
  }
  return text;
}

function readRings(text = ''): Commit[] {
  return [...text.matchAll(/(\d+):(\d*):(\d*);/g)].map(([, user, seq, dueAt]) => ({
    user: Number(user),
    seq: seq ? Number(seq) : undefined,
    dueAt: dueAt ? Number(dueAt) : undefined,
  }));
}
