// A declaration that changes does not change a migration. A copy of the program counts contacts by another column and
// has a fourth resource, with one migration for both; it installs itself, and upgrades what earlier versions left.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { olderDatabase, olderVersions } from './support/older-stores.ts';
import { temporaryFolder } from './support/process.ts';
import { ask } from './support/service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = join(temporaryFolder(), 'program');

const task = `// Tasks.
import { defaulting, required, tags, text } from './kinds.ts';
import { declare } from './resource.ts';
const fields = { title: required(text(100, { example: 'Water the plants' })), marks: defaulting(tags({ example: [] }), []) };
export const task = declare({
  name: 'task', path: 'tasks', fields, patchable: Object.keys(fields), tags: 'marks', columns: { title: 'key' },
  list: { sorts: ['created_at', 'title'], order: 'asc', range: 'created_at', filters: {}, tallied: [] },
  search: { words: ['title'], html: [], digits: [] }, trashReadable: false, settle() {},
});
`;

const migration = `// Tasks.
import type { Dialect } from './dialect.ts';
export const tasks = ({ key, keyed, clustered }: Dialect) => \`
  create table tasks (\${key}, user_id integer not null, id text not null, handle text not null, seq integer not null,
    body integer, doc text not null, source text not null, source_id text, created_at integer not null,
    updated_at integer not null, deleted_at integer, title text not null\${keyed});
  create unique index tasks_id on tasks (user_id, id);
  create table tasks_tags (user_id integer not null, tag text not null, id text not null,
    primary key (user_id, tag, id))\${clustered};
\`;
`;

function change(file: string, from: string | RegExp, to: string): void {
  const path = join(copy, 'src', file);
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} has no ${from}`);
  writeFileSync(path, changed);
}

beforeAll(() => {
  mkdirSync(copy);
  for (const part of ['src', 'package.json']) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  change('resources/contact.ts', "tallied: ['source']", "tallied: ['source', 'company']");
  writeFileSync(join(copy, 'src/resources/task.ts'), task);
  change('resources/all.ts', '[event, email, contact]', '[event, email, contact, task]');
  change('resources/all.ts', /^import/m, "import { task } from './task.ts';\nimport");
  writeFileSync(join(copy, 'src/store/migrations/999-tasks.ts'), migration);
  change('store/migrations/all.ts', /( = \[\s*foundation[^\]]*?),?\s*\]/, '$1, tasks]');
  change('store/migrations/all.ts', /^import/m, "import { tasks } from './999-tasks.ts';\nimport");
});

/** The modules of the copy. */
async function load<T>(file: string): Promise<T> {
  return import(/* @vite-ignore */ join(copy, 'src', file));
}

async function expectWorks(database: string): Promise<void> {
  const { readConfig } = await load<typeof import('../src/config.ts')>('config.ts');
  const { startService } = await load<typeof import('../src/service.ts')>('service.ts');
  const { createToken } = await load<typeof import('../src/domain/access.ts')>('domain/access.ts');
  const { consistencyProblems } = await load<typeof import('../src/store/consistency.ts')>('store/consistency.ts');
  const data = temporaryFolder();
  const service = await startService(readConfig({ port: '0', logLevel: 'silent', data, database }, {}));
  try {
    const { text } = await createToken(service.store, { user: 1, name: 'x', scopes: ['admin'], expiresAt: null });
    const headers = { authorization: `Bearer ${text}` };
    const made = await ask(service.url, 'POST', '/tasks', { title: 'Water the plants', marks: ['home'] }, headers);
    expect([made.status, made.text]).toEqual([201, expect.stringContaining('Water')]);
    await ask(service.url, 'POST', '/contacts', { display_name: 'Cleo', company: 'Harbour' }, headers);
    for (const path of ['/tasks', '/tasks?search=plants', '/contacts?search=cleo']) {
      const { body } = await ask(service.url, 'GET', path, undefined, headers);
      expect([path, body]).toMatchObject([path, { meta: { total: 1 } }]);
    }
    expect(await consistencyProblems(service.store)).toEqual([]); // compares every count and index with the records
  } finally {
    await service.stop();
  }
}

describe('a counted column and a fourth resource', () => {
  it('are there in a new database', async () => {
    await expectWorks((await newDatabase()).place);
  });

  it.each(olderVersions)('come with the upgrade of a database of schema %s', async (version) => {
    await expectWorks(await olderDatabase(version));
  });
});
