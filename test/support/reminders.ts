// A service whose clock the test moves, and the reminders that it fires.
import { afterAll, beforeAll } from 'vitest';
import { type FrozenClock, freezeClock } from './frozen-clock.ts';
import { changesSince } from './scenario.ts';
import { startTestService, type TestService } from './service.ts';

export const MINUTE = 60_000;
export const DAY = 1440 * MINUTE;
const START = Date.parse('2030-03-04T08:00:00Z'); // a Monday

export interface Shown {
  id: string;
  event_id: string;
  occurrence_id: string | null;
  recurrence_id: string | null;
  title: string;
  type: string;
  minutes_before: number;
  due_at: string;
  status: string;
  late: boolean | null;
  start_at: string;
  email: string | null;
  email_id: string | null;
}

export const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');

export class Reminders {
  clock!: FrozenClock;
  service!: TestService;

  /** The data of an answer, which must be a success. */
  async make(method: string, path: string, body?: object): Promise<Record<string, never>> {
    const answer = await this.service.ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} gave ${answer.status}: ${answer.text}`);
    return (answer.body as { data: Record<string, never> }).data;
  }

  /** A new event; returns its id. */
  async create(body: object): Promise<string> {
    const made = await this.make('POST', '/events', { title: 'Talk', ...body });
    return made.id as unknown as string;
  }

  /** Minutes from now as a time. */
  inMinutes(minutes: number): string {
    return iso(this.clock.now() + minutes * MINUTE);
  }

  /** Lets so many minutes pass. */
  pass(minutes: number): Promise<void> {
    return this.clock.set(this.service, this.clock.now() + minutes * MINUTE);
  }

  /** The service is down for so many minutes. */
  async restart(minutes: number, settings: Parameters<typeof startTestService>[0] = {}): Promise<void> {
    const { database } = this.service;
    await this.service.stop();
    await this.clock.set(undefined, this.clock.now() + minutes * MINUTE);
    this.service = await startTestService({ ...settings, database });
    await this.pass(0);
  }

  /** An event in so many minutes, with reminders so many minutes before it. */
  talk(minutes: number, before: number[], more: object = {}): object {
    return {
      start_at: this.inMinutes(minutes),
      reminders: before.map((minutes_before) => ({ minutes_before })),
      ...more,
    };
  }

  /** What has fired for an event, as the feed has it. */
  async fired(id: string): Promise<Shown[]> {
    const all: Shown[] = [];
    for (let since = 0; ; ) {
      const { messages } = await changesSince(this.service, since, 1000);
      if (messages.length === 0) return all.filter(({ event_id }) => event_id === id);
      all.push(...messages.filter(({ event }) => event === 'event.reminder').map(({ data }) => data as never));
      since = messages.at(-1)?.seq as number;
    }
  }

  async dues(id: string): Promise<string[]> {
    return (await this.fired(id)).map(({ due_at }) => due_at);
  }

  /** The reminders of an event as they are listed. */
  async listed(id: string, query = ''): Promise<Shown[]> {
    const range = `from=${iso(this.clock.now() - 180 * DAY)}&to=${iso(this.clock.now() + 180 * DAY)}`;
    const { body } = await this.service.ask('GET', `/reminders?limit=500&${range}${query}`);
    return (body as { data: Shown[] }).data.filter(({ event_id }) => event_id === id);
  }

  async statuses(id: string): Promise<string[]> {
    return (await this.listed(id)).map(({ due_at, status }) => `${due_at} ${status}`);
  }
}

/** For a test file: a service and its clock, from before its first test until after its last. */
export function useReminders(settings: Parameters<typeof startTestService>[0] = {}): Reminders {
  const world = new Reminders();
  beforeAll(async () => {
    world.clock = freezeClock(START);
    world.service = await startTestService(settings);
  });
  afterAll(async () => {
    await world.service?.end();
    world.clock?.release();
  });
  return world;
}
