// Today as a page model.
import type { Locator, Page } from 'playwright-core';
import type { WebApp } from '../../../support/web-app.ts';

export class TodayPage {
  readonly page: Page;
  readonly agenda: Locator;
  readonly people: Locator;
  readonly attention: Locator;
  readonly waiting: Locator;

  constructor(page: Page) {
    this.page = page;
    this.agenda = page.getByRole('region', { name: 'Agenda' });
    this.people = page.getByRole('region', { name: 'From people you know' });
    this.attention = page.getByRole('region', { name: 'Needs your attention' });
    this.waiting = page.getByRole('region', { name: 'Waiting' });
  }

  static async open(app: WebApp, options = {}): Promise<TodayPage> {
    const today = new TodayPage(await app.open('/', options));
    await today.people.getByRole('link', { name: 'Open inbox' }).waitFor();
    return today;
  }

  event(title: string): Locator {
    return this.agenda.getByRole('listitem').filter({ hasText: title });
  }

  mail(text: string | RegExp): Locator {
    return this.people.getByRole('listitem').filter({ hasText: text });
  }
}

export async function createEvent(app: WebApp, title: string, values: object): Promise<string> {
  return (await app.api<{ data: { id: string } }>('POST', '/events', { title, ...values })).data.id;
}

/** Unread mail in the inbox, from somebody whom the demo has as a contact. */
export async function receiveMail(
  app: WebApp,
  subject: string,
  from = 'Lena Hoffmann <lena@hoffmann.example>',
): Promise<void> {
  const mail = { subject, from_address: from, to_addresses: ['ida@brandt.example'], body_plain: 'Hello!' };
  await app.api('POST', '/emails', {
    ...mail,
    received_at: new Date(Date.parse('2026-03-17T08:31:00Z')).toISOString(),
  });
}
