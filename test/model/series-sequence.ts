// Runs a sequence of operations on series against a real service and the model side by side: every answer, every event and
// every expanded list must be what the model says.
import type { FeedMessage } from '../support/feed.ts';
import type { Answer, Client } from './client.ts';
import { same } from './differences.ts';
import { changesAfter } from './sequence.ts';
import type { SeriesOperation } from './series-operations.ts';
import { type Step, stepOf } from './series-steps.ts';
import { expanded, type Series } from './series-world.ts';

export async function runSeriesSequence(client: Client, operations: SeriesOperation[]): Promise<void> {
  const all: Series[] = [];
  const trace: string[] = [];
  let seq = 0;
  try {
    for (const operation of operations) {
      if (operation.do === 'list') {
        await checkList(client, all, operation, trace);
        continue;
      }
      const step = stepOf(all, operation);
      if (!step) continue;
      trace.push(`${step.method} ${step.path} ${step.body ? JSON.stringify(step.body) : ''}`);
      const answer = await client.ask(step.method, step.path, step.body);
      const { data: messages } = await changesAfter(client, seq);
      seq += messages.length;
      check(step, answer, messages);
    }
    await checkRecords(client);
  } catch (error) {
    throw new Error(`${trace.join('\n')}\n\n${(error as Error).message}`);
  }
}

function check(step: Step, { status, body }: Answer, messages: FeedMessage[]): void {
  const { data, error } = body as { data?: Record<string, unknown>; error?: { code: string; message: string } };
  same([status, error?.code], [step.status, step.error], `the answer (${error?.message})`);
  same(
    messages.map(({ event }) => event),
    step.events,
    'the events',
  );
  const expected = step.apply?.(data?.id as string) ?? {};
  same(Object.fromEntries(Object.keys(expected).map((name) => [name, data?.[name]])), expected, 'the answer');
}

async function checkList(
  client: Client,
  all: Series[],
  { query, limit, offset }: Extract<SeriesOperation, { do: 'list' }>,
  trace: string[],
): Promise<void> {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const asked = new URLSearchParams({
    ...{ expand: 'true', from: day(query.from), to: day(query.to), order: query.order },
    ...{ limit: String(limit), offset: String(offset), tz: query.offset === 0 ? 'UTC' : 'Asia/Kolkata' },
    ...(query.search !== null && { search: query.search }),
    ...(query.status !== null && { status: query.status }),
  });
  trace.push(`GET /events?${asked}`);
  const { body } = await client.ask('GET', `/events?${asked}`);
  const { data, meta } = body as { data: Record<string, unknown>[]; meta: { total: number } };
  const expected = expanded(all, query);
  const page = expected.slice(offset, offset + limit);
  const known = data.map((one, index) =>
    Object.fromEntries(Object.keys(page[index] ?? { id: 0 }).map((name) => [name, one[name]])),
  );
  same(known, page, 'the list');
  same(meta.total, expected.length, 'the total of the list');
}

/** Whoever applies the feed has the records that are stored. */
async function checkRecords(client: Client): Promise<void> {
  const records = new Map<string, unknown>();
  for (let since = 0, more = true; more; ) {
    const { data, meta } = await changesAfter(client, since);
    for (const { event, data: record } of data as (FeedMessage & { data: { id: string } })[])
      if (event === 'event.deleted') records.delete(record.id);
      else records.set(record.id, record);
    since += data.length;
    more = meta.has_more;
  }
  const { body } = await client.ask('GET', '/events?limit=500&sort=created_at');
  const { data } = body as { data: { id: string }[] };
  same(new Map(data.map((record) => [record.id, record])), records, 'the records');
}
