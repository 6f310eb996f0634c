// Small values of the user in localStorage, where they can be read before the first paint: recent searches, folded
// folders, and who used the app last. All of them are removed on sign-out. Preferences of the browser, such as the theme,
// stay (preferences.ts).

const PREFIX = 'daybook.user.';
const USER = 'daybook.user';

/** Where localStorage is missing or full, they last as long as the page. */
const memory = new Map<string, string>();

export function readLocalValue(name: string): unknown {
  try {
    return JSON.parse(read(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

export function writeLocalValue(name: string, value: unknown): void {
  write(PREFIX + name, JSON.stringify(value));
}

/** Whose session this browser has, also if another tab has begun it. */
export function lastUser(): string | undefined {
  return read(USER);
}

export function setLastUser(user: string): void {
  write(USER, user);
}

/** Removes all of them. */
export function clearLocalValues(): void {
  memory.clear();
  try {
    for (const key of Object.keys(localStorage))
      if (key === USER || key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Then nothing was stored.
  }
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? memory.get(key);
  } catch {
    return memory.get(key);
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}
