// The search screen, the command palette and the help on shortcuts, as a person uses them.
import type { Locator, Page } from 'playwright-core';

export class SearchPage {
  readonly page: Page;
  readonly field: Locator;
  readonly chips: Locator;
  readonly results: Locator;

  constructor(page: Page) {
    this.page = page;
    this.field = page.getByRole('searchbox', { name: 'Search mail, events and contacts' });
    this.chips = page.getByRole('list', { name: 'Operators' }).getByRole('listitem');
    this.results = page.locator('#results');
  }

  group(name: 'Mail' | 'Events' | 'Contacts'): Locator {
    return this.results.getByRole('region', { name });
  }

  /** Types a search, and waits for its results. */
  async search(query: string): Promise<void> {
    await this.field.fill(query);
    await this.results.getByRole('status').waitFor();
  }
}

export class PalettePage {
  readonly field: Locator;
  readonly options: Locator;

  constructor(page: Page) {
    this.field = page.getByRole('combobox', { name: 'Type a command, a person or a search' });
    this.options = page.getByRole('option');
  }
}
