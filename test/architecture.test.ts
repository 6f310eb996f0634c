// The arrows between the parts of src run one way, nothing runs in a circle, files stay short and say what they
// promise, and ARCHITECTURE.md names every one of them at its place.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const LONGEST_FILE = 300;

/** What each part may import; itself is understood. A part that is not here has no place yet. */
const low = ['values', 'limits.ts', 'errors.ts'];
const rules = ['resources', 'store', 'domain', ...low];
const MAY_IMPORT: Record<string, string[]> = {
  values: ['limits.ts'],
  'limits.ts': [],
  'errors.ts': ['values', 'limits.ts'],
  'config.ts': low,
  resources: low,
  store: ['resources', ...low],
  domain: ['resources', 'store', ...low],
  feed: rules,
  protocols: ['values', 'limits.ts'],
  mail: ['resources', 'protocols', ...low],
  workers: [...rules, 'mail', 'protocols', 'config.ts'],
  http: [...rules, 'feed', 'config.ts'],
  demo: rules,
  'version.ts': [],
  'open-store.ts': ['config.ts', 'store', ...low],
  'service.ts': [...rules, 'config.ts', 'http', 'feed', 'workers', 'open-store.ts', 'version.ts'],
  commands: [
    ...rules,
    'config.ts',
    'mail',
    'protocols',
    'workers',
    'demo',
    'service.ts',
    'open-store.ts',
    'version.ts',
  ],
  'main.ts': ['commands'],
};

interface Import {
  /** The imported file, from src. */
  to: string;
  /** Whether it is there when the program runs, or for the types only. */
  value: boolean;
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .sort();
const texts = new Map(files.map((file) => [file, readFileSync(join(root, 'src', file), 'utf8')]));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

describe('the arrows', () => {
  it.each(Object.keys(MAY_IMPORT))('%s imports only what lies below it', (part) => {
    const allowed = MAY_IMPORT[part] as string[];
    const wrong = files
      .filter((file) => partOf(file) === part)
      .flatMap((file) => importsFrom(file).map(({ to }) => ({ file, to })))
      .filter(({ to }) => partOf(to) !== part && !allowed.includes(partOf(to)) && !allowed.includes(to));
    expect(wrong.map(({ file, to }) => `src/${file} imports src/${to}`)).toEqual([]);
  });

  it('every part of src has its place in the order', () => {
    expect([...new Set(files.map(partOf))].filter((part) => !MAY_IMPORT[part])).toEqual([]);
  });

  it('every import leads to a file of src', () => {
    const lost = files.flatMap((file) =>
      importsFrom(file)
        .filter(({ to }) => !texts.has(to))
        .map(({ to }) => `${file} imports ${to}`),
    );
    expect(lost).toEqual([]);
    // The reader of imports is not blind: it has found each that ends with `from` and a path.
    const written = [...texts.values()].flatMap((text) => [...text.matchAll(/ from '\.[^']+';$/gm)]);
    expect([...imports.values()].flat().length).toBeGreaterThanOrEqual(written.length);
  });

  it('only the service and the command line know the server and the workers', () => {
    const knowing = files.filter(
      (file) =>
        !['service.ts', 'main.ts', 'commands'].includes(partOf(file)) &&
        importsFrom(file).some(({ to }) => ['http', 'workers'].includes(partOf(to)) && partOf(to) !== partOf(file)),
    );
    expect(knowing).toEqual([]);
  });

  it('a migration imports nothing that can change after its release', () => {
    const migrations = files.filter((file) => file.startsWith('store/migrations/'));
    expect(migrations.length).toBeGreaterThan(4);
    const live = migrations.flatMap((file) => [
      ...importsFrom(file)
        .filter(({ to }) => !to.startsWith('store/migrations/'))
        .map(({ to }) => `${file} imports ${to}`),
      ...[...(texts.get(file) as string).matchAll(/ from '((?!\.|node:)[^']+)'/g)].map(
        ([, name]) => `${file} imports ${name}`,
      ),
    ]);
    expect(live).toEqual([]);
  });

  it('no file imports itself in a circle', () => {
    expect(cycles().map((cycle) => cycle.join(' → '))).toEqual([]);
  });
});

describe('the files', () => {
  it(`none is longer than ${LONGEST_FILE} lines`, () => {
    const long = [...texts].map(([file, text]) => [file, text.trimEnd().split('\n').length] as const);
    expect(long.filter(([, lines]) => lines > LONGEST_FILE)).toEqual([]);
  });

  it('each opens with a comment that says what it promises', () => {
    expect([...texts].filter(([, text]) => !/^\/\/ \S/.test(text)).map(([file]) => file)).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('names every file of src at its place in the tree', () => {
    const named = new Set(treeOf(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')));
    expect(files.filter((file) => !named.has(`src/${file}`))).toEqual([]);
  });

  it('names no file of src that is not there', () => {
    const named = treeOf(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'));
    expect(named.filter((path) => /^src\/.*\.ts$/.test(path) && !texts.has(path.slice(4)))).toEqual([]);
  });
});

/** The folder of src that a file lies in; a file directly in src is a part of its own. */
function partOf(file: string): string {
  return file.split('/', 1)[0] as string;
}

function importsFrom(file: string): Import[] {
  return imports.get(file) as Import[];
}

// Static and dynamic imports, re-exports, and files that are named as the start of a thread.
function importsOf(file: string): Import[] {
  const text = (texts.get(file) as string).replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const fixed = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm);
  const late = text.matchAll(/(?:\bimport\(|new URL\()'(\.[^']+\.ts)'/g);
  const found = [
    ...[...fixed].map(([, type, path]) => ({ path: path as string, value: type === undefined })),
    ...[...late].map(([, path]) => ({ path: path as string, value: true })),
  ];
  return found.map(({ path, value }) => ({ to: join(dirname(file), path), value }));
}

/** Each circle of imports that exist when the program runs, from its first file back to it. */
function cycles(): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file) || !imports.has(file)) return;
    for (const { to, value } of importsFrom(file)) if (value) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
}

// The tree is the first block of code under its heading: names indented by their depth, folders with a slash, and
// after two blanks what they are for. Several names may share a line.
function treeOf(page: string): string[] {
  const block = /## The tree\s+```\w*\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const folders: { depth: number; path: string }[] = [];
  return block.split('\n').flatMap((line) => {
    const [, indent, names] = /^( *)(\S.*?)(?:\s{2,}.*)?$/.exec(line) ?? [];
    if (indent === undefined || names === undefined) return [];
    while (folders.length > 0 && (folders.at(-1)?.depth as number) >= indent.length) folders.pop();
    const above = folders.at(-1)?.path ?? '';
    if (names.endsWith('/')) folders.push({ depth: indent.length, path: above + names });
    return names.split(/,?\s+/).map((name) => above + name);
  });
}
