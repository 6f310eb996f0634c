// The two ways in which a person uses the app.
import type { Locator } from 'playwright-core';

export const WAYS = ['mouse', 'keyboard'] as const;
export type Way = (typeof WAYS)[number];

/** More rounds of keys than any screen needs. */
const MOST_ROUNDS = 150;
/** How often Tab is pressed on a screen before one looks where the focus is. */
const AT_ONCE = 6;

/** Clicks the element; by keyboard, goes to it with the keys that a person would use, and presses Enter. */
export async function press(way: Way, element: Locator): Promise<void> {
  if (way === 'mouse') return element.click();
  await reach(element);
  await element.page().keyboard.press('Enter');
}

/** Goes to the element with Tab, and within a menu or a toolbar with an arrow. */
export async function reach(element: Locator): Promise<void> {
  await element.waitFor();
  const { keyboard } = element.page();
  await notePassing(element);
  let key = 'Tab';
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
    const place = await placeOfFocus(element);
    if (place === 'there') return;
    key = { screen: 'Tab', overlay: 'Tab', passed: 'Shift+Tab', menu: 'ArrowDown', toolbar: 'ArrowRight' }[place];
    if (place === 'screen') {
      for (let times = 0; times < AT_ONCE; times++) await keyboard.down(key); // the key is held
      await keyboard.up(key);
    } else await keyboard.press(key);
  }
  throw new Error(`Not reached with the keyboard, the last key was ${key}: ${element}`);
}

/** Notes from now on whether the element, or its toolbar, gets the focus. */
function notePassing(element: Locator): Promise<void> {
  return element.evaluate((found) => {
    const target = found as typeof found & { wasPassed?: boolean };
    const isNoted = target.wasPassed !== undefined;
    target.wasPassed = false;
    if (isNoted) return;
    (target.closest('[role=toolbar]') ?? target).addEventListener('focusin', () => {
      target.wasPassed = true;
    });
  });
}

/** Where the focus is, seen from the element: it may have passed it. An overlay would be closed by one Tab too many. */
function placeOfFocus(element: Locator): Promise<'there' | 'screen' | 'overlay' | 'passed' | 'menu' | 'toolbar'> {
  return element.evaluate((target) => {
    const { activeElement } = target.ownerDocument;
    if (target === activeElement) return 'there';
    const group = target.closest('[role=menu], [role=toolbar]');
    if (group?.contains(activeElement)) return group.matches('[role=menu]') ? 'menu' : 'toolbar';
    if (target.closest('[role=menu], [role=dialog], dialog, [popover]')) return 'overlay';
    return (target as typeof target & { wasPassed?: boolean }).wasPassed ? 'passed' : 'screen';
  });
}
