// The screens of deleted events and contacts as a page model, and such records as the service has them.
import type { Locator, Page } from 'playwright-core';
import type { WebApp } from '../../../support/web-app.ts';

export const KINDS = ['events', 'contacts'] as const;
export type Kind = (typeof KINDS)[number];

export const PATHS = { events: '/calendar/deleted', contacts: '/contacts/deleted' } as const;

export class DeletedPage {
  readonly page: Page;
  readonly list: Locator;
  readonly rows: Locator;
  readonly question: Locator;
  readonly toasts: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('grid', { name: /^Deleted (events|contacts)$/ });
    this.rows = this.list.locator('[role=row][data-id]');
    this.question = page.getByRole('alertdialog');
    this.toasts = page.getByRole('region', { name: /^Notifications/ });
  }

  row(id: string): Locator {
    return this.list.locator(`[role=row][data-id="${id}"]`);
  }

  button(id: string, name: 'Restore' | 'Delete permanently'): Locator {
    return this.row(id).getByRole('button', { name });
  }

  get undo(): Locator {
    return this.toasts.getByRole('button', { name: 'Undo' }).last();
  }

  get eraseButton(): Locator {
    return this.question.getByRole('button', { name: 'Delete permanently' });
  }

  /** The links between the parts of the trash. */
  part(name: 'Mail' | 'Events' | 'Contacts'): Locator {
    return this.page.getByRole('navigation', { name: 'Trash' }).getByRole('link', { name });
  }

  /** The ids of the rows, in the order in which they are shown. */
  async ids(): Promise<(string | null)[]> {
    return this.rows.evaluateAll((rows) =>
      rows
        .sort((one, other) => Number(one.getAttribute('data-index')) - Number(other.getAttribute('data-index')))
        .map((row) => row.getAttribute('data-id')),
    );
  }

  async focusedId(): Promise<string | null> {
    return this.page.evaluate<string | null>('document.activeElement?.getAttribute("data-id") ?? null');
  }
}

interface TrashRecord {
  id: string;
  deleted_at: string | null;
}

/** Creates a record and moves it to the trash. */
export async function createDeleted(app: WebApp, kind: Kind, title: string): Promise<string> {
  const id = await createRecord(app, kind, title);
  await app.api('DELETE', `/${kind}/${id}`);
  return id;
}

export async function createRecord(app: WebApp, kind: Kind, title: string): Promise<string> {
  const times = { start_at: '2026-03-17T09:00:00Z', end_at: '2026-03-17T10:00:00Z' };
  const values = kind === 'events' ? { title, ...times } : { display_name: title };
  return (await app.api<{ data: TrashRecord }>('POST', `/${kind}`, values)).data.id;
}

/** Where a record is. */
export async function placeOf(app: WebApp, kind: Kind, id: string): Promise<'in use' | 'in the trash' | 'nowhere'> {
  const { data } = await app.api<{ data: TrashRecord[] }>('GET', `/${kind}?include_deleted=true&limit=500`);
  const found = data.find((one) => one.id === id);
  if (!found) return 'nowhere';
  return found.deleted_at === null ? 'in use' : 'in the trash';
}

export async function emptyAll(app: WebApp, kind: Kind): Promise<void> {
  const { data } = await app.api<{ data: TrashRecord[] }>('GET', `/${kind}?only_deleted=true&limit=500`);
  for (const { id } of data) await app.api('DELETE', `/${kind}/${id}?permanent=true`);
}
