// The parts of the web app import each other in one direction, files stay short and say what they do, and nothing
// writes HTML.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../web/src', import.meta.url));
const LONGEST_FILE = 300;

/** What each part may import besides itself. `actions.ts`, `screens.ts` and `routes.tsx` connect the areas. */
const base = ['data', 'ui', 'words', 'shell'];
const MAY_IMPORT: Record<string, readonly string[]> = {
  ui: [],
  data: ['start'],
  words: ['data'],
  offline: ['data'],
  shell: ['data', 'ui', 'words', 'actions.ts', 'routes.tsx', 'search', 'compose', 'settings', 'calendar', 'offline'],
  compose: [...base, 'mail'],
  conversation: [...base, 'compose', 'mail', 'calendar'],
  mail: [...base, 'compose', 'conversation', 'start'],
  calendar: base,
  contacts: [...base, 'compose', 'calendar', 'mail'],
  deleted: [...base, 'mail', 'calendar', 'contacts'],
  today: [...base, 'compose', 'mail', 'calendar', 'contacts', 'start'],
  search: [...base, 'actions.ts', 'mail', 'calendar'],
  settings: [...base, 'mail', 'offline'],
  'actions.ts': [...base, 'search', 'compose', 'mail', 'calendar', 'contacts', 'deleted', 'conversation', 'settings'],
  'screens.ts': ['today', 'mail', 'compose', 'calendar', 'contacts', 'deleted', 'search', 'settings', 'start'],
  'routes.tsx': ['screens.ts', 'shell'],
  'main.ts': ['start', 'data'],
  start: ['screens.ts', 'shell', 'data', 'words', 'ui', 'offline'],
};

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .sort();
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

describe('the parts of the web app', () => {
  it.each(Object.keys(MAY_IMPORT))('%s imports only what it may', (part) => {
    const allowed = [part, ...(MAY_IMPORT[part] ?? [])];
    const wrong = files
      .filter((file) => partOf(file) === part)
      .flatMap((file) => importsOf(file).map((to) => ({ file, to })))
      .filter(({ to }) => !allowed.includes(partOf(to)));
    expect(wrong.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  });

  it('every part has its place', () => {
    expect([...new Set(files.map(partOf))].filter((part) => !(part in MAY_IMPORT))).toEqual([]);
  });
});

describe('files', () => {
  it.each(files)('%s is short and says what it does', (file) => {
    const text = texts.get(file) as string;
    expect(text).toMatch(/^\/\/ \S/);
    expect(text.split('\n').length).toBeLessThanOrEqual(LONGEST_FILE);
  });

  it('no component writes HTML', () => {
    const writing = files.filter((file) =>
      /dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML/.test(texts.get(file) ?? ''),
    );
    expect(writing).toEqual([]);
  });
});

function partOf(file: string): string {
  return file.split('/')[0] as string;
}

/** The files of the app that a file imports. */
function importsOf(file: string): string[] {
  const found = (texts.get(file) as string).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, path]) => join(dirname(file), path as string)).filter((path) => /\.tsx?$/.test(path));
}
