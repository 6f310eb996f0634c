// Scenario tables: a row is a request to a real service, with the status, the body and exactly the events that must
// follow. What a row needs first is made by `given`, whose names can be written as {name} in the path and the body.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FeedMessage, openFeed, type TestFeed } from './feed.ts';
import { jobKinds } from './jobs.ts';
import { type Answered, startTestService, type TestService } from './service.ts';

export interface World {
  service: TestService;
  /** Makes a request that must succeed and returns its `data`. */
  make(method: string, path: string, body?: unknown): Promise<Record<string, never>>;
}

export interface Scenario {
  name: string;
  given?: (world: World) => Promise<Record<string, string>>;
  ask: [method: string, path: string, body?: unknown, headers?: Record<string, string>];
  status: number;
  /** Members that the body must have (toMatchObject). */
  body?: object;
  /** The error code, where the request is refused. */
  error?: string;
  /** details.field of the error. */
  field?: string;
  /** The fields of all faults that details.errors lists, in order. */
  faults?: string[];
  /** A part of the error's message. */
  says?: string | RegExp;
  /** Exactly the events that the request emits, in order. */
  events: string[];
  /** Exactly the jobs that `given` and the request leave, by kind. */
  jobs?: string[];
  /** Anything else that must hold. */
  also?: (answer: Answered, world: World, names: Record<string, string>) => Promise<void> | void;
}

type Refused = [
  what: string,
  ask: Scenario['ask'],
  status: number,
  error: string,
  says: string | RegExp,
  field?: string,
];

/** Rows for requests that are refused with an error and emit nothing. */
export function refused(rows: Refused[]): Scenario[] {
  return rows.map(([name, ask, status, error, says, field]) => ({
    ...{ name, ask, status, error, says, events: [] },
    ...(field && { field }),
  }));
}

export function scenarios(
  title: string,
  rows: Scenario[],
  setUp?: (world: World) => Promise<void>,
  settings: Parameters<typeof startTestService>[0] = {},
): void {
  describe(title, () => {
    let world: World;
    let live: TestFeed;
    beforeAll(async () => {
      const service = await startTestService(settings);
      const make = async (method: string, path: string, body?: unknown) => {
        const answer = await service.ask(method, path, body);
        if (answer.status >= 300) throw new Error(`${method} ${path} gave ${answer.status}: ${answer.text}`);
        return (answer.body as { data: Record<string, never> }).data;
      };
      world = { service, make };
      live = await openFeed(service.url);
      await setUp?.(world);
    });
    afterAll(async () => {
      await live.close();
      await world.service.end();
    });

    it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
      const before = row.jobs && (await jobKinds(world.service));
      const names = (await row.given?.(world)) ?? {};
      const since = (await changesSince(world.service, 0, 0)).seq;
      const [method, path, body, headers] = fill(row.ask, names) as Scenario['ask'];
      const answer = await world.service.ask(method, path, body, headers);
      expect({ status: answer.status, ...refusal(answer, row) }).toEqual({ status: row.status, ...expected(row) });
      if (row.faults) expect(faultsOf(answer).map(({ field }) => field)).toEqual(row.faults);
      if (row.says)
        expect((answer.body as { error: { message: string } }).error.message).toMatch(fill(row.says, names) as string);
      if (row.body) expect(answer.body).toMatchObject(fill(row.body, names) as object);
      const told = await changesSince(world.service, since, 1000);
      expect(told.messages.map((one) => one.event)).toEqual(row.events);
      if (row.jobs) expect(await jobKinds(world.service)).toEqual([...(before ?? []), ...row.jobs].sort());
      await row.also?.(answer, world, names);
    });

    it('the live feed sends the same changes as the log, in the same order', async () => {
      const { messages, seq } = await changesSince(world.service, 0, 1000);
      await live.until((all) => all.some((one) => one.seq === seq && one.event !== 'connected') || seq === 0);
      const page = messages.map(({ event, seq: at }) => [event, at]);
      expect(
        live
          .changes()
          .slice(0, page.length)
          .map(({ event, seq: at }) => [event, at]),
      ).toEqual(page);
    });
  });
}

export async function changesSince(service: TestService, since: number, limit: number) {
  const { body } = await service.ask('GET', `/changes?since=${since}&limit=${limit}`);
  const { data, meta } = body as { data: FeedMessage[]; meta: { seq: number } };
  return { messages: data, seq: meta.seq };
}

function refusal(answer: Answered, row: Scenario) {
  if (answer.status < 400) return {};
  const { error } = answer.body as { error: { code: string; message: string; details: { field?: string } } };
  expect(error.message.length).toBeGreaterThan(10);
  return { error: error.code, ...(row.field !== undefined && { field: error.details.field }) };
}

// Every fault says which field, which rule, and what would be right.
function faultsOf(answer: Answered) {
  const { details } = (answer.body as { error: { details: { errors: Record<string, string>[] } } }).error;
  expect(details.errors, 'details.errors').toBeInstanceOf(Array);
  for (const fault of details.errors)
    expect(fault).toEqual({
      field: expect.stringMatching(/./),
      constraint: expect.stringMatching(/./),
      message: expect.stringMatching(/.{10}/),
    });
  return details.errors;
}

function expected(row: Scenario) {
  return { ...(row.error !== undefined && { error: row.error }), ...(row.field !== undefined && { field: row.field }) };
}

function fill(value: unknown, names: Record<string, string>): unknown {
  if (typeof value === 'string') return value.replaceAll(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole);
  if (Array.isArray(value)) return value.map((one) => fill(one, names));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, names)]));
}
