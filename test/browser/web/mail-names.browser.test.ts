// Labels and folders in the sidebar: creating, renaming, colouring and deleting them, whatever their names are.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { XSS_PAYLOADS } from '../../support/xss-payloads.ts';
import { MailPage } from './pages/mail.ts';

interface Named {
  name: string;
  color: string | null;
}

let app: WebApp;
let page: Page;
let mail: MailPage;

beforeAll(async () => {
  app = await startWebApp();
  page = await app.open('/mail/inbox');
  mail = new MailPage(page);
  await mail.rows.first().waitFor();
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function stored(kind: string, name: string): Promise<Named | undefined> {
  const { data } = await app.api<{ data: Named[] }>('GET', `/${kind}s?limit=500`);
  return data.find((one) => one.name === name);
}

/** Opens the menu of an entry: by its button, or with the right mouse button. */
async function openMenu(name: string, way: 'button' | 'context'): Promise<void> {
  if (way === 'context') return mail.sidebar(name).click({ button: 'right' });
  await mail.sidebar(name).hover();
  await page.getByRole('button', { name: `Options of ${name}` }).click();
}

describe.each([
  { kind: 'label', create: 'New label', way: 'button' },
  { kind: 'folder', create: 'New folder', way: 'context' },
] as const)('a $kind', ({ kind, create, way }) => {
  it('is created, renamed, coloured and deleted in the sidebar', async () => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: create }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Orchard');
    await page.keyboard.press('Enter');
    await mail.sidebar('Orchard').click();
    await page.getByRole('heading', { name: 'Orchard', level: 1 }).waitFor();
    expect(await stored(kind, 'Orchard')).toMatchObject({ color: null });

    await openMenu('Orchard', way);
    await page.getByRole('menuitem', { name: 'Name and colour…' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Apples & pears');
    await dialog.getByRole('radio', { name: 'Green' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await mail.sidebar('Apples & pears').waitFor();
    await page.waitForURL((url) => url.pathname === `/mail/${kind}/Apples%20%26%20pears`);
    expect(await stored(kind, 'Orchard')).toBeUndefined();
    expect(await stored(kind, 'Apples & pears')).toMatchObject({ color: '#2f904d' });
    await mail.undo();
    await page.waitForURL((url) => url.pathname === `/mail/${kind}/Orchard`);
    await eventually(async () => expect(await stored(kind, 'Orchard')).toMatchObject({ color: null }));
    await app.api('PATCH', `/${kind}s/Orchard`, { name: 'Apples & pears' });
    await mail.sidebar('Apples & pears').click();

    await openMenu('Apples & pears', way);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await mail.sidebar('Apples & pears').waitFor({ state: 'detached' });
    await page.waitForURL((url) => url.pathname === '/mail/inbox');
    await eventually(async () => expect(await stored(kind, 'Apples & pears')).toBeUndefined());
  });

  it('with a name that is taken is not created', async () => {
    const { name } = (await app.api<{ data: Named[] }>('GET', `/${kind}s?limit=1`)).data[0] ?? { name: '' };
    await page.getByRole('button', { name: create }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByText('There is one with this name already.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

it('a folder whose name the service refuses gets another one in the same dialog', async () => {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New folder' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('inbox');
  await page.keyboard.press('Enter');
  await dialog.getByText('There is a folder "INBOX" already.').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('inbox of 2025');
  await page.keyboard.press('Enter');
  await mail.sidebar('inbox of 2025').waitFor();
  await dialog.waitFor({ state: 'detached' });
});

it('names of attackers are text', async () => {
  const names = XSS_PAYLOADS.filter((text) => text.length <= 100 && !/\p{Cc}|\/|^\s|\s$/u.test(text)).slice(0, 60);
  expect(names.length).toBeGreaterThan(20);
  const [thread] = (await app.api<{ data: { id: string }[] }>('GET', '/threads?folder=INBOX&limit=1')).data;
  const accepted: string[] = [];
  for (const name of names) {
    const wasAccepted = await app.api('POST', '/labels', { name }).then(
      () => true,
      () => false,
    );
    if (!wasAccepted) continue;
    accepted.push(name);
    await app.api('POST', '/folders', { name }).catch(() => undefined);
  }
  expect(accepted.length).toBeGreaterThan(10);
  for (const label of accepted.slice(0, 10))
    await app.api('POST', '/emails/batch', { thread_ids: [thread?.id], action: 'add_label', params: { label } });
  for (const name of accepted)
    await page.locator('#sidebar').getByRole('link').filter({ hasText: name }).first().waitFor({ state: 'attached' });
  await mail.rowOf(thread?.id ?? '').click();
  await page.getByRole('button', { name: `Remove label ${accepted[0]}` }).waitFor();
  expect(await page.evaluate(() => 'xss' in globalThis)).toBe(false);
});
