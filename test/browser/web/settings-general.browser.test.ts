// General settings: each takes effect at once, here and in the service, by mouse and by keyboard.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectNoPageErrors, PHONE, startWebApp, type WebApp } from '../../support/web-app.ts';
import { MailPage } from './pages/mail.ts';
import { SettingsPage } from './pages/settings.ts';
import { reach, WAYS, type Way } from './pages/ways.ts';

interface Settings {
  timezone: string | null;
  week_start: string;
  working_hours: string | null;
  hold_seconds: number;
  signature_position: string;
}

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp();
});
afterEach(async () => {
  await app.leave(page);
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

const stored = async () => (await app.api<{ data: Settings }>('GET', '/settings')).data;

it('the language changes texts and dates at once, and stays after a reload', async () => {
  page = await app.open('/settings');
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await page.getByRole('heading', { name: 'Allgemein', level: 1 }).waitFor();
  expect(await page.getByLabel('Die Woche beginnt am').locator('option').first().innerText()).toBe('Montag');
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  await page.reload();
  await page.getByRole('link', { name: 'Heute' }).click();
  await page
    .getByText(/17\. März/)
    .first()
    .waitFor();
  await page.goto(`${app.url}/settings`);
  await page.getByLabel('Sprache').selectOption({ label: 'English' });
  await page.getByRole('heading', { name: 'General', level: 1 }).waitFor();
});

/** Chooses one of a few values; by keyboard with an arrow from the one before it. */
async function choose(way: Way, group: string, name: string, before: string): Promise<void> {
  const radios = page.getByRole('radiogroup', { name: group });
  if (way === 'mouse') return radios.getByText(name, { exact: true }).click();
  await reach(radios.getByRole('radio', { name: before }));
  await page.keyboard.press('ArrowRight');
}

it.each(WAYS)('the theme is that of the choice by %s', async (way) => {
  page = await app.open('/settings', { colorScheme: 'light' });
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>;
  const light = await background();
  await choose(way, 'Theme', 'Light', 'System');
  await choose(way, 'Theme', 'Dark', 'Light');
  await expect.poll(background).not.toBe(light);
  await page.reload();
  await expect.poll(background).not.toBe(light);
});

it.each(WAYS)('lists have less space when they are compact, which is chosen by %s', async (way) => {
  page = await app.open('/mail/inbox');
  const mail = new MailPage(page);
  const height = async () => (await mail.rows.first().boundingBox())?.height ?? 0;
  const before = await height();
  await page.goto(`${app.url}/settings`);
  await choose(way, 'Spacing of lists', 'Compact', 'Comfortable');
  await page.goto(`${app.url}/mail/inbox`);
  await mail.rows.first().waitFor();
  await expect.poll(height).toBeLessThan(before);
});

it('another time zone changes the times that are shown', async () => {
  page = await app.open('/settings');
  const zone = page.getByLabel('Time zone');
  await zone.click();
  await zone.fill('tokyo');
  await page.getByRole('option', { name: /Asia\/Tokyo/ }).click();
  await expect.poll(async () => (await stored()).timezone).toBe('Asia/Tokyo');
  await page
    .getByText('It is 17:30 there now')
    .or(page.getByText(/It is 17:3\d there now/))
    .first()
    .waitFor();
  // Back with the keyboard: the first suggestion is the zone of the device.
  await page.getByLabel('Time zone').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).timezone).toBe(null);
  await page.getByText(/It is 09:3\d there now/).waitFor();
});

it('week, working hours, undo send and signature are stored in the service, and follow changes made elsewhere', async () => {
  page = await app.open('/settings');
  await page.getByLabel('Week begins on').selectOption('Sunday');
  await page.getByLabel('Undo send').selectOption('10 seconds');
  await page.getByLabel('Signature in replies').selectOption('Below the quoted mail');
  await page.getByRole('switch', { name: 'Working hours' }).click();
  await expect.poll(stored).toMatchObject({
    week_start: 'SU',
    hold_seconds: 10,
    signature_position: 'below',
    working_hours: 'mon-fri 09:00-17:00',
  });
  await page.getByLabel('to', { exact: true }).fill('15:30');
  await page.keyboard.press('Tab');
  await page.getByRole('checkbox', { name: 'Fri' }).click();
  await expect.poll(async () => (await stored()).working_hours).toBe('mon-thu 09:00-15:30');
  await app.api('PATCH', '/settings', { week_start: 'MO', working_hours: 'mon 09:00-12:00; tue 13:00-17:00' });
  await expect.poll(() => page.getByLabel('Week begins on').inputValue()).toBe('MO');
  expect(await page.getByLabel('Working hours as text').inputValue()).toBe('mon 09:00-12:00; tue 13:00-17:00');
});

it('a change that is made while the service is down is sent when it is back', async () => {
  page = await app.open('/settings');
  await expect.poll(() => page.getByLabel('Undo send').isEnabled()).toBe(true);
  await app.kill();
  await page.getByLabel('Undo send').selectOption('30 seconds');
  expect(await page.getByLabel('Undo send').inputValue()).toBe('30');
  await app.restart();
  await expect.poll(async () => (await stored()).hold_seconds).toBe(30);
  expect(await page.getByLabel('Undo send').inputValue()).toBe('30');
});

it('single keys do nothing when shortcuts are off', async () => {
  page = await app.open('/settings');
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).focus();
  await page.keyboard.press('Space');
  await page.locator('main').focus();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Show all shortcuts' }).click();
  await page.getByRole('dialog').waitFor();
});

it('a phone has the sections as a screen of its own', async () => {
  page = await app.open('/settings', { viewport: PHONE });
  expect(await page.getByLabel('Language').count()).toBe(0);
  await new SettingsPage(page).openSection('General');
  await page.getByLabel('Language').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
});
