// A backup that somebody else has prepared: whatever it holds besides rows of Daybook is refused by name before any of
// it is run, and the place that it was to be restored into stays as it was.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../src/store/port.ts';
import { newSummer } from '../../src/store/transfer/checksums.ts';
import { tables, valuesOf } from '../../src/store/transfer/tables.ts';
import { query } from '../instances/database.ts';
import { endDatabase, engine, newDatabase } from '../support/databases.ts';
import { digest, placed, upload } from '../support/files.ts';
import { databaseOfSchema, olderFile } from '../support/older-stores.ts';
import { at, expectRefusal, run, runProgram, temporaryFolder } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

let file: string; // a sound backup of an SQLite file, with a content beside it
let exported: string; // the same as an export

beforeAll(async () => {
  const data = temporaryFolder();
  const service = await startTestService({ data });
  const { id } = await upload(service, { content: 'one' });
  await service.ask('POST', '/contacts', { first_name: 'Ann' });
  await service.ask('POST', '/emails/drafts', { subject: 'Hi', body_plain: 'Hello', attachments: [id] });
  await service.stop();
  await run(['token', 'create', '--name', 'reader', '--scopes', 'contacts:read', '--data', data]);
  [file, exported] = [join(temporaryFolder(), 'copy.db'), join(temporaryFolder(), 'copy.gz')];
  expect(await run(['backup', file, '--data', data])).toMatchObject({ code: 0, err: '' });
  expect(await run(['backup', '--portable', exported, '--data', data])).toMatchObject({ code: 0, err: '' });
});

/** A copy of the sound backup with this done to it. */
function edited(sql: string): string {
  const copy = join(temporaryFolder(), 'hostile.db');
  copyFileSync(file, copy);
  const db = new DatabaseSync(copy, { defensive: false });
  db.exec(sql);
  db.close();
  return copy;
}

/** Expects that nothing is left of the restore that could be served. */
async function expectRefusedRestore(backup: string, ...words: string[]): Promise<void> {
  const { place } = await newDatabase();
  expectRefusal(await run(['restore', backup, '--incomplete', ...at(place)]), ...words);
  if (engine === 'sqlite') expect(readdirSync(dirname(place)).filter((name) => !name.endsWith('.lock'))).toEqual([]);
  else {
    // Refused before anything was written, or the database is marked as incomplete and is not served.
    const [{ begun }] = (await query<{ begun: boolean }>(
      place,
      "select to_regclass('users') is not null as begun",
    )) as [{ begun: boolean }];
    if (begun) expect(await query(place, 'select 1 from unfinished')).toHaveLength(1);
  }
  await endDatabase(place);
}

const TRIGGER = `create trigger welcome after update on tokens begin select 1; end;
  create trigger promote after insert on notes begin update tokens set scopes = 'admin'; end`;
const schemas: [what: string, sql: string, named: string][] = [
  ['a trigger', TRIGGER, 'trigger promote is unknown'],
  ['a table of its own', 'create table extra (a)', 'table extra is unknown'],
  ['another column', 'alter table tokens add column more text', 'table tokens is not as expected'],
  ['an index on an expression', 'create index odd on contacts (upper(doc))', 'index odd is unknown'],
  ['a view of its own', 'create view peek as select * from tokens', 'view peek is unknown'],
  [
    'a view in the place of a table',
    'alter table contents rename to hidden; create view contents as select * from hidden',
    'contents',
  ],
  [
    'another view',
    "drop view contacts_view; create view contacts_view as select load_extension('x')",
    'view contacts_view is not as expected',
  ],
  [
    'another full-text table',
    "drop table contacts_search_1; create virtual table contacts_search_1 using fts5(words, content='tokens')",
    'contacts_search_1',
  ],
  ['a virtual table', 'create virtual table tree using rtree(id, a, b)', 'table tree is unknown'],
  ['search tables of nobody', 'create virtual table emails_search_7 using fts5(words)', 'emails_search_7'],
  ['an index less', 'drop index emails_folder', 'index emails_folder is missing'],
];

describe('a file with a foreign schema', () => {
  it.each(engine === 'sqlite' ? schemas : schemas.slice(0, 2))(
    '%s is refused by restore and named by doctor',
    async (_, sql, named) => {
      const hostile = edited(sql);
      await expectRefusedRestore(hostile, hostile, named, 'nothing was changed');
      const { code, out } = await run(['doctor', '--database', hostile]);
      expect([code, out]).toEqual([1, expect.stringMatching(new RegExp(`^PROBLEM +.*${named}`, 'm'))]);
    },
  );

  it('an older one is refused too', async () => {
    const hostile = olderFile(3);
    const db = new DatabaseSync(hostile);
    db.exec("create trigger promote after update on tokens begin update tokens set scopes = 'admin'; end");
    db.close();
    await expectRefusedRestore(hostile, hostile, 'trigger promote is unknown');
  });

  it('is not served if it was copied into place by hand', async () => {
    const data = temporaryFolder();
    copyFileSync(edited(TRIGGER), join(data, 'daybook.db'));
    expectRefusal(await runProgram(['serve', '--port', '0', '--data', data]), 'trigger', 'welcome on tokens');
  });
});

if (engine === 'sqlite')
  describe('a file with rows that Daybook would not write', () => {
    it.each([
      ['a text in a column of numbers', "update logs set seq = 'many'", 'logs', '"many" as seq'],
      ['a scope that does not exist', "update tokens set scopes = 'everything'", 'tokens', '"everything"'],
      ['a path in the place of a digest', "update contents set sha256 = '../../etc/passwd'", 'contents', 'SHA-256'],
      ['a record that is not JSON', "update contacts set doc = '}'", 'contacts', 'not a JSON object'],
      [
        'settings that are not JSON',
        "insert into settings (user_id, seq, doc, created_at, updated_at) values (1, 1, '}', 0, 0)",
        'settings',
        'not a JSON object',
      ],
      [
        'a task whose params are not JSON',
        `insert into tasks (user_id, id, kind, resource, state, params, processed, total, created_at, updated_at)
          values (1, 'x', 'label.rename', 'email', 'running', '}', 0, 1, 0, 0)`,
        'tasks',
        'not a JSON object',
      ],
      [
        'a task whose errors are not JSON',
        `insert into tasks (user_id, id, kind, resource, state, params, processed, total, errors, created_at, updated_at)
          values (1, 'x', 'label.rename', 'email', 'running', '{}', 0, 1, '{}', 0, 0)`,
        'tasks',
        'not a JSON array',
      ],
      [
        'a job for previews whose progress is not JSON',
        `insert into jobs (user_id, kind, record_id, due_at, created_at) values (1, 'preview', '}', 0, 0)`,
        'jobs',
        'not a JSON object',
      ],
      ['a body that breaks out', `update bodies set content = '"a":1},{"b":2'`, 'bodies', 'not JSON'],
    ])('%s is refused by restore and named by doctor', async (_, sql, ...named) => {
      const hostile = edited(sql);
      await expectRefusedRestore(hostile, ...named);
      const { code, out } = await run(['doctor', '--database', hostile]);
      expect([code, out]).toEqual([1, expect.stringContaining(`the row of ${named[0]} with`)]);
      expect(out).toContain(named[1]);
    });

    it('doctor compares the files of emails with the emails', async () => {
      const found = await run(['doctor', '--database', edited("update email_files set file_id = 'x'")]);
      expect(found.code).toBe(1);
      expect(found.out).toMatch(/the row of email_files with .* names a file that is not attached to the email/);
      expect(found.out).toMatch(/the email \S+ of user 1 has the attachment \S+, which is missing in email_files/);
    });
  });

/** The export with its rows changed and its sums made anew, as anybody can. */
function exportWith(change: (table: string, row: Row) => unknown[]): string {
  const summer = newSummer();
  const lines = gunzipSync(readFileSync(exported)).toString('utf8').trimEnd().split('\n');
  const changed = lines.flatMap((line) => {
    const { table: name, row, end } = JSON.parse(line) as { table: string; row?: Row; end?: unknown };
    if (end) return [JSON.stringify({ end: summer.sums() })];
    if (!row) return [line];
    const table = tables.find((one) => one.name === name);
    return change(name, row).map((one) => {
      if (table) summer.add(name, valuesOf(table, one as Row));
      return JSON.stringify({ table: name, row: one });
    });
  });
  const target = join(temporaryFolder(), 'hostile.gz');
  writeFileSync(target, gzipSync(`${changed.join('\n')}\n`));
  return target;
}

describe('an export with correct checksums', () => {
  const only = (table: string, change: (row: Row) => unknown[]) => (name: string, row: Row) =>
    name === table ? change(row) : [row];
  it.each<[string, (table: string, row: Row) => unknown[], ...string[]]>([
    ['an unknown column', only('users', (row) => [{ ...row, is_admin: 1 }]), '"is_admin"', 'users'],
    ['a column less', only('users', ({ name, ...row }) => [row]), 'name of users'],
    ['an object as a value', only('users', (row) => [{ ...row, name: { a: 1 } }]), 'name of users'],
    [
      'SQL as a number',
      only('users', (row) => [{ ...row, user_id: '1; drop table users' }]),
      'user_id',
      'whole number',
    ],
    ['a user twice', only('users', (row) => [row, row]), 'the rows of users cannot be stored'],
    ['a scope that does not exist', only('tokens', (row) => [{ ...row, scopes: 'root' }]), '"root"'],
    ['a path as a digest', only('contents', (row) => [{ ...row, sha256: '../../x' }]), 'contents', 'SHA-256'],
    ['a record with another id', only('contacts', (row) => [{ ...row, doc: '{"id":"x"}' }]), 'contacts', 'another id'],
  ])('and %s is refused', async (_, change, ...words) => {
    await expectRefusedRestore(exportWith(change), ...words);
  });

  it('is restored if its rows are valid', async () => {
    const { place } = await newDatabase();
    const sound = exportWith((_, row) => [row]);
    const { code } = await run(['restore', sound, '--incomplete', ...at(place)]);
    expect(code).toBe(1); // the content is not beside it
    expect((await run(['doctor', ...at(place)])).out).toMatch(/PROBLEM +the content \S+ of user 1 is missing/);
    await endDatabase(place);
  });

  it('that unpacks to far more than its size is refused', async () => {
    const bomb = join(temporaryFolder(), 'bomb.gz');
    const piece = gzipSync(Buffer.alloc(64 * 2 ** 20, '\n'), { level: 9 });
    const [header] = gunzipSync(readFileSync(exported)).toString('utf8').split('\n');
    // Members of a gzip file follow each other (RFC 1952 section 2.2).
    writeFileSync(bomb, Buffer.concat([gzipSync(`${header}\n`), ...Array(24).fill(piece)]));
    await expectRefusedRestore(bomb, bomb);
  });
});

it('a content that is a symbolic link is not followed', async () => {
  const copy = join(temporaryFolder(), 'linked.db');
  copyFileSync(file, copy);
  const secret = join(temporaryFolder(), 'secret');
  writeFileSync(secret, 'one');
  const link = join(`${copy}.files`, placed(digest('one')));
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(secret, link);
  const { place } = await newDatabase();
  expectRefusal(await run(['restore', copy, ...at(place)]), '1 damaged', digest('one'));
  unlinkSync(link);
  copyFileSync(secret, link);
  expect(await run(['restore', copy, ...at(place)])).toMatchObject({ code: 0, err: '' });
  await endDatabase(place);
});

describe('a backup of any earlier schema', () => {
  it.each([5, 6, 7, 8, 9])('%i is restored', async (version) => {
    const older = await fileOfSchema(version);
    const { place } = await newDatabase();
    expect(await run(['restore', older, ...at(place)])).toMatchObject({ code: 0, err: '' });
    expect((await run(['doctor', ...at(place)])).out).toMatch(/^result +sound$/m);
    await endDatabase(place);
  });
});

/** An SQLite file as the steps alone make it; what follows from the declarations of that version is not in it. */
async function fileOfSchema(version: number): Promise<string> {
  return databaseOfSchema(
    version,
    ["insert into users (user_id, name, created_at) values (1, 'owner', 1)", 'insert into logs (user_id) values (1)'],
    'sqlite',
  );
}

if (engine === 'postgres')
  it('doctor names what a PostgreSQL database has besides its schema', async () => {
    const { place } = await newDatabase();
    expect(await run(['token', 'create', '--name', 'x', ...at(place)])).toMatchObject({ code: 0 });
    expect((await run(['doctor', ...at(place)])).out).toMatch(/^result +sound$/m);
    await query(
      place,
      `create function promote() returns trigger language plpgsql as 'begin new.scopes = ''admin''; return new; end';
        create trigger promote before update on tokens for each row execute function promote();
        create rule hush as on delete to tokens do instead nothing;
        create table extra (a text);
        create index odd on contacts (upper(doc));
        alter table users add column more text;
        drop index emails_folder`,
    );
    const { code, out } = await run(['doctor', ...at(place)]);
    expect(code).toBe(1);
    for (const named of [
      'trigger promote on tokens is unknown',
      'rule hush on tokens is unknown',
      'table extra is unknown',
      'index odd is unknown',
      'column users.more is unknown',
      'index emails_folder is missing',
    ])
      expect(out).toContain(`PROBLEM      ${named}`);
  });
