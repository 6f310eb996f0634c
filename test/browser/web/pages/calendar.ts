// The calendar for tests: what a person sees and does there.
import type { Locator, Page } from 'playwright-core';
import { settled } from '../../../support/settled.ts';
import type { WebApp } from '../../../support/web-app.ts';
import { press, type Way } from './ways.ts';

export interface EventFields {
  title: string;
  start_at?: string;
  end_at?: string | null;
  [field: string]: unknown;
}

export class CalendarPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Goes to an address as a link does, without loading the page. */
  async show(path: string): Promise<void> {
    await this.page.evaluate(`history.pushState(null, '', '${path}')`);
    await this.page.locator('[data-grid-item], [aria-label="Agenda"]').first().waitFor();
    await settled(this.page);
    await this.page.locator('main').focus();
  }

  /** The text of what has the focus. */
  focused(): Promise<string> {
    return this.page.evaluate('document.activeElement?.textContent ?? ""') as Promise<string>;
  }

  /** The title without the thin spaces of ranges. */
  async title(): Promise<string> {
    const text = await this.page.getByRole('heading', { level: 1 }).textContent();
    return (text ?? '').replaceAll(/\s*–\s*/g, '–');
  }

  /** Events whose spoken text begins with the title. */
  event(title: string | RegExp): Locator {
    return this.page.locator('[data-event-id]').filter({ hasText: title }).locator('xpath=ancestor::*[@tabindex][1]');
  }

  /** Texts of events that are shown only in part: a line of which the lower part, or a time of which the end is missing. */
  cutTexts(): Promise<string[]> {
    return this.page.locator('[data-event-id]').evaluateAll((events) =>
      events.flatMap((event) => {
        const box = event.getBoundingClientRect();
        return [...event.querySelectorAll('[aria-hidden] > span, span[aria-hidden]:not(:has(span))')].flatMap((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect();
          const line = one.parentElement?.closest('[aria-hidden]')?.getBoundingClientRect() ?? box;
          const isShown =
            left < line.right - 1 && top < line.bottom - 1 && left < box.right - 1 && top < box.bottom - 1;
          const isCut = right > box.right + 1 || bottom > box.bottom + 1;
          return isShown && isCut ? [one.textContent ?? ''] : [];
        });
      }),
    );
  }

  agendaEvent(title: string): Locator {
    return this.page.getByRole('region', { name: 'Agenda' }).getByRole('button', { name: title });
  }

  /** The column of a day in the week or day view. */
  column(day: string): Locator {
    return this.page.locator(`[role=cell][data-date="${day}"]`).last();
  }

  /** The cell of a day in the month, or in the all-day row. */
  day(day: string): Locator {
    return this.page.locator(`[role=cell][data-date="${day}"]`).first();
  }

  /** The point of a time in a column; the working hours are visible without scrolling. */
  async pointAt(day: string, hours: number): Promise<{ x: number; y: number }> {
    const column = this.column(day);
    const box = await column.boundingBox();
    if (!box) throw new Error(`${day} is not shown.`);
    return { x: box.x + box.width / 3, y: box.y + (box.height * hours) / 24 + 2 };
  }

  /** A point in the middle of an event. */
  async pointOf(title: string): Promise<{ x: number; y: number }> {
    const box = await this.event(title).boundingBox();
    if (!box) throw new Error(`${title} is not shown.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 3 };
  }

  async drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.up();
  }

  get quickCreate(): Locator {
    return this.page.getByRole('dialog', { name: 'New event' });
  }

  get editor(): Locator {
    return this.page.getByRole('dialog', { name: /^(New|Edit) event$/ });
  }

  get details(): Locator {
    return this.page.locator('[popover][role=dialog]');
  }

  async chooseScope(
    name: 'Only this event' | 'This and the following events' | 'All events of the series',
    way: Way = 'mouse',
  ): Promise<void> {
    await press(way, this.page.getByRole('alertdialog').getByRole('button', { name }));
  }

  async undo(): Promise<void> {
    await this.page.getByRole('button', { name: 'Undo' }).last().click();
    await this.toast('Undone.').last().waitFor();
  }

  toast(text: string): Locator {
    return this.page.getByText(text, { exact: true });
  }

  /** Focuses the slot at which the keyboard begins. */
  async focusGrid(): Promise<void> {
    await this.page.locator('[data-grid-item]').first().focus();
  }
}

export interface StoredEvent extends Record<string, unknown> {
  id: string;
  start_at: string;
  end_at: string;
}

/** The events of the service whose text has these words. */
export async function eventsNamed(app: WebApp, title: string): Promise<StoredEvent[]> {
  return (await app.api<{ data: StoredEvent[] }>('GET', `/events?search=${encodeURIComponent(title)}`)).data;
}
