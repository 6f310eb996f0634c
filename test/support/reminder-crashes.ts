// Many reminders, processes that fire them and are killed meanwhile, and what has become of each reminder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { addAccount } from './accounts.ts';
import { freezeClock } from './frozen-clock.ts';
import { testProgram } from './process.ts';
import type { Plan } from './reminder-process.ts';
import { iso, MINUTE, type Shown } from './reminders.ts';
import { changesSince } from './scenario.ts';
import { startTestService, type TestService } from './service.ts';
import { problemsOf } from './soundness.ts';

const program = testProgram('reminder-process');

/** Runs the service until it has killed itself. */
export async function runKilled(plan: Plan): Promise<void> {
  const child = spawn(process.execPath, [program, JSON.stringify(plan)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  const [code, signal] = await once(child, 'close');
  expect({ code, signal, said }).toEqual({ code: null, signal: 'SIGKILL', said: '' });
}

/** An event of each kind in turn, with the due time of its reminder in minutes. */
export function planned(minutes: number[], base: number): { due: number; body: object }[] {
  return minutes.map((due, index) => {
    const start = base + (due + 1) * MINUTE;
    const body = {
      title: `Event ${index}`,
      start_at: iso(start),
      end_at: iso(start + (1 + 3 * (index % 15)) * MINUTE),
      reminders: [{ type: index % 5 === 0 ? 'email' : 'notification', minutes_before: 1 }],
    };
    return { due: base + due * MINUTE, body };
  });
}

/** A database with these events and an account whose server is away; returns where it is. */
export async function prepare(base: number, bodies: object[]): Promise<TestService> {
  const clock = freezeClock(base);
  try {
    const service = await startTestService();
    await addAccount(service, { id: '018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10', isDefault: true });
    const made = await Promise.all(bodies.map((body) => service.ask('POST', '/events', body))); // one commit for many
    expect(made.filter(({ status }) => status !== 201)).toEqual([]);
    await service.stop();
    return service;
  } finally {
    clock.release();
  }
}

/** What has become of all reminders, once none is due any more at `at`: each is fired once or missed, none is both. */
export async function outcome(before: TestService, at: number): Promise<{ fired: Shown[]; missed: Shown[] }> {
  const clock = freezeClock(at);
  const service = await startTestService({ database: before.database });
  try {
    await clock.set(service, at);
    const range = `from=${iso(at - 90 * 1440 * MINUTE)}&to=${iso(at + MINUTE)}`;
    const { body } = await service.ask('GET', `/reminders?limit=500&${range}`);
    const rows = (body as { data: Shown[] }).data;
    const { messages } = await changesSince(service, 0, 1000);
    const announced = messages.filter(({ event }) => event === 'event.reminder').map(({ data }) => data.id as string);
    const of = (status: string) => rows.filter((row) => row.status === status);
    expect(announced.sort()).toEqual(
      of('fired')
        .map(({ id }) => id)
        .sort(),
    );
    const mails = (await service.ask('GET', '/emails?limit=500')).body as { data: { id: string }[] };
    const mailed = of('fired').filter(({ type }) => type === 'email');
    expect(mails.data.map(({ id }) => id).sort()).toEqual(mailed.map(({ email_id }) => email_id).sort());
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
    expect(await problemsOf(service.database)).toEqual([]);
    return { fired: of('fired'), missed: of('missed') };
  } finally {
    await service.stop();
    clock.release();
  }
}
