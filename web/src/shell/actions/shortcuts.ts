// Keyboard shortcuts: finds the action of a key, or of two keys one after the other, and runs it. Keys that are typed
// into a field belong to the field, except combinations with Ctrl or Cmd.
import { useEffect } from 'react';
import { actions } from '../../actions.ts';
import { preferences } from '../../data/storage/preferences.ts';
import type { Action } from './action.ts';
import { actionTarget } from './action-target.ts';

/** What handles its own keys, beside fields to type in. A radio button or a checkbox has no use for letters. */
const OWN_KEYS = 'select, [role="menu"], [role="listbox"], dialog';

/** How long the second key of a sequence may take. */
const SEQUENCE_TIME = 1500;

export function useShortcuts(): void {
  useEffect(() => {
    let prefix = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handle = (event: KeyboardEvent) => {
      const key = keyOf(event);
      if (!key || event.defaultPrevented || !isForApp(event)) return;
      const sequence = prefix ? `${prefix} ${key}` : key;
      prefix = '';
      clearTimeout(timer);
      const found = actionOf(sequence);
      if (found) {
        event.preventDefault();
        void found.run(actionTarget());
      } else if (actions.some(({ keys = [] }) => keys.some((one) => one.startsWith(`${key} `)))) {
        prefix = key;
        timer = setTimeout(() => {
          prefix = '';
        }, SEQUENCE_TIME);
      }
    };
    document.addEventListener('keydown', handle);
    return () => {
      document.removeEventListener('keydown', handle);
      clearTimeout(timer);
    };
  }, []);
}

function actionOf(keys: string): Action | undefined {
  const target = actionTarget();
  return actions.find((one) => one.keys?.includes(keys) && (one.isAvailable?.(target) ?? true));
}

/** `e`, `Shift+Enter`, `mod+k`. Shift is not named with characters, which it has changed already: `#`, `?`. */
function keyOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead', 'Process'].includes(key)) return '';
  const isCharacter = key.length === 1;
  const isLetter = isCharacter && key.toLowerCase() !== key.toUpperCase();
  return [
    (ctrlKey || metaKey) && 'mod',
    altKey && 'Alt',
    shiftKey && (!isCharacter || isLetter) && 'Shift',
    isLetter ? key.toLowerCase() : key,
  ]
    .filter(Boolean)
    .join('+');
}

/** Combinations with which text is edited. */
const EDITING = ['a', 'c', 'v', 'x', 'y', 'z'];

function isForApp(event: KeyboardEvent): boolean {
  const element = event.target instanceof Element ? event.target : document.body;
  const isText = element.closest('input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]');
  if (event.ctrlKey || event.metaKey) return !(isText && EDITING.includes(event.key.toLowerCase()));
  if (!preferences.get().shortcuts || event.isComposing || event.altKey) return false;
  // Enter and Space press the button or follow the link that has the focus.
  if (['Enter', ' '].includes(event.key) && element.closest('button, a, summary')) return false;
  return !isText && !element.closest(OWN_KEYS);
}
