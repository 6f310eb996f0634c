// Runs a sequence of operations against a real service and the model side by side, and compares them after every step.
// A difference is reported with all requests that led to it.
import type { FeedMessage } from '../support/feed.ts';
import type { Answer, Client } from './client.ts';
import { codeOf, compareAnswer, compareEvents, takeEtag } from './compare.ts';
import { same } from './differences.ts';
import type { Fields } from './kinds.ts';
import type { Operation } from './operations.ts';
import { type Request, requestOf } from './requests.ts';
import { outcomeOf } from './rules.ts';
import type { World } from './world.ts';

/** Steps that are undefined are left out; `check` is for what must hold after each change of an email, `finish` for what must at the end. */
export async function runSequence(
  client: Client,
  world: World,
  operations: (Operation | undefined)[],
  check: () => Promise<void>,
  finish: () => Promise<void>,
): Promise<void> {
  const trace: string[] = [];
  try {
    for (const [step, operation] of operations.entries()) {
      world.step = step;
      if (!operation) continue;
      if (await runStep(client, world, operation, trace)) await check();
    }
    await finish();
  } catch (error) {
    throw new Error(legible(world, `${trace.join('\n')}\n\n${(error as Error).message}`));
  }
}

/** Returns whether it has changed an email. */
async function runStep(client: Client, world: World, operation: Operation, trace: string[]): Promise<boolean> {
  const request = requestOf(world, operation);
  const { method, path, body, headers } = request;
  trace.push(written(request, world.step));
  const answer = await client.ask(method, path, body, headers);
  const told = isQuiet(method, answer) ? [] : (await changesAfter(client, world.log.length)).data;
  trace.push(`      → ${[answer.status, codeOf(answer), ...told.map(({ event }) => event)].filter(Boolean).join(' ')}`);
  const made = { now: told[0]?.timestamp ?? '', data: (answer.body as { data?: Fields }).data ?? {} };
  const outcome = outcomeOf(world, operation, request, made);
  compareAnswer(answer, outcome);
  compareEvents(world, told, outcome);
  if (outcome.shown) takeEtag(outcome.shown, answer.headers.etag);
  const key = headers['idempotency-key'];
  if (operation.do !== 'repeat' && key !== undefined && answer.status < 300)
    world.answers.push({ step: world.step, path, body, key, status: answer.status, text: answer.text });
  return told.some(({ event }) => event.startsWith('email.'));
}

// A request that was refused or only answered again changes nothing, so the feed is not read: if an event did follow from it,
// the next read would find it, because that begins where the model's log ends.
function isQuiet(method: string, { status, headers }: Answer): boolean {
  return method === 'GET' || status >= 400 || headers['idempotent-replayed'] === 'true';
}

interface Page {
  data: FeedMessage[];
  meta: { seq: number; has_more: boolean };
}

/** A page of the change feed. */
export async function changesAfter(client: Client, since: number, limit = 1000): Promise<Page> {
  const { body } = await client.ask('GET', `/changes?since=${since}&limit=${limit}`);
  const page = body as Page;
  const last = page.data.at(-1)?.seq ?? since;
  same(page.meta.has_more, last < page.meta.seq, 'has_more of the feed');
  return page;
}

function written({ method, path, body, headers }: Request, step: number): string {
  const said = Object.entries(headers).map(([name, value]) => ` [${name}: ${value}]`);
  const sent = body === undefined ? '' : ` ${typeof body === 'string' ? body : JSON.stringify(body)}`;
  return `${String(step + 1).padStart(4)}. ${method} ${decodeURIComponent(path)}${sent}${said.join('')}`;
}

/** Records by number instead of id: email-1 is the first that was made. */
function legible(world: World, text: string): string {
  const standing = [...world.records.values()].map(({ kind, record: { id } }) => ({ kind, id }));
  const all = [...world.gone, ...standing].sort((a, b) => (a.id < b.id ? -1 : 1));
  const counts = { event: 0, email: 0, contact: 0 };
  return all.reduce((shown, { kind, id }) => {
    const name = `${kind}-${++counts[kind]}`;
    return shown.replaceAll(id, name).replaceAll(`#${id.slice(-10)}`, `#${name}`);
  }, text);
}
