// Import and export: files, their progress, and what happens when they are cancelled or the connection is cut.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/process.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { SettingsPage } from './pages/settings.ts';
import { press, WAYS, type Way } from './pages/ways.ts';

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

/** A mailbox file of so many messages. */
function mailbox(subject: string, count: number): string {
  const message = (number: number) =>
    `From ann@example.org Tue Feb 17 09:00:00 2026\nFrom: Ann Lee <ann@example.org>\nSubject: ${subject} ${number}\nMessage-ID: <${subject.replace(' ', '-')}-${number}@example.org>\nDate: Tue, 17 Feb 2026 09:00:00 +0000\n\nHello.\n\n`;
  return Array.from({ length: count }, (_, index) => message(index + 1)).join('');
}

async function choose(way: Way, file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await press(way, page.getByRole('button', { name: 'Choose file' }));
  await (await choosing).setFiles(file);
}

const total = async (search: string) =>
  (await app.api<{ meta: { total: number } }>('GET', `/emails?search=${encodeURIComponent(search)}`)).meta.total;

it.each(WAYS)('a mailbox is imported with its report by %s', async (way) => {
  const file = join(temporaryFolder(), `Letters by ${way}.mbox`);
  writeFileSync(file, mailbox(`Old ${way}letter`, 3));
  page = await app.open('/settings/import');
  await choose(way, file);
  await page.getByText(`Letters by ${way}.mbox was imported`).waitFor();
  await page.getByText('3 imported').first().waitFor();
  expect(await total(`"Old ${way}letter"`)).toBe(3);
});

it('what is not mail is listed with its reason', async () => {
  page = await app.open('/settings/import');
  const buffer = Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
  await choose('mouse', { name: 'Ann.ics', mimeType: 'text/calendar', buffer });
  await page.getByText('Ann.ics was imported').waitFor();
  await page.getByText(/1 skipped/).click();
  await page
    .getByText(/calendar/i)
    .last()
    .waitFor();
});

it.each(WAYS)('an import shows how far it is, and is cancelled by %s', async (way) => {
  const file = join(temporaryFolder(), `Many by ${way}.mbox`);
  writeFileSync(file, mailbox(`Many ${way}mails`, 30_000));
  page = await app.open('/settings/import');
  await choose(way, file);
  const progress = page.getByRole('progressbar', { name: `Importing Many by ${way}.mbox` });
  await progress.waitFor();
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  await press(way, page.getByRole('button', { name: 'Cancel' }));
  await page.getByText(`The import of Many by ${way}.mbox was cancelled`).waitFor();
  const imported = await total(`"Many ${way}mails"`); // what was imported until then stays
  expect(imported).toBeGreaterThan(0);
  expect(imported).toBeLessThan(30_000);
});

it('an upload shows how far it is, and is cancelled', async () => {
  const proxy = await app.proxy();
  page = await app.open('/settings/import', { origin: proxy.url });
  proxy.isSilent = true;
  const file = join(temporaryFolder(), 'large.eml');
  writeFileSync(file, Buffer.alloc(20_000_000, 'x'));
  await choose('mouse', file);
  const progress = page.getByRole('progressbar', { name: 'Uploading large.eml' });
  await progress.waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await progress.waitFor({ state: 'detached' });
  proxy.isSilent = false;
  expect(await page.getByText('large.eml').count()).toBe(0);
});

it('an upload that fails is kept, and can be tried again', async () => {
  const proxy = await app.proxy();
  page = await app.open('/settings/import', { origin: proxy.url });
  proxy.isDown = true;
  proxy.cut();
  const buffer = Buffer.from(
    'From: b@example.org\r\nSubject: Once\r\nMessage-ID: <once@example.org>\r\n\r\nHello.\r\n',
  );
  await choose('mouse', { name: 'once.eml', mimeType: 'message/rfc822', buffer });
  await page.getByText('The file was not uploaded').waitFor();
  proxy.isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('once.eml was imported').waitFor();
});

it.each(WAYS)('mail, events and contacts are exported as files by %s', async (way) => {
  page = await app.open('/settings/import');
  const { meta } = await app.api<{ meta: { total: number } }>('GET', '/contacts?limit=1');
  for (const [name, pattern, least] of [
    ['Mail', /^From /gm, 10],
    ['Calendar', /^\{/gm, 10],
    ['Contacts', /^\{/gm, meta.total],
  ] as const) {
    const downloading = page.waitForEvent('download');
    const link = new SettingsPage(page).group('Export').getByRole('link', { name: new RegExp(name) });
    await press(way, link);
    const path = await (await downloading).path();
    expect(readFileSync(path, 'utf8').match(pattern)?.length ?? 0).toBeGreaterThanOrEqual(least);
  }
});

it.each(WAYS)('an export shows how far it is, and is cancelled by %s', async (way) => {
  const proxy = await app.proxy();
  page = await app.open('/settings/import', { origin: proxy.url });
  proxy.faultOf = (line) => (line.includes('/export') ? { answerBytes: 100_000 } : undefined);
  const group = new SettingsPage(page).group('Export');
  await press(way, group.getByRole('link', { name: /Mail/ }));
  const progress = group.getByRole('progressbar', { name: /^Exporting: Mail/ });
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  await group.getByText(/^[1-9]\d* of [\d,]+ · /).waitFor();
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/export'));
  await press(way, group.getByRole('button', { name: 'Cancel' }));
  await progress.waitFor({ state: 'detached' });
  await ended; // the service does not go on with it
});

it('an export is downloaded by the browser itself when the app may not write files', async () => {
  page = await app.open('/settings/import');
  await page.evaluate(`navigator.storage.getDirectory = async () => {
    throw new DOMException('There is no room.', 'QuotaExceededError');
  }`);
  const group = new SettingsPage(page).group('Export');
  const downloading = page.waitForEvent('download');
  await group.getByRole('link', { name: /Contacts/ }).click();
  const file = readFileSync(await (await downloading).path(), 'utf8');
  expect(file).toBe(await (await fetch(`${app.url}/api/v1/export?kind=contacts`)).text());
  expect(await group.getByText(/export/).count()).toBe(0);
});

it('an export that breaks off is not saved, and can be tried again', async () => {
  const proxy = await app.proxy();
  page = await app.open('/settings/import', { origin: proxy.url });
  proxy.faultOf = (line) => (line.includes('/export') ? { answerBytes: 100_000 } : undefined);
  const saved: string[] = [];
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  const group = new SettingsPage(page).group('Export');
  await group.getByRole('link', { name: /Mail/ }).click();
  await group.getByText(/^[1-9]\d* of [\d,]+ · /).waitFor();
  proxy.cut();
  await group.getByText(/it was not saved/).waitFor();
  expect(saved).toEqual([]);
  proxy.faultOf = () => undefined;
  const downloading = page.waitForEvent('download');
  await group.getByRole('button', { name: 'Try again' }).press('Enter');
  expect(['Cancel', 'Close']).toContain(await focused());
  const file = readFileSync(await (await downloading).path(), 'utf8');
  await group.getByText('Exported: Mail (mbox)').last().waitFor();
  const response = await fetch(`${app.url}/api/v1/export?kind=emails`);
  expect(file).toBe(await response.text());
  expect(saved).toEqual(['emails.mbox']);
  await group.getByRole('button', { name: 'Close' }).press('Enter');
  expect(await focused()).toMatch(/^Mail/);
});
