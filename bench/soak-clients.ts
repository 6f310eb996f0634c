// Clients that behave: they create, change, delete, search, list and upload, each on records of its own, and keep their
// number bounded.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  /** What it has done so far. */
  progressText(): string;
  /** What should have succeeded and has not. */
  failures(): string[];
  stop(): Promise<void>;
}

const WORKERS = 6;
const RECORDS_OF_A_WORKER = 150;
const PAUSE = 25; // ms between two requests of a worker
const MAIL_CHARS = 20_000;
const FILLING = 10; // mails at the same time, at the start

const NAMES = ['Ann', 'Bob', 'Cem', 'Dora', 'Émile', 'Фёдор', '花子', 'Zoë'];
const name = () => NAMES[Math.floor(Math.random() * NAMES.length)] as string;
const day = () => new Date(Date.now() + Math.random() * 1e10).toISOString();

type Kind = 'contacts' | 'events' | 'emails';
const BODIES: Record<Kind, () => object> = {
  contacts: () => ({ first_name: name(), last_name: name(), emails: [{ address: 'a@b.org' }], tags: [name()] }),
  events: () => ({ title: `Lunch with ${name()}`, start_at: day(), attendees: [{ email: 'a@b.org' }] }),
  emails: () => ({
    from_address: 'a@b.org',
    subject: `Hello ${name()}`,
    received_at: day(),
    body_plain: `Dear ${name()},\n`.repeat(20),
  }),
};
const CHANGES: Record<Kind, () => object> = {
  contacts: () => ({ notes: `seen ${Math.random()}` }),
  events: () => ({ location: `room ${Math.random()}` }),
  emails: () => ({ is_read: Math.random() < 0.5, labels: [name()] }),
};
const KINDS = Object.keys(BODIES) as Kind[];
const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;

/** A mailbox to begin with. */
export async function fill(url: string, mails: number): Promise<void> {
  for (let made = 0; made < mails; made += FILLING) {
    const body = { ...BODIES.emails(), body_plain: `${name()} `.repeat(MAIL_CHARS / 4).slice(0, MAIL_CHARS) };
    await Promise.all(Array.from({ length: FILLING }, () => ask(url, 'POST', '/emails', body)));
  }
  // So that connections to a database server, and the thread for searches, are there before anything is counted.
  for (const query of ['search=ann&limit=1', 'limit=20'])
    await Promise.all(Array.from({ length: 40 }, () => ask(url, 'GET', `/emails?${query}`)));
}

export function startWorkers(url: string): Load {
  const failures: string[] = [];
  let done = 0;
  let stopped = false;
  const work = async () => {
    const records: { kind: Kind; id: string }[] = [];
    while (!stopped) {
      await step(url, records).then(
        () => done++,
        (error: unknown) => failures.push(String(error)),
      );
      await sleep(PAUSE * 2 * Math.random());
    }
  };
  const workers = Array.from({ length: WORKERS }, work);
  return {
    progressText: () => `${done} requests`,
    failures: () => failures,
    async stop() {
      stopped = true;
      await Promise.all(workers);
    },
  };
}

async function step(url: string, records: { kind: Kind; id: string }[]): Promise<void> {
  const chance = Math.random();
  const kind = pick(KINDS);
  const known = pick(records);
  if (records.length > RECORDS_OF_A_WORKER) {
    const [{ kind: old, id }] = records.splice(0, 1) as [{ kind: Kind; id: string }];
    await ask(url, 'DELETE', `/${old}/${id}?permanent=true`);
  } else if (!known || chance < 0.3) {
    const { id } = (await ask(url, 'POST', `/${kind}`, BODIES[kind]())).data as { id: string };
    records.push({ kind, id });
  } else if (chance < 0.55) await ask(url, 'PATCH', `/${known.kind}/${known.id}`, CHANGES[known.kind]());
  else if (chance < 0.65) await ask(url, 'GET', `/${known.kind}/${known.id}`);
  else if (chance < 0.75) await ask(url, 'GET', `/${kind}?search=${encodeURIComponent(name())}&limit=5`);
  else if (chance < 0.85) await ask(url, 'GET', `/${kind}?limit=5&offset=${Math.floor(Math.random() * 50)}`);
  else if (chance < 0.95) {
    await ask(url, 'DELETE', `/${known.kind}/${known.id}`);
    if (Math.random() < 0.5) await ask(url, 'POST', `/${known.kind}/${known.id}/restore`);
    else records.splice(records.indexOf(known), 1);
  } else await upload(url);
}

async function upload(url: string): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([Buffer.alloc(50_000, Math.random().toString())]), 'notes.txt');
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') as string;
  const { data } = await exchange(url, 'POST', '/files', Buffer.from(await encoded.arrayBuffer()), type);
  await ask(url, 'DELETE', `/files/${(data as { id: string }).id}`);
}

export interface Answer {
  data: unknown;
  meta: { seq: number; has_more: boolean; total: number };
}

/** A request that must succeed. */
export function ask(url: string, method: string, path: string, body?: object): Promise<Answer> {
  return exchange(url, method, path, body && Buffer.from(JSON.stringify(body)), 'application/json');
}

const agent = new Agent({ keepAlive: true });
let authorization = '';

export function useToken(token: string): void {
  authorization = `Bearer ${token}`;
}

/** Closes the connections that are kept for the next request. */
export function closeConnections(): void {
  agent.destroy();
}

function exchange(url: string, method: string, path: string, body: Buffer | undefined, type: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, ...(body && { 'content-type': type, 'content-length': body.length }) };
    const sent = request(`${url}/api/v1${path}`, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode < 300) resolve(JSON.parse(text));
        else reject(new Error(`${method} ${path}: ${statusCode} ${text.slice(0, 300)}`));
      });
    });
    sent.on('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`)));
    sent.end(body);
  });
}
