// The settings and the sign-in screen as page models.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { press, type Way } from './ways.ts';

export class SettingsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** A group of settings by its heading. */
  group(name: string): Locator {
    return this.page.locator('section').filter({ has: this.page.getByRole('heading', { name, level: 2 }) });
  }

  async openSection(name: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
    await this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  toast(text: string | RegExp): Locator {
    return this.page.getByText(text).last();
  }

  /** The answer of a question in a dialog. */
  async answer(action: string, way: Way = 'mouse'): Promise<void> {
    const question = this.page.getByRole('alertdialog');
    await press(way, question.getByRole('button', { name: action }));
    await question.waitFor({ state: 'detached' }); // or the next one would be answered in this one, while it closes
  }
}

export class SignInPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get token(): Locator {
    return this.page.getByLabel('Token', { exact: true });
  }

  async fill(token: string): Promise<void> {
    await this.token.fill(token);
  }

  async submit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  async expectError(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.page.getByRole('alert').innerText()).toMatch(text);
  }

  async waitFor(): Promise<void> {
    await this.page.getByRole('heading', { name: 'Sign in to Daybook' }).waitFor();
  }
}
