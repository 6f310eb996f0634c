// A database of an earlier schema is upgraded by serve and restore alone: a command-line program must not change the
// tables under a service of the earlier version. An earlier backup comes back with everything that was in it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaVersion } from '../../../src/store/migrations/run.ts';
import { withoutPassword } from '../../../src/values/place.ts';
import { connect, query } from '../../instances/database.ts';
import { endDatabase, engine, newDatabase } from '../../support/databases.ts';
import {
  databaseOfSchema,
  expectAnswersOf,
  exportVersions,
  fileVersions,
  olderDatabase,
  olderExport,
  olderFile,
} from '../../support/older-stores.ts';
import { at, expectRefusal, run, serve, temporaryFolder } from '../../support/process.ts';
import { startTestService } from '../../support/service.ts';

const VERSION = 3;

async function versionAt(place: string): Promise<unknown> {
  if (engine === 'postgres') return (await query<{ version: string }>(place, 'select version from schema_version'))[0];
  const db = new DatabaseSync(place, { readOnly: true });
  const found = db.prepare('pragma user_version').get();
  db.close();
  return found;
}

describe('on an older database', () => {
  let place: string;
  let before: unknown;
  let mailbox: string;
  let current: string;
  beforeAll(async () => {
    place = await olderDatabase(VERSION);
    before = engine === 'sqlite' ? readFileSync(place) : await versionAt(place);
    mailbox = join(temporaryFolder(), 'mail.mbox');
    writeFileSync(mailbox, 'From a@b.org Mon Feb 16 09:00:00 2026\nFrom: a@b.org\nSubject: Hi\n\nHello\n');
    current = temporaryFolder();
    const service = await startTestService({ data: current });
    await service.ask('POST', '/contacts', { first_name: 'Ann' });
    await service.stop();
  });

  const shown = () => (engine === 'postgres' ? withoutPassword(place) : place);
  const commands: [name: string, args: () => string[]][] = [
    ['token create', () => ['token', 'create', '--name', 'x', ...at(place)]],
    ['token list', () => ['token', 'list', ...at(place)]],
    ['token revoke', () => ['token', 'revoke', 'x', ...at(place)]],
    ['user add', () => ['user', 'add', 'cleo', ...at(place)]],
    ['user list', () => ['user', 'list', ...at(place)]],
    [
      'account add',
      () => ['account', 'add', 'ann@example.org', '--no-login', '--smtp-host', '127.0.0.1', ...at(place)],
    ],
    ['account list', () => ['account', 'list', ...at(place)]],
    ['account test', () => ['account', 'test', 'ann@example.org', ...at(place)]],
    ['account set-password', () => ['account', 'set-password', 'ann@example.org', ...at(place)]],
    ['account default', () => ['account', 'default', 'ann@example.org', ...at(place)]],
    ['account remove', () => ['account', 'remove', 'ann@example.org', ...at(place)]],
    ['import', () => ['import', mailbox, ...at(place)]],
    ['export', () => ['export', '--mbox', join(temporaryFolder(), 'mbox'), ...at(place)]],
    ['backup', () => ['backup', join(temporaryFolder(), 'copy'), ...at(place)]],
    ['backup --portable', () => ['backup', '--portable', join(temporaryFolder(), 'copy'), ...at(place)]],
    ['doctor', () => ['doctor', ...at(place)]],
    ['move from it', () => ['move', '--from', place, '--to', join(temporaryFolder(), 'data')]],
    ['move into it', () => ['move', '--from', current, '--to', place]],
  ];
  it.concurrent.each(commands)('%s is refused and names the command that upgrades', async (_, args) => {
    expectRefusal(
      await run(args()),
      `${shown()} has schema ${VERSION}`,
      `needs ${schemaVersion}`,
      './daybook serve',
      '--database',
    );
  });

  it('these are all commands that open a database, but for serve and restore', async () => {
    const named = async (...topic: string[]) => {
      const { out } = await run(['help', ...topic]);
      const [, list = ''] = out.split(/^Commands:\n/m);
      return [...list.matchAll(/^ {2}([a-z]\S*)/gm)]
        .map(([, name]) => name as string)
        .filter((name) => name !== 'help');
    };
    const groups = ['token', 'user', 'account'];
    const single = (await named()).filter((name) => !['serve', 'restore', 'build-web', ...groups].includes(name));
    const inGroups = await Promise.all(
      groups.map(async (group) => (await named(group)).map((name) => `${group} ${name}`)),
    );
    const tried = new Set(commands.map(([name]) => name.replace(/ (--portable|from it|into it)$/, '')));
    expect([...tried].sort()).toEqual([...single, ...inGroups.flat()].sort());
  });

  if (engine === 'postgres')
    it('restore into it is refused before the upgrade, because it holds records', async () => {
      for (const backup of [olderExport(VERSION), olderFile(VERSION)])
        expectRefusal(
          await run(['restore', backup, ...at(place)]),
          `${shown()} already contains records`,
          'empty database',
        );
      expect(await versionAt(place)).toEqual(before);
    });

  it('nothing of it is changed by them', async () => {
    expect(engine === 'sqlite' ? readFileSync(place).equals(before as Buffer) : await versionAt(place)).toEqual(
      engine === 'sqlite' ? true : before,
    );
  });

  it('the command that is named has the folder it was asked about, and upgrades it, which the log says once', async () => {
    const data = engine === 'sqlite' ? dirname(place) : temporaryFolder();
    const options = engine === 'sqlite' ? ['--data', data] : ['--data', data, '--database', place];
    const { err } = await run(['doctor', ...options]);
    expect(err).toContain(`./daybook serve ${options.join(' ')}\n`);
    const service = await serve(place);
    await service.stop();
    const notice = { from: VERSION, to: schemaVersion, msg: expect.stringContaining('can take a while') };
    expect(service.log().filter(({ from }) => from !== undefined)).toEqual([expect.objectContaining(notice)]);
    const again = await serve(place);
    await again.stop();
    expect(again.err()).not.toContain('upgrading');
    expect(await run(['doctor', ...options])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/sound\n$/),
    });
  });
});

it('token create makes a new database where there is none', async () => {
  const { place } = await newDatabase();
  const made = await run(['token', 'create', '--name', 'x', ...at(place)]);
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^dbk_\S+\n$/) });
  expect(made.err).toMatch(/^A new, empty Daybook was made: \S+\. If you meant another, remove this one/);
  expect((await run(['token', 'create', '--name', 'x', ...at(place)])).err).not.toContain('A new');
  const service = await startTestService({ database: place });
  expect((await service.ask('GET', '/contacts')).status).toBe(401);
  await service.end();
});

it.each([
  [['token', 'create', '--name', 'x', '--scopes', 'emails:reed'], 'emails:read'],
  [['token', 'create', '--name', 'x', '--expires', 'soon'], '90d'],
  [['token', 'create', '--name', ' '], '1 to 255 characters'],
  [['token', 'create', '--name', 'x', '--user', 'bob'], 'Daybook'],
  [['user', 'add', 'Bob!'], 'lower-case'],
])('%j, refused, leaves no database behind', async (words, says) => {
  const { place } = await newDatabase();
  expectRefusal(await run([...words, ...at(place)]), says);
  expectRefusal(await run(['token', 'list', ...at(place)]), 'Daybook');
});

if (engine === 'postgres')
  it('restore fills an older database without records, and one that an earlier restore has left unfinished', async () => {
    const begun = "insert into unfinished (work, since) values ('restore 1', 1)";
    const user = "insert into users (name, created_at) values ('owner', 1)";
    for (const rows of [[user], [user, 'insert into logs (user_id, seq) values (1, 5)', begun]]) {
      const place = await databaseOfSchema(VERSION, rows);
      expect(await run(['restore', olderExport(VERSION), ...at(place)])).toMatchObject({ code: 0, err: '' });
      expect(await versionAt(place)).toMatchObject({ version: String(schemaVersion) });
    }
  });

if (engine === 'postgres')
  it('a database that an earlier version serves is not upgraded under it', async () => {
    const place = await olderDatabase(VERSION);
    const earlier = await connect(`${place}?application_name=daybook%20serve`);
    await earlier.query("set application_name = 'daybook serve'");
    expectRefusal(await run(['serve', '--port', '0', ...at(place)]), 'served by a service of an earlier version');
    expect(await versionAt(place)).toMatchObject({ version: String(VERSION) });
    await earlier.end();
    await (await serve(place)).stop();
  });

/** So that the mail that waits is not held back when a service starts, which has a test of its own. */
async function forgetRestored(place: string): Promise<void> {
  const sql = "delete from notes where name = 'restored'";
  if (engine === 'postgres') return void (await query(place, sql));
  const db = new DatabaseSync(place);
  expect(db.prepare(sql).run().changes).toBe(1);
  db.close();
}

/** The oldest, the first with files, and the newest. */
function someOf(versions: number[]): number[] {
  return versions.filter((version) => [versions[0], 4, versions.at(-1)].includes(version));
}

// Every older backup is upgraded in an SQLite file, by the steps that migrations.test.ts runs from every version; then its
// rows are copied. What differs by version besides is how an export is read, and what differs by engine is the copy.
describe.each([
  ...(engine === 'sqlite' ? exportVersions : someOf(exportVersions)).map((version) => ({
    kind: 'an export',
    version,
    backup: () => olderExport(version),
  })),
  ...someOf(fileVersions).map((version) => ({ kind: 'a copy of a file', version, backup: () => olderFile(version) })),
])('$kind of schema $version', ({ version, backup }) => {
  it('is restored with everything that was in it, in the newest schema', async () => {
    const { place } = await newDatabase();
    expect(await run(['restore', backup(), ...at(place)])).toMatchObject({ code: 0, err: '' });
    // Before a service was there: counts and search index too.
    expect(await run(['doctor', ...at(place)])).toMatchObject({ code: 0, out: expect.stringMatching(/sound\n$/) });
    if (engine === 'sqlite')
      expect(readdirSync(dirname(place)).filter((name) => name !== 'files')).toEqual(['daybook.db', 'daybook.db.lock']);
    await forgetRestored(place);
    const service = await startTestService({ database: place });
    await expectAnswersOf(service, version, 'sqlite');
    const made = await service.store.write(1, async (tx) => tx.nextSeq());
    expect(made).toBeGreaterThan(10);
    await service.stop();
    await endDatabase(place);
  });
});

describe('an older export that is not what its schema says', () => {
  const changed = (change: (line: string) => string) => {
    const lines = gunzipSync(readFileSync(olderExport(2)))
      .toString('utf8')
      .split('\n');
    const file = join(temporaryFolder(), 'changed.gz');
    writeFileSync(file, gzipSync(lines.map(change).join('\n')));
    return file;
  };
  it.each([
    ['a table that it does not have', (line: string) => line.replace('"table":"logs"', '"table":"nothing"'), 'damaged'],
    ['a column that it does not have', (line: string) => line.replace('"pruned_seq":', '"(select 1)":'), 'damaged'],
    ['another number', (line: string) => line.replace('"pruned_seq":0', '"pruned_seq":1'), 'damaged'],
    ['a row twice', (line: string) => (line.includes('"table":"logs"') ? `${line}\n${line}` : line), 'cannot hold'],
    ['no end', (line: string) => (line.startsWith('{"end"') ? '' : line), 'damaged'],
    ['no schema', (line: string) => line.replace('"schema":2', '"schema":"2"'), 'not an export'],
    ['a newer schema', (line: string) => line.replace('"schema":2', '"schema":4711'), 'newer'],
  ])('with %s is refused, and leaves nothing behind', async (_, change, word) => {
    const { place } = await newDatabase();
    expectRefusal(await run(['restore', changed(change), ...at(place)]), 'changed.gz', word);
    if (engine === 'sqlite') expect(readdirSync(dirname(place)).filter((name) => !name.endsWith('.lock'))).toEqual([]);
    await endDatabase(place);
  });
});
