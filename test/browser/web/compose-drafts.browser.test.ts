// Drafts: an answer becomes one when something is written, and what another program has put into one is not lost.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, draftsOf, emailOf } from './pages/composer.ts';
import { storeConversation } from './pages/conversation.ts';

let app: WebApp;
let page: Page;

beforeAll(async () => {
  app = await startWebApp();
  page = await app.open('/mail/inbox');
});
afterEach(async () => {
  // What a test has left open is put away.
  for (const close of await page.getByRole('button', { name: 'Save and close' }).all()) await close.click();
});
afterAll(async () => {
  await app?.close();
  expectNoPageErrors();
});

async function goTo(path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`);
}

async function countDrafts(): Promise<number> {
  return (await app.api<{ meta: { total: number } }>('GET', '/emails?status=draft&limit=0')).meta.total;
}

/** Chips begin with the initials of their picture, and end with the address for screen readers. */
const namesIn = (texts: string[]) => texts.map((text) => text.split('\n')[1]);

describe('an answer', () => {
  const answers = [
    ['r', 'Reply', 'Re:', ['Ann Lee'], []],
    ['a', 'Reply to all', 'Re:', ['Ann Lee', 'Bob Ray'], ['Cleo']],
    ['f', 'Forward', 'Fwd:', [], []],
  ] as const;
  const cases = answers.flatMap((one) => (['key', 'button'] as const).map((way) => [way, ...one] as const));
  it.each(cases)('by %s %s (%s) is a draft once something is written', async (way, key, label, prefix, to, cc) => {
    const subject = `Tea by ${way} ${key}`;
    const { threadId } = await storeConversation(app, [
      {
        subject,
        body_plain: 'Tea at five?',
        to_addresses: [{ address: 'bob@example.org', name: 'Bob Ray' }],
        cc_addresses: [{ address: 'cleo@example.org', name: 'Cleo' }],
      },
    ]);
    const before = await countDrafts();
    await goTo(`/mail/inbox/${threadId}`);
    const view = page.locator('section[data-print]').filter({ hasText: subject });
    await view.getByText('Tea at five?').waitFor();
    if (way === 'key') await page.keyboard.press(key);
    else await view.getByRole('button', { name: label, exact: true }).last().click();
    const composer = new ComposerPage(page, `${prefix} ${subject}`);
    await composer.button('Show quoted text').waitFor();
    expect(namesIn(await composer.chips('To').allInnerTexts())).toEqual(to);
    if (cc.length > 0) expect(namesIn(await composer.chips('Cc').allInnerTexts())).toEqual(cc);
    await composer.subject.focus();
    expect(await countDrafts()).toBe(before);
    await composer.text.click();
    await page.keyboard.type('Gladly.');
    await expect.poll(async () => (await draftsOf(app, `${prefix} ${subject}`)).length).toBe(1);
    await composer.saved();
    await expect
      .poll(async () => (await draftsOf(app, `${prefix} ${subject}`))[0]?.body_plain)
      .toMatch(/^Gladly\.\n\n[\s\S]*Tea at five\?/);
    const [draft] = await draftsOf(app, `${prefix} ${subject}`);
    expect(draft?.to_addresses.map(({ name }) => name)).toEqual(to);
    expect(draft?.in_reply_to).toEqual(key === 'f' ? null : expect.stringContaining('@example.org'));
    expect(await countDrafts()).toBe(before + 1);
  });

  it('without the quote, which was removed first, stays without it', async () => {
    const { threadId } = await storeConversation(app, [{ subject: 'Unquoted', body_plain: 'A long story' }]);
    await goTo(`/mail/inbox/${threadId}`);
    await page.locator('section[data-print]').getByText('A long story').waitFor();
    await page.keyboard.press('r');
    const composer = new ComposerPage(page, 'Re: Unquoted');
    await composer.button('Show quoted text').click();
    await composer.button('Remove quoted text').click();
    await composer.text.click();
    await page.keyboard.type('Short');
    await expect.poll(async () => (await draftsOf(app, 'Re: Unquoted'))[0]?.body_plain).toBe('Short');
    expect(await draftsOf(app, 'Re: Unquoted')).toHaveLength(1);
  });

  it('does not change the list until it is sent', async () => {
    const { threadId } = await storeConversation(app, [
      { subject: 'Old question', body_plain: 'Who knows?', received_at: '2020-01-02T09:00:00Z' },
    ]);
    await app.api('POST', '/emails/drafts', {
      subject: 'Re: Old question',
      body_plain: 'I do',
      in_reply_to: (await app.api<{ data: { emails: { message_id: string }[] } }>('GET', `/threads/${threadId}`)).data
        .emails[0]?.message_id,
    });
    const { data } = await app.api<{ data: { id: string; preview: string; has_drafts: boolean }[] }>(
      'GET',
      '/threads?folder=INBOX&limit=200',
    );
    expect(data.at(-1)).toMatchObject({ id: threadId, preview: 'Who knows?', has_drafts: true });
  });
});

describe('a draft of another program', () => {
  const TABLE = '<table border="1"><tbody><tr><td>One</td><td bgcolor="red">Two</td></tr></tbody></table>';
  const PICTURE = '<p>See <img src="cid:plan" alt="The plan" width="40"></p>';
  const RED = 'color: red; font-family: Georgia';
  const html = `<p>Dear Ann,</p>${PICTURE}${TABLE}<p style="${RED}">Red <span style="background-color: yellow">and yellow</span></p>`;

  async function openDraft(subject: string, body_html: string): Promise<ComposerPage> {
    const body = { to: 'ann@example.org', subject, body_plain: 'Dear Ann,', body_html };
    const { data } = await app.api<{ data: { id: string } }>('POST', '/emails/drafts', body);
    await goTo(`/compose?draft=${data.id}`);
    const composer = new ComposerPage(page, subject);
    await composer.text.waitFor();
    return composer;
  }

  it('keeps its pictures, tables and styles when something is written', async () => {
    const composer = await openDraft('Kept', html);
    await composer.text
      .getByRole('group', { name: /kept as it is/ })
      .nth(1)
      .waitFor();
    await page.locator('[data-editor]:focus').waitFor();
    await page.keyboard.type('!');
    await expect.poll(async () => (await draftsOf(app, 'Kept'))[0]?.body_plain).toMatch(/!$/);
    const [draft] = await draftsOf(app, 'Kept');
    expect(draft?.body_html).toBe(
      `<div>Dear Ann,</div><div><br></div>${PICTURE}${TABLE}<div style="${RED}">Red <span style="background-color: yellow">and yellow!</span></div>`,
    );
    expect(draft?.body_plain).toBe('Dear Ann,\n\nSee [The plan]\nOne\tTwo\nRed and yellow!');
  });

  it('that ends with a table has a place to write after it', async () => {
    const composer = await openDraft('Ends with a table', TABLE);
    await page.locator('[data-editor]:focus').waitFor();
    await page.keyboard.type('After');
    await expect
      .poll(async () => (await draftsOf(app, 'Ends with a table'))[0]?.body_html)
      .toBe(`${TABLE}<div>After</div>`);
    await composer.text.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(async () => (await draftsOf(app, 'Ends with a table'))[0]?.body_html).toBe('<div>After</div>');
  });

  it('that is a whole page is kept as one part', async () => {
    const whole = '<html><head><style>p { color: green }</style></head><body><p>Green</p></body></html>';
    await openDraft('Whole page', whole);
    await page.locator('[data-editor]:focus').waitFor();
    await page.keyboard.type('More');
    await expect
      .poll(async () => (await draftsOf(app, 'Whole page'))[0]?.body_html)
      .toBe('<style>p { color: green }</style><body><p>Green</p></body><div>More</div>');
  });

  it('that is only opened and closed is not changed', async () => {
    const composer = await openDraft('Only opened', html);
    expect(await composer.status.innerText()).toBe('');
    await composer.button('Save and close').click();
    await composer.gone();
    const [draft] = await draftsOf(app, 'Only opened');
    expect((await emailOf(app, draft?.id ?? '')).body_html).toBe(html);
  });
});

describe('what is typed in the moment in which the editor is ready', () => {
  /** Writes a comma as soon as the toolbar is in the page, before the effects of that render have run. */
  const TYPE_AT_ONCE = `new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-composer] [role="toolbar"]')) return;
    observer.disconnect();
    document.execCommand('insertText', false, ',');
  }).observe(document.querySelector('#app') ?? document.body, { childList: true, subtree: true })`;

  it('stays before what is typed next', async () => {
    const { data } = await app.api<{ data: { id: string } }>('POST', '/emails/drafts', {
      to: 'ann@example.org',
      subject: 'Typed at once',
      body_plain: 'Begun',
      body_html: '<div>Begun</div>',
    });
    await page.evaluate(TYPE_AT_ONCE);
    await goTo(`/compose?draft=${data.id}`);
    const composer = new ComposerPage(page, 'Typed at once');
    await expect.poll(() => composer.text.innerText()).toContain(',');
    await page.keyboard.type(' done');
    await expect.poll(async () => (await draftsOf(app, 'Typed at once'))[0]?.body_plain).toBe('Begun, done');
  });
});
