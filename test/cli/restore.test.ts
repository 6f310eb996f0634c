// Restore and doctor: what cannot be trusted is refused; nothing is overwritten.
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inDatabase } from '../support/backups.ts';
import { expectRefusal, run, runProgram, serve, temporaryFolder } from '../support/process.ts';
import { ask, startTestService } from '../support/service.ts';

describe('restore and doctor', () => {
  let data: string;
  let file: string;
  const contacts = (database: string) =>
    inDatabase(database, (db) =>
      db
        .prepare("select json_extract(doc, '$.first_name') as name from contacts")
        .all()
        .map(({ name }) => name),
    );
  const copyOf = (source: string) => {
    const copy = join(temporaryFolder(), 'daybook.db');
    writeFileSync(copy, readFileSync(source));
    return copy;
  };

  beforeAll(async () => {
    data = temporaryFolder();
    file = join(data, 'daybook.db');
    const service = await startTestService({ data });
    for (let made = 0; made < 50; made++) {
      await service.ask('POST', '/contacts', { first_name: `Ann ${made}` });
      await service.ask('POST', '/emails/drafts', { subject: 'Hi', body_plain: 'Hello' });
    }
    const beside = await runProgram(['doctor', '--data', data]);
    expect([beside.code, beside.out]).toEqual([0, expect.stringMatching(/^result +sound$/m)]);
    await service.stop();
  });

  it('the former data is kept beside the restored data, with what a killed service had only in its write-ahead log', async () => {
    const folder = temporaryFolder();
    const service = await serve(folder);
    await ask(service.url, 'POST', '/contacts', { first_name: 'Before' });
    await service.kill();
    expect(existsSync(join(folder, 'daybook.db-wal'))).toBe(true);
    const { code, out } = await run(['restore', file, '--data', folder]);
    expect(code).toBe(0);
    const kept = /in (\S+before-restore\S+)\.\n/.exec(out)?.[1] as string;
    expect(contacts(kept)).toEqual(['Before']);
    const again = await serve(folder);
    expect((await ask(again.url, 'GET', '/contacts')).body).toMatchObject({ meta: { total: 50 } });
    await again.kill();
  });

  const damages: [string, (copy: string) => void][] = [
    ['pages of an index are overwritten', overwrite('contacts_name')],
    ['pages of a table are overwritten', overwrite('contacts')],
    ['pages of the users are overwritten', overwrite('users')],
  ];
  const strangers: [string, (copy: string) => void][] = [
    ['the end of it is missing', (copy) => truncateSync(copy, Math.floor(readFileSync(copy).length / 2))],
    ['it is no database', (copy) => writeFileSync(copy, 'a letter '.repeat(1000))],
    ['it is empty', (copy) => writeFileSync(copy, '')],
    [
      'it is another program’s database',
      (copy) => {
        writeFileSync(copy, '');
        edit("create table bookmarks (url text); insert into bookmarks values ('x')")(copy);
      },
    ],
    ['it is of a newer Daybook', edit('pragma user_version = 4711')],
  ];
  it.each([...damages, ...strangers])('restore refuses a file when %s, and changes nothing', async (_, damage) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'daybook.db'), readFileSync(file));
    const bad = copyOf(file);
    damage(bad);
    expectRefusal(await run(['restore', bad, '--data', folder]), bad);
    expect(readFileSync(join(folder, 'daybook.db')).equals(readFileSync(file))).toBe(true);
    expect(readdirSync(folder).filter((name) => /partial|before/.test(name))).toEqual([]);
  });

  it('restore refuses a missing file', async () => {
    const missing = join(temporaryFolder(), 'missing.db');
    expectRefusal(await run(['restore', missing, '--data', temporaryFolder()]), missing, 'does not exist');
  });

  it('doctor prints versions, counts and that the data is sound', async () => {
    const { code, out, err } = await run(['doctor', '--data', data]);
    expect([code, err]).toEqual([0, '']);
    const counts = /^user owner +0 events, 50 emails, 50 contacts, 100 changes/m;
    for (const line of [
      /^daybook +\d/m,
      /^node +v\d/m,
      /^sqlite +3\./m,
      counts,
      /^tokens /m,
      /^jobs /m,
      /^result +sound$/m,
    ])
      expect(out).toMatch(line);
  });

  const inconsistencies: [string, (copy: string) => void][] = [
    ['a change is missing from the log', edit('delete from changes where seq = 17')],
    ['a record is missing from the search index', edit('delete from contacts_search_1 where rowid = 1')],
    [
      'a use of an address has no record',
      edit(
        "insert into correspondent_uses (user_id, address, kind, at, record_id, shown) values (1, 'x@y.z', 'received', 1, 'x', 'x')",
      ),
    ],
    ['a body is missing', edit('delete from bodies where body = 2')],
    ['a record has no change', edit("update changes set record_id = 'x' where seq = 9")],
  ];
  it('doctor prints counts also if it finds a problem', async () => {
    const copy = copyOf(file);
    edit('delete from changes where seq = 17')(copy);
    const { out } = await run(['doctor', '--database', copy]);
    expect(out).toMatch(/^user owner +\d+ events?[\s\S]*^jobs +\d+\n[\s\S]*^PROBLEM /m);
  });

  it.each([...inconsistencies, ...damages])('doctor finds that %s, and ends with exit code 1', async (_, damage) => {
    const copy = copyOf(file);
    damage(copy);
    const { code, out } = await run(['doctor', '--database', copy]);
    expect(out).toMatch(/^PROBLEM +\S/m);
    expect(out).toMatch(/^result +\d+ problems? found; .*daybook restore/m);
    expect(code).toBe(1);
  });

  function edit(sql: string): (copy: string) => void {
    return (copy) => inDatabase(copy, (db) => db.exec(sql));
  }

  function overwrite(name: string): (copy: string) => void {
    return (copy) => {
      const [page, size] = inDatabase(copy, (db) => [
        db.prepare('select rootpage from sqlite_schema where name = ?').get(name)?.rootpage as number,
        db.prepare('pragma page_size').get()?.page_size as number,
      ]);
      const handle = openSync(copy, 'r+');
      writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
      closeSync(handle);
    };
  }
});
