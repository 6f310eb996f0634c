// Writing with the keyboard: Tab goes from field to field, and after a link was added or changed, what is typed is in the
// text.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectNoPageErrors, startWebApp, type WebApp } from '../../support/web-app.ts';
import { ComposerPage, draftOf, draftsOf } from './pages/composer.ts';

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

const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
const keys = async (...all: string[]) => {
  for (const key of all) await page.keyboard.press(key);
};

describe('Tab', () => {
  it('goes from To to Subject, to the text, to the toolbar, and back', async () => {
    page = await app.open('/mail/inbox');
    await ComposerPage.open(page);
    await page.getByRole('toolbar').waitFor();
    const order = ['To', 'Subject', 'Text of the mail', 'Bold'];
    for (const name of order) {
      expect(await focused()).toBe(name);
      await page.keyboard.press('Tab');
    }
    expect(await page.evaluate('document.activeElement.innerText')).toBe('Send'); // the toolbar is one stop
    for (const name of order.toReversed()) {
      await page.keyboard.press('Shift+Tab');
      expect(await focused()).toBe(name);
    }
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate('document.activeElement.innerText')).toBe('Bcc');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Bcc');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Subject');
  });

  it('after an address leads to the next field', async () => {
    page = await app.open('/mail/inbox');
    const composer = await ComposerPage.open(page);
    await page.getByRole('toolbar').waitFor();
    await page.keyboard.type('ann@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Typed with Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Hello');
    expect(await composer.titled('Typed with Tab').chips('To').count()).toBe(1);
    await expect.poll(async () => (await draftsOf(app, 'Typed with Tab'))[0]?.body_plain).toMatch(/^Hello/);
    const { to_addresses: to } = await draftOf(app, 'Typed with Tab');
    expect(to.map(({ address }) => address)).toEqual(['ann@example.org']);
  });

  it('is not needed for the toolbar: Alt+F10 leads there, arrow keys through it, Escape back to the text', async () => {
    page = await app.open('/compose?to=ann@example.org&subject=Toolbar');
    const composer = new ComposerPage(page, 'Toolbar');
    await composer.text.click();
    await page.keyboard.type('some ');
    await page.keyboard.press('Alt+F10');
    expect(await focused()).toBe('Bold');
    await keys('ArrowRight', 'Enter');
    expect(await focused()).toBe('Italic');
    await page.keyboard.press('Escape');
    await page.keyboard.type('words');
    await expect
      .poll(async () => (await draftsOf(app, 'Toolbar'))[0]?.body_html)
      .toBe('<div>some <em>words</em></div>');
  });
});

const LINK = '<a href="https://x.example/">';
const OLD = '<a href="https://old.example/">';
const address = async () => {
  await page.getByRole('textbox', { name: 'Address of the link' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('https://x.example/');
};
const selectWord = () => keys('Control+Shift+ArrowLeft');

/** What is done after "one two" was typed, and the HTML after "!" was typed at once. */
const WAYS_TO_LINK: [name: string, run: () => Promise<void>, html: string][] = [
  [
    'a selection, by Enter',
    async () => {
      await selectWord();
      await page.keyboard.press('Control+k');
      await address();
      await page.keyboard.press('Enter');
    },
    `<div>one ${LINK}two</a>!</div>`,
  ],
  [
    'a selection, by the button',
    async () => {
      await selectWord();
      await page.keyboard.press('Control+k');
      await address();
      await keys('Tab', 'Enter');
    },
    `<div>one ${LINK}two</a>!</div>`,
  ],
  [
    'a selection, by the button and Space',
    async () => {
      await selectWord();
      await page.keyboard.press('Control+k');
      await address();
      await keys('Tab', 'Space');
    },
    `<div>one ${LINK}two</a>!</div>`,
  ],
  [
    'a selection, from the toolbar',
    async () => {
      await selectWord();
      await keys('Alt+F10', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
      await address();
      await page.keyboard.press('Enter');
    },
    `<div>one ${LINK}two</a>!</div>`,
  ],
  [
    'the cursor, by Enter',
    async () => {
      await page.keyboard.press('Control+k');
      await address();
      await page.keyboard.press('Enter');
    },
    `<div>one two${LINK}https://x.example/</a>!</div>`,
  ],
  [
    'a link that is changed',
    async () => {
      await selectWord();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('https://old.example/');
      await page.keyboard.press('Enter');
      await keys('ArrowLeft', 'Control+b', 'Control+b', 'Control+k');
      await address();
      await page.keyboard.press('Enter');
      await page.keyboard.press('End');
    },
    `<div>one ${LINK}two</a>!</div>`,
  ],
  [
    'a link that is removed',
    async () => {
      await selectWord();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('https://old.example/');
      await keys('Enter', 'ArrowLeft', 'Control+k');
      await page.getByRole('button', { name: 'Remove link' }).waitFor();
      await keys('Tab', 'Enter');
    },
    '<div>one tw!o</div>',
  ],
  [
    'Escape without a selection',
    async () => {
      await page.keyboard.press('Control+k');
      await address();
      await page.keyboard.press('Escape');
    },
    '<div>one two!</div>',
  ],
  [
    'Escape with a link',
    async () => {
      await selectWord();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('https://old.example/');
      await keys('Enter', 'ArrowLeft', 'Control+k');
      await address();
      await keys('Escape', 'End');
    },
    `<div>one ${OLD}two</a>!</div>`,
  ],
  [
    'Escape with a selection, which stays',
    async () => {
      await selectWord();
      await page.keyboard.press('Control+k');
      await address();
      await page.keyboard.press('Escape');
    },
    '<div>one !</div>',
  ],
];

describe.each([1, 2])('time %i, what is typed is in the text after', (time) => {
  it.each(WAYS_TO_LINK)('%s', async (name, run, html) => {
    const subject = `${name} ${time}`;
    page = await app.open(`/compose?to=ann@example.org&subject=${encodeURIComponent(subject)}`);
    const composer = new ComposerPage(page, subject);
    await page.getByRole('toolbar').waitFor();
    await composer.text.click();
    await page.keyboard.type('one two');
    await run();
    await page.keyboard.type('!');
    await expect.poll(async () => (await draftsOf(app, subject))[0]?.body_html).toBe(html);
    expect(await focused()).toBe('Text of the mail');
  });
});
