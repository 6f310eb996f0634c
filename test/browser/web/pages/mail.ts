// The screen Mail as tests use it.
import type { Locator, Page } from 'playwright-core';

export class MailPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get grid(): Locator {
    return this.page.getByRole('grid');
  }

  get rows(): Locator {
    return this.grid.locator('[role=row][data-id]');
  }

  rowOf(id: string): Locator {
    return this.grid.locator(`[role=row][data-id="${id}"]`);
  }

  get toolbar(): Locator {
    return this.page.getByRole('toolbar', { name: 'Actions' }).first();
  }

  get toasts(): Locator {
    return this.page.getByRole('region', { name: /^Notifications/ });
  }

  /** The message that the service has refused a change. */
  get refusal(): Locator {
    return this.toasts.getByText(/^The change was not made: /).last();
  }

  sidebar(name: string): Locator {
    return this.page.locator('#sidebar').getByRole('link', { name: new RegExp(`^${name}`) });
  }

  /** The ids of the rows, in the order in which they are shown. */
  async ids(): Promise<string[]> {
    return this.rows.evaluateAll((rows) =>
      rows
        .sort((one, other) => Number(one.getAttribute('data-index')) - Number(other.getAttribute('data-index')))
        .map((row) => row.getAttribute('data-id') ?? ''),
    );
  }

  async focusedId(): Promise<string | null> {
    return this.page.evaluate<string | null>('document.activeElement?.getAttribute("data-id") ?? null');
  }

  /** Selects a row with the mouse. */
  async check(id: string, options: { modifiers?: ('Shift' | 'Control')[] } = {}): Promise<void> {
    await this.rowOf(id).locator('[role=gridcell]').first().locator('span').first().click(options);
  }

  async undo(): Promise<void> {
    await this.toasts.getByRole('button', { name: 'Undo' }).last().click();
  }
}
