// The screen of contacts as a page model.
import type { Locator, Page } from 'playwright-core';
import type { WebApp } from '../../../support/web-app.ts';

export interface ContactRecord extends Record<string, unknown> {
  id: string;
  display_name: string;
  emails: { address: string; label: string; primary: boolean }[];
  phones: { number: string; label: string; primary: boolean }[];
  tags: string[];
  birthday: string | null;
  notes: string | null;
  company: string | null;
  avatar_path: string | null;
}

export class ContactsPage {
  readonly page: Page;
  readonly list: Locator;
  readonly rows: Locator;
  readonly filter: Locator;
  readonly card: Locator;
  readonly editor: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('grid', { name: 'Contacts' });
    this.rows = this.list.getByRole('row');
    this.filter = page.getByRole('textbox', { name: 'Filter contacts' });
    this.card = page.getByRole('article');
    this.editor = page.getByRole('dialog', { name: /New contact|Edit contact/ });
  }

  static async open(app: WebApp, path = '/contacts', options = {}): Promise<ContactsPage> {
    const contacts = new ContactsPage(await app.open(path, options));
    if (!/\/contacts\/./.test(path)) await contacts.rows.first().getByText(/./).first().waitFor();
    return contacts;
  }

  row(name: string | RegExp): Locator {
    return this.list.getByRole('row', { name });
  }

  heading(name: string): Locator {
    return this.card.getByRole('heading', { name, exact: true });
  }

  field(name: string): Locator {
    return this.editor.getByRole('textbox', { name, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  async save(): Promise<void> {
    await this.editor.getByRole('button', { name: 'Save' }).click();
  }

  toast(text: string | RegExp): Locator {
    return this.page.getByText(text);
  }
}

/** The contact as the service has it; undefined if it is in the trash. */
export async function contactOf(app: WebApp, id: string): Promise<ContactRecord | undefined> {
  const { data } = await app.api<{ data: ContactRecord }>('GET', `/contacts/${id}`).catch(() => ({ data: undefined }));
  return data;
}

export async function contactNamed(app: WebApp, name: string): Promise<ContactRecord> {
  const found = await contactsNamed(app, name);
  if (!found[0]) throw new Error(`There is no contact "${name}".`);
  return found[0];
}

export async function contactsNamed(app: WebApp, name: string): Promise<ContactRecord[]> {
  const { data } = await app.api<{ data: ContactRecord[] }>(
    'GET',
    `/contacts?limit=50&search=${encodeURIComponent(name)}`,
  );
  return data.filter(({ display_name }) => display_name === name);
}

export async function createContact(app: WebApp, values: Partial<ContactRecord>): Promise<ContactRecord> {
  return (await app.api<{ data: ContactRecord }>('POST', '/contacts', values)).data;
}
