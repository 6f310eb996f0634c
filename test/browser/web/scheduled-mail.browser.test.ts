// A scheduled mail is read without being cancelled, by mouse, by keyboard and by touch; editing it keeps its time.
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, emailOf } from './pages/composer.ts';
import { storeConversation } from './pages/conversation.ts';
import { MailPage } from './pages/mail.ts';
import { PhonePage } from './pages/phone.ts';
import { press } from './pages/ways.ts';

const TIME = '2026-03-18T09:00:00Z';
const SHOWN = 'Wed 18 Mar, 10:00';
const TOUCH_WAYS = ['mouse', 'keyboard', 'touch'] as const;
type TouchWay = (typeof TOUCH_WAYS)[number];

let app: WebApp;
let page: Page;
let phone: PhonePage | undefined;
let account_id: string;

beforeAll(async () => {
  app = await startWebApp({ data: 'empty' });
  const smtp = { host: '127.0.0.1', port: 9, security: 'none' };
  account_id = (await app.api('POST', '/email-accounts', { address: 'me@example.org', smtp })).data.id as string;
});
afterEach(async () => {
  await app.leave(page);
  phone = undefined;
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

/** Stores a scheduled mail. */
async function schedule(subject: string, fields: object = {}): Promise<string> {
  const draft = { to: 'ann@example.org', subject, body_plain: 'See you at nine.', ...fields };
  const { id } = (await app.api('POST', '/emails/drafts', draft)).data as { id: string };
  await app.api('POST', `/emails/${id}/send`, { scheduled_at: TIME });
  return id;
}

const stateOf = async (id: string) => {
  const { status, scheduled_at } = await emailOf(app, id);
  return status === 'scheduled' ? scheduled_at : status;
};

const article = () => page.getByRole('article').filter({ has: page.getByText(SHOWN) });

async function open(path: string, way: TouchWay): Promise<MailPage> {
  if (way === 'touch') {
    phone = await PhonePage.open(app, path);
    page = phone.page;
  } else page = await app.open(path);
  return new MailPage(page);
}

async function openRow(mail: MailPage, id: string, way: TouchWay): Promise<void> {
  if (way === 'mouse') return mail.rowOf(id).click();
  if (way === 'touch') return mail.rowOf(id).tap();
  await mail.rowOf(id).focus();
  await page.keyboard.press('Enter');
}

async function use(button: Locator, way: TouchWay): Promise<void> {
  if (way === 'touch') return button.tap();
  await press(way, button);
}

describe.each(TOUCH_WAYS)('by %s', (way) => {
  it('a scheduled mail opens to be read, also after a reload and Back, and keeps its time', async () => {
    const id = await schedule(`Read by ${way}`);
    const mail = await open('/mail/scheduled', way);
    await openRow(mail, id, way);
    await article().getByText('See you at nine.').waitFor();
    await article().getByText(`Will be sent ${SHOWN}.`).waitFor();
    expect(await page.locator('[data-composer]').count()).toBe(0);
    await page.reload();
    await article().getByText('See you at nine.').waitFor();
    await page.goBack();
    await mail.rowOf(id).waitFor();
    await article().waitFor({ state: 'detached' });
    await page.goForward();
    await article().waitFor();
    expect(await stateOf(id)).toBe(TIME);
  });

  it('editing it keeps its time: the button of the composer schedules it again', async () => {
    const id = await schedule(`Edited by ${way}`);
    const mail = await open('/mail/scheduled', way);
    await openRow(mail, id, way);
    await article().getByText('Editing stops sending until you schedule it again.').waitFor();
    await use(article().getByRole('button', { name: 'Edit', exact: true }), way);
    const composer = new ComposerPage(page, `Edited by ${way}`);
    await composer.window.getByText(`Sending is cancelled while you edit.`).waitFor();
    expect(await stateOf(id)).toBe('draft');
    await composer.text.fill('See you at ten.');
    await use(composer.button(`Schedule for ${SHOWN}`), way);
    await composer.gone();
    expect(await emailOf(app, id)).toMatchObject({ scheduled_at: TIME, body_plain: 'See you at ten.' });
    await mail.toasts.getByText(`Will be sent ${SHOWN}.`).waitFor();
  });

  it('closing the composer says that it is a draft, and undo schedules it again', async () => {
    const id = await schedule(`Closed by ${way}`);
    const mail = await open('/mail/scheduled', way);
    await openRow(mail, id, way);
    await use(article().getByRole('button', { name: 'Edit', exact: true }), way);
    const composer = new ComposerPage(page, `Closed by ${way}`);
    await composer.button(`Schedule for ${SHOWN}`).waitFor();
    await use(composer.button('Save and close'), way);
    await mail.toasts.getByText('It is a draft now and will not be sent by itself.').waitFor();
    expect(await stateOf(id)).toBe('draft');
    await use(mail.toasts.getByRole('button', { name: 'Undo' }), way);
    await expect.poll(() => stateOf(id)).toBe(TIME);
    await mail.toasts.getByText(`Will be sent ${SHOWN}.`).waitFor();
  });

  it('sending is cancelled by its button, and undo schedules it again', async () => {
    const id = await schedule(`Cancelled by ${way}`);
    const mail = await open('/mail/scheduled', way);
    await openRow(mail, id, way);
    await use(article().getByRole('button', { name: 'Cancel sending' }), way);
    await mail.toasts.getByText('Sending is cancelled. It is a draft now.').waitFor();
    expect(await stateOf(id)).toBe('draft');
    expect(await page.locator('[data-composer]').count()).toBe(0);
    await use(mail.toasts.getByRole('button', { name: 'Undo' }), way);
    await expect.poll(() => stateOf(id)).toBe(TIME);
  });

  it('it is sent at once, or at another time', async () => {
    const id = await schedule(`Moved by ${way}`);
    const mail = await open('/mail/scheduled', way);
    await openRow(mail, id, way);
    await use(article().getByRole('button', { name: 'Change time…' }), way);
    await page.getByRole('combobox', { name: 'Send at' }).fill('18.3. 14:00');
    await page.keyboard.press('Enter');
    await expect.poll(() => stateOf(id)).toBe('2026-03-18T13:00:00Z');
    await use(page.getByRole('article').getByRole('button', { name: 'Send now' }), way);
    await mail.toasts.getByText('Sending…').waitFor();
    await expect.poll(() => stateOf(id)).not.toBe('2026-03-18T13:00:00Z');
    await use(mail.toasts.getByRole('button', { name: 'Undo' }).last(), way);
    await expect.poll(() => stateOf(id)).toBe('2026-03-18T13:00:00Z');
  });

  it('mail that waits, is being sent or has failed opens to be read, with what can be done', async () => {
    const content = { account_id, from_address: 'me@example.org', to_addresses: ['ann@example.org'], body_plain: 'x' };
    const store = async (status: string) => {
      const mail = { ...content, status, subject: `${status} by ${way}` };
      return (await app.api('POST', '/emails', mail)).data.id as string;
    };
    const [waiting, sending, failed] = [await store('queued'), await store('sending'), await store('failed')];
    const mail = await open('/mail/outbox', way);
    const state = (text: string) => page.getByRole('article').getByText(text);
    await openRow(mail, waiting, way);
    await state('Waits to be sent.').waitFor();
    expect((await emailOf(app, waiting)).status).toBe('queued');
    await page.goBack();
    await openRow(mail, sending, way);
    await state('Is being sent.').waitFor();
    await page.goBack();
    await page.evaluate("history.pushState(null, '', '/mail/failed')");
    await openRow(mail, failed, way);
    await state('Not sent: ').waitFor();
    await use(page.getByRole('article').getByRole('button', { name: 'Edit', exact: true }), way);
    await new ComposerPage(page, `failed by ${way}`).text.waitFor();
  });
});

it('arrow keys, j and k, and a second tab cancel nothing', async () => {
  const ids = [await schedule('First'), await schedule('Second'), await schedule('Third')];
  const mail = await open('/mail/scheduled', 'mouse');
  const second = await page.context().newPage();
  await second.goto(`${app.url}/mail/scheduled`);
  await second.getByRole('row', { name: /Second/ }).click();
  await second.getByRole('article').getByText('See you at nine.').waitFor();
  await mail.rows.first().focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter', 'j', 'k', 'j']) await page.keyboard.press(key);
  await article().getByText('See you at nine.').waitFor();
  await page.keyboard.press('Escape');
  await article().waitFor({ state: 'detached' });
  expect(await Promise.all(ids.map(stateOf))).toEqual([TIME, TIME, TIME]);
  await second.close();
});

it('of several scheduled answers of a conversation, the one that was chosen is shown', async () => {
  const { ids } = await storeConversation(app, [{ subject: 'The plan', body_plain: 'Which?' }]);
  const answer = async (text: string) => {
    const { data } = await app.api('POST', `/emails/${ids[0]}/reply`, {});
    const to_addresses = [`${text}@example.org`];
    await app.api('PATCH', `/emails/drafts/${data.id}`, { body_plain: `Answer ${text}`, to_addresses });
    await app.api('POST', `/emails/${data.id}/send`, { scheduled_at: TIME });
    return data.id as string;
  };
  const [one, other] = [await answer('one'), await answer('two')];
  const mail = await open('/mail/scheduled', 'mouse');
  for (const id of [one, other]) {
    await mail.rowOf(id).click();
    await page.locator(`#mail-${id}`).waitFor();
    expect(new URL(page.url()).hash).toBe(`#mail-${id}`);
    await page.locator(`[role=row][data-id="${id}"][aria-current=true]`).waitFor();
  }
});

it('the composer keeps the time over a reload, and sends at once if that is chosen', async () => {
  const id = await schedule('Reloaded');
  const mail = await open('/mail/scheduled', 'mouse');
  await mail.rowOf(id).click();
  await article().getByRole('button', { name: 'Edit', exact: true }).click();
  const composer = new ComposerPage(page, 'Reloaded');
  await composer.button(`Schedule for ${SHOWN}`).waitFor();
  await page.reload();
  await composer.button(`Schedule for ${SHOWN}`).waitFor();
  await composer.option('Send now');
  await composer.gone();
  await mail.toasts.getByText('Sending').first().waitFor();
  expect((await emailOf(app, id)).scheduled_at).not.toBe(TIME);
});

const SKIP_A_WEEK = `{
  const Before = Date;
  globalThis.Date = class extends Before {
    static now() { return Before.now() + 7 * 86_400_000; }
  };
}`;
/** The clock of the page goes ahead, and its timers have not noticed yet. */
const skipAWeek = () => page.evaluate(SKIP_A_WEEK);

async function edit(
  subject: string,
  fields: object = {},
): Promise<{ id: string; mail: MailPage; composer: ComposerPage }> {
  const id = await schedule(subject, fields);
  const mail = await open('/mail/scheduled', 'mouse');
  await mail.rowOf(id).click();
  await article().getByRole('button', { name: 'Edit', exact: true }).click();
  const composer = new ComposerPage(page, subject || 'New mail');
  await composer.button(`Schedule for ${SHOWN}`).waitFor();
  return { id, mail, composer };
}

it('when its time passes while it is edited, it is not sent by a button that says something else', async () => {
  const { id, composer } = await edit('Passed');
  // At once: what is drawn anew meanwhile says "Send".
  await page.evaluate(`${SKIP_A_WEEK}
    [...document.querySelectorAll('[data-composer] footer button')].find((one) => one.innerText.startsWith('Schedule for')).click();
  `);
  await composer.window.getByRole('alert').getByText(`Its time, ${SHOWN}, has passed.`).waitFor();
  expect(await stateOf(id)).toBe('draft');
});

it('when its time passes while a question is open, it is not sent', async () => {
  const { id, composer } = await edit('');
  await composer.button(`Schedule for ${SHOWN}`).click();
  const question = page.getByRole('alertdialog').getByRole('button', { name: 'Send', exact: true });
  await question.waitFor();
  await skipAWeek();
  await question.click();
  await composer.window.getByRole('alert').getByText(`Its time, ${SHOWN}, has passed.`).waitFor();
  expect(await stateOf(id)).toBe('draft');
});

it('when its time has passed after it was edited, undo does not send it', async () => {
  const { id, mail, composer } = await edit('Closed and passed');
  await composer.button('Save and close').click();
  await mail.toasts.getByRole('button', { name: 'Undo' }).waitFor();
  await skipAWeek();
  await mail.toasts.getByRole('button', { name: 'Undo' }).click();
  await mail.toasts.getByText('Its time has passed').waitFor();
  expect(await stateOf(id)).toBe('draft');
});
