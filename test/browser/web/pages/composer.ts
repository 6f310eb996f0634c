// The composer as a page model.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { WebApp } from '../../../support/web-app.ts';

export interface Draft extends Record<string, unknown> {
  id: string;
  subject: string | null;
  status: string;
  to_addresses: { address: string; name: string | null }[];
  cc_addresses: { address: string; name: string | null }[];
  bcc_addresses: { address: string; name: string | null }[];
  body_plain: string | null;
  body_html: string | null;
  attachments: { filename: string; file_id: string }[];
  deleted_at: string | null;
}

export class ComposerPage {
  readonly page: Page;
  readonly window: Locator;

  constructor(page: Page, title: string | RegExp = /.*/) {
    this.page = page;
    this.window = page
      .locator('[data-composer]')
      .filter({ has: page.getByRole('button', { name: title, exact: true }) });
  }

  /** Opens a new mail with the key c. */
  static async open(page: Page): Promise<ComposerPage> {
    await page.keyboard.press('c');
    const composer = new ComposerPage(page, 'New mail');
    await composer.recipients('To').waitFor();
    return composer;
  }

  /** The same composer under the title that its subject gives it. */
  titled(title: string | RegExp): ComposerPage {
    return new ComposerPage(this.page, title);
  }

  recipients(field: 'To' | 'Cc' | 'Bcc'): Locator {
    return this.window.getByRole('combobox', { name: field, exact: true });
  }

  chips(field: 'To' | 'Cc' | 'Bcc'): Locator {
    return this.window.getByRole('group', { name: field, exact: true }).getByRole('listitem');
  }

  get subject(): Locator {
    return this.window.getByRole('textbox', { name: 'Subject' });
  }

  get text(): Locator {
    return this.window.getByRole('textbox', { name: 'Text of the mail' });
  }

  /** The text as it is shown. */
  async written(): Promise<string> {
    return (await this.text.innerText()).trim();
  }

  /** Chooses an entry of "More options". */
  async option(name: string): Promise<void> {
    await this.button('More options').click();
    await this.page.getByRole('menuitem', { name }).click();
  }

  /** Pastes into what has the focus. */
  async paste(contents: Record<string, string>): Promise<void> {
    await this.page.evaluate(`{
      const clipboardData = new DataTransfer();
      for (const [type, text] of ${JSON.stringify(Object.entries(contents))}) clipboardData.setData(type, text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    }`);
  }

  /** How many pixels of the height of the text are seen, with nothing before them. */
  seenText(): Promise<number> {
    return this.page.evaluate(SEEN_TEXT);
  }

  get status(): Locator {
    return this.window.getByRole('status').first();
  }

  button(name: string | RegExp): Locator {
    return this.window.getByRole('button', { name, exact: true });
  }

  async saved(): Promise<void> {
    await this.status.filter({ hasText: /^Saved/ }).waitFor();
  }

  async gone(): Promise<void> {
    await this.window.waitFor({ state: 'detached' });
  }
}

const SEEN_TEXT = `(() => {
  const text = document.querySelector('[data-editor]');
  const { left, width } = text.getBoundingClientRect();
  let seen = 0;
  for (let y = 0; y < innerHeight; y++) if (text.contains(document.elementFromPoint(left + width / 2, y))) seen++;
  return seen;
})()`;

/** The drafts with this subject, with their texts. */
export async function draftsOf(app: WebApp, subject: string): Promise<Draft[]> {
  const { data } = await app.api<{ data: Draft[] }>('GET', '/emails?status=draft&limit=200');
  const found = data.filter((one) => one.subject === subject);
  return Promise.all(found.map(({ id }) => emailOf(app, id)));
}

export async function emailOf(app: WebApp, id: string): Promise<Draft> {
  return (await app.api<{ data: Draft }>('GET', `/emails/${id}`)).data;
}

/** The only draft with this subject. */
export async function draftOf(app: WebApp, subject: string): Promise<Draft> {
  const drafts = await draftsOf(app, subject);
  expect(drafts).toHaveLength(1);
  return drafts[0] as Draft;
}
