// A conversation as a page model, and mails for it.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { WebApp } from '../../../support/web-app.ts';
import { press, type Way } from './ways.ts';

export interface TestMail {
  subject?: string;
  from_address?: string;
  from_name?: string;
  body_plain?: string;
  body_html?: string;
  is_read?: boolean;
  attachments?: unknown[];
  [field: string]: unknown;
}

let mails = 0;

/** Stores mails of one conversation, a minute apart, and returns their ids and that of the conversation. */
export async function storeConversation(app: WebApp, given: readonly TestMail[]) {
  const root = `<t${++mails}@example.org>`;
  const ids: string[] = [];
  let threadId = '';
  for (const [at, mail] of given.entries()) {
    const { data } = await app.api<{ data: { id: string; thread_id: string } }>('POST', '/emails', {
      from_address: 'ann@example.org',
      from_name: 'Ann Lee',
      to_addresses: ['ida@example.org'],
      subject: 'The lease',
      received_at: new Date(Date.UTC(2026, 2, 16, 9, at)).toISOString(),
      is_read: true,
      message_id: at === 0 ? root : `<t${mails}-${at}@example.org>`,
      ...(at > 0 && { in_reply_to: root }),
      ...mail,
    });
    ids.push(data.id);
    threadId = data.thread_id;
  }
  setFetched(app, ids);
  return { ids, threadId };
}

/** Mails that requests stored become those that the sync of an account fetched, whose senders can be trusted. */
function setFetched({ folder }: WebApp, ids: readonly string[]): void {
  const database = new DatabaseSync(join(folder, 'daybook.db'), { timeout: 10_000 });
  const set = database.prepare("update emails set delivered_by = 'account' where id = ?");
  for (const id of ids) set.run(id);
  database.close();
}

/** Uploads a file, and returns it as an attachment of a mail. */
export async function storeFile(
  app: WebApp,
  filename: string,
  mime: string,
  content: string | Uint8Array<ArrayBuffer>,
) {
  const form = new FormData();
  form.append('file', new File([content], filename, { type: mime }));
  const response = await fetch(`${app.url}/api/v1/files`, { method: 'POST', body: form });
  const { data } = (await response.json()) as { data: { id: string; size: number } };
  return { filename, mime, size: data.size, path: null, file_id: data.id };
}

/** Imports the source of a mail, and returns its conversation. */
export async function importMail(app: WebApp, source: string, subject: string): Promise<string> {
  const form = new FormData();
  form.append('file', new File([source], 'mail.eml', { type: 'message/rfc822' }));
  await fetch(`${app.url}/api/v1/imports`, { method: 'POST', body: form });
  const found = async () =>
    (await app.api<{ data: { id: string; subject: string }[] }>('GET', '/threads?limit=500')).data.find(
      (one) => one.subject === subject,
    )?.id;
  await expect.poll(found).toBeDefined();
  return (await found()) ?? '';
}

export class ConversationPage {
  readonly page: Page;
  readonly view: Locator;

  constructor(page: Page) {
    this.page = page;
    this.view = page.locator('section[data-print]');
  }

  static async open(app: WebApp, threadId: string, options: Parameters<WebApp['open']>[1] = {}) {
    const conversation = new ConversationPage(await app.open(`/mail/inbox/${threadId}`, options));
    await conversation.view.getByRole('article').first().waitFor();
    return conversation;
  }

  get mails(): Locator {
    return this.view.getByRole('article');
  }

  /** The frames that are loaded. */
  get frames(): Locator {
    return this.view.locator('iframe[data-loaded]');
  }

  mail(at: number): Locator {
    return this.mails.nth(at);
  }

  toggle(at: number): Locator {
    return this.mail(at).locator('[data-toggle]');
  }

  /** Which mails are expanded: [false, true]. */
  async expanded(): Promise<boolean[]> {
    const values = await this.view.locator('[data-toggle]').evaluateAll((all) => all.map((one) => one.ariaExpanded));
    return values.map((value) => value === 'true');
  }

  /** The frame with the HTML of a mail, once it is loaded. */
  async frame(at: number) {
    await this.mail(at).locator('iframe[data-loaded]').waitFor();
    return this.mail(at).frameLocator('iframe');
  }

  /** Undoes the change that the message is about. */
  async undo(message: string): Promise<void> {
    const toast = this.page.locator('[role=status] > div').filter({ hasText: message });
    await toast.getByRole('button', { name: 'Undo' }).click();
  }

  async choose(at: number, item: string, way: Way = 'mouse'): Promise<void> {
    await press(way, this.mail(at).getByRole('button', { name: 'More for this mail' }));
    await press(way, this.page.getByRole('menuitem', { name: item }));
  }
}
