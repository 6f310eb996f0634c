// The views for people with sqlite3 or psql: they read every record, whatever its texts hold.
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { query } from '../../instances/database.ts';
import { engine } from '../../support/databases.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.end());

async function select(sql: string): Promise<Record<string, unknown>[]> {
  if (engine === 'postgres') return query(service.database, sql);
  const db = new DatabaseSync(service.database, { readOnly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

const odd = String.raw`{"nul": "a\u0000b", "half": "\ud83d", "other": "\u0001"}`;

it.each([
  ['contacts', `{"display_name": "Ann", "custom_fields": ${odd}}`, 'display_name', 'Ann'],
  ['events', `{"title": "Lunch", "start_at": "2026-02-17T09:00:00Z", "custom_fields": ${odd}}`, 'title', 'Lunch'],
  [
    'emails',
    `{"subject": "Hi", "from_address": "a@b.org", "received_at": "2026-02-17T09:00:00Z", "body_plain": "a", "custom_fields": ${odd}}`,
    'subject',
    'Hi',
  ],
])('the view of %s reads a record with NUL and half a surrogate pair in it', async (path, body, field, value) => {
  expect((await service.ask('POST', `/${path}`, body)).status).toBe(201);
  const [row] = await select(`select * from ${path}_view`);
  expect(row).toMatchObject({ user_id: engine === 'postgres' ? '1' : 1, [field]: value });
});
