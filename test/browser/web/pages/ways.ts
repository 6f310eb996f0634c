// The two ways in which a person uses the app.
import type { Locator } from 'playwright-core';

export const WAYS = ['mouse', 'keyboard'] as const;
export type Way = (typeof WAYS)[number];

/** More steps than any screen has. */
const MOST_STEPS = 150;

/** Clicks the element; by keyboard, goes to it with the keys that a person would use, and presses Enter. */
export async function press(way: Way, element: Locator): Promise<void> {
  if (way === 'mouse') return element.click();
  await reach(element);
  await element.page().keyboard.press('Enter');
}

/** Goes to the element with Tab, and within a menu or a toolbar with an arrow. */
async function reach(element: Locator): Promise<void> {
  await element.waitFor();
  const { keyboard } = element.page();
  let key = 'Tab';
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const place = await element.evaluate((target) => {
      const { activeElement } = target.ownerDocument;
      if (target === activeElement) return 'there';
      const group = target.closest('[role=menu], [role=toolbar]');
      if (!group?.contains(activeElement)) return 'elsewhere';
      return group.matches('[role=menu]') ? 'menu' : 'toolbar';
    });
    if (place === 'there') return;
    key = { elsewhere: 'Tab', menu: 'ArrowDown', toolbar: 'ArrowRight' }[place];
    await keyboard.press(key);
  }
  throw new Error(`Not reached with the keyboard, the last key was ${key}: ${element}`);
}
