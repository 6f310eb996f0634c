// The arrows between the parts of src run one way, nothing runs in a circle, files stay short and say what they
// promise, and ARCHITECTURE.md says what each folder is for.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { comparisonsIn, sqlIn } from './support/code-patterns.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const LONGEST_FILE = 300;
const LONGEST_TEST = 350;

/** What each part may import; itself is understood. A part that is not here has no place yet. */
const low = ['values', 'limits.ts', 'errors.ts'];
const core = ['records', 'resources', 'store', ...low];
const features = [
  'settings',
  'access',
  'files',
  'accounts',
  'mail',
  'sending',
  'sync',
  'calendar',
  'contacts',
  'correspondents',
  'search',
];
const MAY_IMPORT: Record<string, string[]> = {
  values: ['limits.ts'],
  'limits.ts': [],
  'errors.ts': ['values', 'limits.ts'],
  'config.ts': low,
  resources: low,
  protocols: ['values', 'limits.ts'],
  web: ['limits.ts'],
  store: ['resources', ...low],
  records: ['resources', 'store', ...low],
  settings: core,
  access: core,
  files: [...core, 'access'],
  accounts: [...core, 'access', 'files', 'protocols'],
  mail: [...core, 'settings', 'access', 'files', 'accounts', 'protocols'],
  sending: [...core, 'settings', 'access', 'files', 'accounts', 'mail', 'protocols'],
  sync: [...core, 'access', 'files', 'accounts', 'mail', 'sending', 'protocols'],
  calendar: core,
  search: [...core, 'files', 'mail', 'protocols'],
  contacts: core,
  correspondents: core,
  feed: [...core, 'access'],
  webhooks: [...core, 'access', 'accounts', 'sending', 'protocols', 'feed'],
  jobs: [...core, ...features],
  http: [...core, ...features, 'feed', 'webhooks', 'web', 'config.ts'],
  demo: [...core, ...features],
  'version.ts': [],
  'effects.ts': [...core, ...features],
  'open-store.ts': ['config.ts', 'effects.ts', 'store', 'access', ...low],
  'service-log.ts': ['store', ...low],
  'service.ts': [
    ...core,
    ...features,
    'config.ts',
    'http',
    'feed',
    'webhooks',
    'jobs',
    'open-store.ts',
    'service-log.ts',
    'version.ts',
    'web',
  ],
  cli: [...core, ...features, 'protocols', 'config.ts', 'demo', 'service.ts', 'open-store.ts', 'version.ts', 'web'],
  'main.ts': ['cli'],
};

const MOST_FILES = 25;

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

  it('only the service knows the server and the jobs', () => {
    const knowing = files.filter((file) =>
      importsFrom(file).some(
        ({ to }) => ['http', 'jobs'].includes(partOf(to)) && ![partOf(to), 'service.ts'].includes(partOf(file)),
      ),
    );
    expect(knowing).toEqual([]);
  });

  it('a migration imports nothing that can change after its release, and only run.ts runs it', () => {
    const isMigration = (file: string) => /^store\/migrations\/\d/.test(file);
    expect(files.filter(isMigration).length).toBeGreaterThan(4);
    const live = files
      .filter(isMigration)
      .flatMap((file) =>
        [...(texts.get(file) as string).matchAll(/ from '((?!node:)[^']+)'/g)].map(([, to]) => `${file} imports ${to}`),
      );
    expect(live).toEqual([]);
    const callers = files.filter((file) => importsFrom(file).some(({ to }) => isMigration(to)));
    expect(callers).toEqual(['store/migrations/run.ts']);
  });

  it('no file imports itself in a circle', () => {
    expect(cycles(({ value }) => value).map((cycle) => cycle.join(' → '))).toEqual([]);
  });

  it('no file imports itself in a circle, type-only imports included', () => {
    expect(cycles(() => true).map((cycle) => cycle.join(' → '))).toEqual([]);
  });
});

describe('SQL', () => {
  const outside = files.filter((file) => partOf(file) !== 'store');

  it('is found by the patterns of this test', () => {
    const examples = [
      "tx.get('select seq from logs where user_id = ?1')",
      'const sql = `\n  select r.doc from PATH r`;',
      "{ sql: 'pragma user_version', params: [] }",
      'const QUERY = `with found as (select 1) select * from found`;',
      '`x union all select id from emails`',
      '"insert into notes (name) values (?1)"',
      "'insert or replace into notes (name) values (?1)'",
      "'update jobs set due_at = ?2'",
      'db.exec(`drop table x`)',
      '`a and exists (select 1 from jobs j)`',
      'await store.catalogue(text)',
      "import { DatabaseSync } from 'node:sqlite';",
    ];
    expect(examples.filter((one) => sqlIn(one).length === 0)).toEqual([]);
    const others = [
      "'Select a file from the list.'",
      '// select the rows from the table\nconst x = 1;',
      "input.select(); list.all(rows); counts.get('select');",
      "import type { DatabaseSync } from 'node:sqlite';",
      "'update the set of tags'",
    ];
    expect(others.filter((one) => sqlIn(one).length > 0)).toEqual([]);
    expect(
      files.filter((file) => partOf(file) === 'store' && sqlIn(texts.get(file) as string).length > 0).length,
    ).toBeGreaterThan(25);
  });

  it('is written in store/ alone, and only files of store/ run statements', () => {
    const found = outside.flatMap((file) => sqlIn(texts.get(file) as string).map((sql) => `src/${file}: ${sql}`));
    expect(found).toEqual([]);
  });
});

describe('the name of a resource', () => {
  it('is found by the patterns of this test', () => {
    const examples = [
      "if (resource.name === 'email') return;",
      'const isMail = email.name !== one.resource.name;',
      'resources.find((one) => one.name === resource.name)',
      'switch (resource.table) {',
      "if (name === 'contact') return;",
      "if (table.name === 'emails') return;",
      "path !== 'email-accounts'",
      "'files' === scope",
      "['email', 'contact'].includes(resource.name)",
      "['event'].includes(name)",
      'if (resource === email) return;',
      'if (contact !== stored.resource) return;',
    ];
    expect(examples.filter((one) => comparisonsIn(one).length === 0)).toEqual([]);
    const others = [
      "if (field.name === 'content-type') return;",
      'resources.find((resource) => resource.scope.startsWith(prefix))',
      "route('GET /' + resource.path, 'List ' + resource.name)",
      'const hooks = effects.get(resource);',
      "if (field === 'file') return; // resource.name === 'email'",
      'const { name, path } = resource;',
    ];
    expect(others.filter((one) => comparisonsIn(one).length > 0)).toEqual([]);
  });

  it('is compared in resources/ alone: what differs is a trait of the declaration, or an effect', () => {
    const found = files
      .filter((file) => partOf(file) !== 'resources')
      .flatMap((file) => comparisonsIn(texts.get(file) as string).map((code) => `src/${file}: ${code}`));
    expect(found).toEqual([]);
  });
});

describe('the files', () => {
  // A migration is the text of a schema, for each engine.
  it(`none is longer than ${LONGEST_FILE} lines, but for a migration and the table of limits`, () => {
    const code = [...texts].filter(([file]) => !/^(store\/migrations\/\d|limits\.ts$)/.test(file));
    const long = code.map(([file, text]) => [file, text.trimEnd().split('\n').length] as const);
    expect(long.filter(([, lines]) => lines > LONGEST_FILE)).toEqual([]);
  });

  it(`no file of test/ is longer than ${LONGEST_TEST} lines`, () => {
    const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.includes('node_modules'),
    );
    const long = tests.map((file) => [
      file,
      readFileSync(join(root, 'test', file), 'utf8')
        .trimEnd()
        .split('\n').length,
    ]);
    expect(long.filter(([, lines]) => Number(lines) > LONGEST_TEST)).toEqual([]);
  });

  it('each opens with a comment that says what it promises', () => {
    expect([...texts].filter(([, text]) => !/^\/\/ \S/.test(text)).map(([file]) => file)).toEqual([]);
  });

  // The text of a migration is frozen, so it keeps the names of its time.
  it('a comment names only files that exist', () => {
    const code = [...texts].filter(([file]) => !/^store\/migrations\/\d/.test(file));
    const wrong = code.flatMap(([file, text]) => {
      const named = commentsOf(text).flatMap((comment) => comment.match(/[\w./-]*[\w-]\.ts\b/g) ?? []);
      return named.filter((name) => !isFile(name)).map((name) => `src/${file}: ${name}`);
    });
    expect(wrong).toEqual([]);
    expect(isFile('no-such-file.ts') || isFile('jobs/server.ts')).toBe(false);
    expect(isFile('server.ts') && isFile('src/http/server.ts') && isFile('routes/records.ts')).toBe(true);
  });
});

describe('the folders', () => {
  const folders = Map.groupBy(files, (file) => dirname(file));

  it(`none has more than ${MOST_FILES} files`, () => {
    const crowded = [...folders].map(([folder, inside]) => [folder, inside.length] as const);
    expect(crowded.filter(([, count]) => count > MOST_FILES)).toEqual([]);
  });

  it('ARCHITECTURE.md says of each what it is for', () => {
    const named = new Set(treeOf(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')));
    const missing = [...folders.keys()].filter((folder) => folder !== '.' && !named.has(`src/${folder}/`));
    expect(missing).toEqual([]);
  });

  it('ARCHITECTURE.md names no file or folder of src that is not there', () => {
    const named = treeOf(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')).filter((path) => path.startsWith('src/'));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
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

function commentsOf(text: string): string[] {
  return [...text.matchAll(/(?:^|[\s;{}(,])\/\/(.*)$|\/\*([\s\S]*?)\*\//gm)].map(
    ([, line, block]) => line ?? block ?? '',
  );
}

/** Whether a name is that of a file in src, with any number of its folders, or of one beside src such as test/x.ts. */
function isFile(name: string): boolean {
  const path = name.replace(/^(\.{0,2}\/)+/, '').replace(/^src\//, '');
  return files.some((file) => file === path || file.endsWith(`/${path}`)) || existsSync(join(root, path));
}

/** Each circle of the imports that count, from its first file back to it. */
function cycles(counts: (one: Import) => boolean): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file) || !imports.has(file)) return;
    for (const one of importsFrom(file)) if (counts(one)) visit(one.to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
}

// The tree is the first block of code under its heading: names indented by their depth, folders with a slash, and
// after two blanks what they are for. Several names may share a line.
function treeOf(page: string): string[] {
  const block = /## The tree\s[^`]*```\w*\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
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
