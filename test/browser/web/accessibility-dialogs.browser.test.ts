// axe-core finds nothing in dialogs, pickers, menus and forms, in both themes, on a desktop and on a phone, and nothing is
// wider than the window.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COLOUR_RULES, violations } from '../../support/axe.ts';
import { settled } from '../../support/settled.ts';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { openScreen } from '../../support/web-screens.ts';

const WIDTHS = [1440, 360];
let app: WebApp;
let page: Page;
let theme: 'light' | 'dark' = 'light';

beforeAll(async () => {
  app = await startWebApp();
  // The service may not connect to this machine; the account is stored all the same.
  const smtp = { host: '127.0.0.1', user: 'ann', password: 'secret' };
  await app.api('POST', '/email-accounts', { address: 'ann@example.org', from_name: 'Ann Lee', smtp });
  page = await app.open('/', { colorScheme: theme });
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

interface DialogCase {
  name: string;
  path: string | ((app: WebApp) => Promise<string>);
  open: () => Promise<void>;
  /** What is shown then. */
  shown: () => ReturnType<Page['locator']>;
}

const role = (name: Parameters<Page['getByRole']>[0], label?: string | RegExp) => () =>
  page.getByRole(name, label === undefined ? {} : { name: label }).last();
const click = (name: string | RegExp) => () => page.getByRole('button', { name }).first().click();
const menu = (button: string | RegExp, item: string) => async () => {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
};
/** Presses a key on the first row of the list. */
const onRow = (key: string) => async () => {
  await page.getByRole('grid').locator('[role=row][data-id]').first().focus();
  await page.keyboard.press(key);
};
const seriesOn = async () => {
  await page
    .getByRole('button', { name: /Stand-up/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
};

async function conversationWithFile(): Promise<string> {
  const { data } = await app.api<{ data: { id: string }[] }>('GET', '/threads?limit=1&q=has%3Aattachment%20in%3Ainbox');
  return `/mail/inbox/${data[0]?.id}`;
}

const CASES: DialogCase[] = [
  { name: 'label picker', path: '/mail/inbox', open: onRow('l'), shown: role('combobox') },
  { name: 'folder picker', path: '/mail/inbox', open: onRow('v'), shown: role('combobox') },
  { name: 'selected rows', path: '/mail/inbox', open: onRow('x'), shown: role('button', /Archive/) },
  { name: 'new label', path: '/mail/inbox', open: click('New label'), shown: role('dialog') },
  {
    name: 'original of a mail',
    path: conversationWithFile,
    open: menu('More for this mail', 'Show original'),
    shown: role('dialog'),
  },
  { name: 'attachment', path: conversationWithFile, open: click(/^Open .*\./), shown: role('dialog') },
  { name: 'event', path: '/calendar/week/2026-03-17', open: seriesOn, shown: role('dialog') },
  { name: 'new calendar', path: '/calendar/week/2026-03-17', open: click('New calendar'), shown: role('dialog') },
  { name: 'options of the calendar', path: '/calendar/week/2026-03-17', open: click('Options'), shown: role('menu') },
  { name: 'new account', path: '/settings/accounts/new', open: async () => {}, shown: role('textbox') },
  { name: 'new identity', path: '/settings/identities', open: click('Add identity'), shown: role('dialog') },
  { name: 'new token', path: '/settings/access', open: click('Create token'), shown: role('dialog') },
  {
    name: 'recipients',
    path: `/compose?to=Ann%20Lee%20<ann@example.org>,nobody,${'abcdefgh'.replaceAll(/./g, '$&@example.org,')}`,
    open: click('Cc'),
    shown: role('button', /others$/),
  },
  { name: 'schedule', path: '/compose', open: click(/^(Schedule|Send later)/), shown: role('dialog') },
];

it.each(CASES)('$name has no violation', async ({ path, open, shown }) => {
  const problems: string[] = [];
  await page.setViewportSize({ width: WIDTHS[0] as number, height: 900 });
  await openScreen(app, page, { name: '', path });
  await open();
  await shown().waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    await shown().waitFor(); // also in the other width
    const excess = (await page.evaluate('document.documentElement.scrollWidth - innerWidth')) as number;
    if (excess > 0) problems.push(`${width} px: ${excess} px too wide`);
    problems.push(...(await found(width)));
    await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' });
    theme = theme === 'light' ? 'dark' : 'light';
    problems.push(...(await found(width, { runOnly: COLOUR_RULES })));
  }
  await page.goto('about:blank'); // with all that is open
  expect(problems).toEqual([]);
});

async function found(width: number, options?: Parameters<typeof violations>[1]): Promise<string[]> {
  return (await violations(page, options)).map((problem) => `${theme}, ${width} px: ${problem}`);
}
