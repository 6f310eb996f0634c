// The people of an event: "not invited" beside those whom nobody has invited, and the answers of others.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function store(fields: object): Promise<string> {
  const event = { title: 'Lunch', start_at: '2026-03-17T12:00:00Z', ...fields };
  return (await app.api('POST', '/events', event)).data.id as string;
}

const people = () => page.getByRole('dialog').getByRole('listitem').allInnerTexts();
const texts = async () => (await people()).map((text) => text.replaceAll(/\s+/g, ' ').trim());

const ann = { email: 'ann@example.org', name: 'Ann' };
const bob = { email: 'bob@example.org', name: 'Bob', status: 'accepted' };

it.each(['mouse', 'keyboard', 'touch'] as const)('says by %s who was never invited', async (way) => {
  const options = way === 'touch' ? { viewport: PHONE, hasTouch: true, isMobile: true } : {};
  const own = await store({ attendees: [ann] });
  page = await app.open(`/calendar/day/2026-03-17?event=${own}`, options);
  await page.getByRole('dialog').getByText('not invited').waitFor();
  expect(await texts()).toEqual(['Ann not invited']);
  const edit = page.getByRole('dialog').getByRole('button', { name: 'Edit' });
  if (way === 'touch') await edit.tap();
  else if (way === 'mouse') await edit.click();
  else await edit.press('Enter');
  await page.getByTitle('ann@example.org (not invited)').waitFor();
});

it.each([
  [
    'that came from elsewhere',
    { source: 'ical', source_id: 'lunch@example.org', attendees: [ann] },
    ['Ann no answer yet'],
  ],
  ['that was answered', { attendees: [ann, bob] }, ['Ann no answer yet', 'Bob accepted']],
])('an event %s keeps its answers', async (_name, fields, expected) => {
  const id = await store(fields);
  page = await app.open(`/calendar/day/2026-03-17?event=${id}`);
  await page.getByRole('dialog').getByText('no answer yet').waitFor();
  expect(await texts()).toEqual(expected);
});
