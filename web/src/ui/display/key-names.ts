// How keyboard shortcuts are written for people: "mod+k" is ⌘K on a Mac and Ctrl+K elsewhere, "g i" is G, then I.

const MAC: Record<string, string> = {
  mod: '⌘',
  ctrl: '⌃',
  alt: '⌥',
  shift: '⇧',
  enter: '↩',
  backspace: '⌫',
  delete: '⌦',
  escape: 'esc',
};

const OTHER: Record<string, string> = {
  mod: 'Ctrl',
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  enter: 'Enter',
  backspace: 'Backspace',
  delete: 'Del',
  escape: 'Esc',
};

const BOTH: Record<string, string> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  space: 'Space',
  tab: 'Tab',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
};

/** The names of the keys: one list for each step of a sequence, and in it the keys that are pressed together. */
export function keyNames(keys: string, mac: boolean): string[][] {
  return keys
    .trim()
    .split(/\s+/u)
    .map((step) => splitStep(step).map((key) => nameOf(key, mac)));
}

/** The shortcut in one string, for tooltips and for screen readers. */
export function keysText(keys: string, mac: boolean): string {
  return keyNames(keys, mac)
    .map((step) => step.join(mac ? '' : '+'))
    .join(' ');
}

/** The value of aria-keyshortcuts, which cannot express sequences. */
export function ariaKeys(keys: string, mac: boolean): string | undefined {
  if (/\s/u.test(keys.trim())) return undefined;
  const modifiers: Record<string, string> = {
    mod: mac ? 'Meta' : 'Control',
    ctrl: 'Control',
    alt: 'Alt',
    shift: 'Shift',
  };
  return splitStep(keys.trim())
    .map((key) => modifiers[key.toLowerCase()] ?? key)
    .join('+');
}

/** "+" separates keys and is one itself: "mod++". */
function splitStep(step: string): string[] {
  if (step === '+') return ['+'];
  return step.endsWith('++') ? [...step.slice(0, -2).split('+'), '+'] : step.split('+');
}

function nameOf(key: string, mac: boolean): string {
  const name = key.toLowerCase();
  return (mac ? MAC : OTHER)[name] ?? BOTH[name] ?? (key.length === 1 ? key.toUpperCase() : key);
}
