// Whether a search finds a record that is made for it.
import { expect } from 'vitest';
import type { TestService } from './service.ts';

const REQUIRED: Record<string, object> = {
  events: { title: 'x', start_at: '2026-02-17' },
  contacts: { display_name: 'x' },
  emails: { from_address: 'nobody', received_at: '2026-02-17' },
};

/** Whether a record with these fields is found by each of the searches as typed. */
export async function finds(
  service: TestService,
  path: string,
  fields: object,
  ...searches: string[]
): Promise<boolean[]> {
  const made = await service.ask('POST', `/${path}`, { ...REQUIRED[path], ...fields });
  expect(made.status, made.text.slice(0, 300)).toBe(201);
  const { id } = (made.body as { data: { id: string } }).data;
  const answers = searches.map(async (search) => {
    const { status, body } = await service.ask('GET', `/${path}?search=${encodeURIComponent(search)}`);
    expect(status).toBe(200);
    return (body as { data: { id: string }[] }).data.some((one) => one.id === id);
  });
  const found = await Promise.all(answers);
  await service.ask('DELETE', `/${path}/${id}?permanent=true`);
  return found;
}
