// A service whose clock was ahead, and is set right before the next start: nothing new is dated before what is stored.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDatabase } from '../support/databases.ts';
import { type Served, serve } from '../support/process.ts';
import { ask } from '../support/service.ts';

const HOUR = 3_600_000;
const preload = `--import=${join(import.meta.dirname, '../support/clock-ahead.mjs')}`;

interface Contact {
  id: string;
  created_at: string;
  updated_at: string;
}

const contact = async (url: string, method: string, path: string, body: object): Promise<Contact> =>
  ((await ask(url, method, path, body)).body as { data: Contact }).data;

describe.each([
  { ahead: 2 * HOUR, far: false },
  { ahead: 2000 * 24 * HOUR, far: true },
])('a clock that was $ahead ms ahead', ({ ahead, far }) => {
  let early: Contact;
  let service: Served;
  beforeAll(async () => {
    const { place } = await newDatabase();
    const first = await serve(place, { env: { NODE_OPTIONS: preload, TEST_CLOCK_AHEAD: String(ahead) } });
    early = await contact(first.url, 'POST', '/contacts', { first_name: 'Early' });
    await first.stop();
    expect(Date.parse(early.created_at)).toBeGreaterThan(Date.now() + ahead / 2);
    service = await serve(place);
  });
  afterAll(() => service.stop());

  it('is reported in the log of the next start', () => {
    const [line] = service.log().filter(({ seconds }) => seconds !== undefined);
    expect(line).toMatchObject({ level: 40, msg: expect.stringContaining(far ? 'far ahead' : 'has caught up') });
  });

  it(
    far
      ? 'is not followed: new records have the time of the clock'
      : 'is followed: new records are not dated before it',
    async () => {
      const [second, third] = [
        await contact(service.url, 'POST', '/contacts', { first_name: 'Second' }),
        await contact(service.url, 'POST', '/contacts', { first_name: 'Third' }),
      ];
      const at = Date.parse(second.created_at);
      if (far) expect(at).toBeLessThan(Date.now() + HOUR);
      else expect(at).toBeGreaterThanOrEqual(Date.parse(early.created_at));
      expect(second.id > early.id).toBe(!far);
      expect(third.id > second.id).toBe(true);
      expect(Date.parse(third.created_at)).toBeGreaterThanOrEqual(at);
    },
  );

  it('never leaves a record that was updated before it was created', async () => {
    const changed = await contact(service.url, 'PATCH', `/contacts/${early.id}`, { notes: 'x' });
    expect(Date.parse(changed.updated_at)).toBeGreaterThanOrEqual(Date.parse(changed.created_at));
    expect(changed.created_at).toBe(early.created_at);
  });

  it('does not delay work that is due', async () => {
    const mail = { from_address: 'a@b.org', received_at: '2026-02-17T09:00:00Z' };
    const { id } = await contact(service.url, 'POST', '/emails', mail);
    await ask(service.url, 'POST', `/emails/${id}/snooze`, { until: new Date(Date.now() + 700).toISOString() });
    const folder = async () =>
      ((await ask(service.url, 'GET', `/emails/${id}`)).body as { data: { folder: string } }).data.folder;
    expect(await folder()).toBe('SNOOZED');
    await expect.poll(folder, { timeout: 150_000 }).toBe('INBOX');
  });
});
