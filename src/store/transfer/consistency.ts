// Checks the consistency between tables: a log with gaps, records without their change, missing search words.
import { resources } from '../../resources/resources.ts';
import type { ReadStore, Row, Snapshot, Value } from '../port.ts';
import { conversationTables } from '../tables/conversations/tables.ts';
import { counterTablesOf } from '../tables/counter-tables.ts';

export async function consistencyProblems(store: ReadStore): Promise<string[]> {
  try {
    return await store.snapshot(async (read) => {
      const users = await read({
        sql: 'select u.user_id, u.name, l.seq, l.pruned_seq from users u join logs l on l.user_id = u.user_id order by u.user_id',
        params: [],
      });
      const problems: string[] = [];
      for (const row of users) problems.push(...(await problemsOf(store, read, row)));
      return problems;
    });
  } catch (error) {
    return [`the tables cannot be read: ${(error as Error).message}`];
  }
}

async function problemsOf(store: ReadStore, read: Snapshot, row: Row): Promise<string[]> {
  const { user_id: user, name, seq, pruned_seq: pruned } = row as { [column: string]: number };
  const problems: string[] = [];
  const count = async (sql: string, ...more: Value[]) => {
    const [found] = await read({ sql, params: [user as number, ...more] });
    return found?.n as number;
  };
  const expected = (seq as number) - (pruned as number);
  const changes = await count('select count(*) as n from changes where user_id = ?1');
  if (changes !== expected)
    problems.push(`the change log of ${name} has ${changes} changes where ${expected} are counted`);
  for (const resource of resources) {
    const { table } = resource;
    const orphans = await count(
      `select count(*) as n from ${table} r where r.user_id = ?1 and r.seq > ?2 and not exists (select 1 from changes c where c.user_id = ?1 and c.seq = r.seq and c.record_id = r.id)`,
      pruned as number,
    );
    if (orphans > 0) problems.push(`${orphans} ${table} of ${name} have no entry in the change log`);
    if (resource.search) {
      const records = await count(`select count(*) as n from ${table} where user_id = ?1`);
      const indexed = await count(store.dialect.countIndexed(table, user as number));
      if (records !== indexed) problems.push(`${records} ${table} of ${name} and ${indexed} in the search index`);
    }
  }
  for (const { table, sql } of recounts) {
    const wrong = await count(sql);
    if (wrong > 0) problems.push(`${table} of ${name} does not count what is there (${wrong} buckets)`);
  }
  const bodies = await count(
    'select count(*) as n from emails e where e.user_id = ?1 and e.body is not null and not exists (select 1 from bodies b where b.user_id = ?1 and b.body = e.body)',
  );
  if (bodies > 0) problems.push(`${bodies} emails of ${name} have lost their body`);
  const lost = await count(LOST_WEBHOOKS, seq as number);
  if (lost > 0) problems.push(`${lost} webhooks of ${name} do not have a position in the change log`);
  const wrong = await count(WRONG_CORRESPONDENTS);
  if (wrong > 0) problems.push(`${wrong} correspondents of ${name} do not have the sums of their uses`);
  return problems;
}

/** Webhooks without progress, progress without a webhook, and progress beyond the end of the log. */
const LOST_WEBHOOKS = `select (select count(*) from webhooks w where w.user_id = ?1
    and not exists (select 1 from webhook_progress p where p.user_id = ?1 and p.id = w.id and p.last_seq <= ?2))
  + (select count(*) from webhook_progress p where p.user_id = ?1
    and not exists (select 1 from webhooks w where w.user_id = ?1 and w.id = p.id)) as n`;

const sumOf = (kind: string) => `cast(coalesce(sum(case when kind = '${kind}' then 1 else 0 end), 0) as bigint)`;
const SUMS = `select address, ${sumOf('written')}, ${sumOf('received')}, ${sumOf('bulk')},
    max(case when kind = 'written' then at end), min(case when kind = 'contact' then 1 else 0 end)
  from correspondent_uses where user_id = ?1 group by address`;
const STORED = `select address, written, received, bulk, last_written_at,
    case when written + received + bulk = 0 then 1 else 0 end
  from correspondents where user_id = ?1`;
const WRONG_CORRESPONDENTS = `select (select count(*) from (${SUMS} except ${STORED}) a)
  + (select count(*) from (${STORED} except ${SUMS}) b) as n`;

/** Compares the counts that are stored for a user, ?1, with what they are counted from: `n` is how many are wrong. */
export const recounts: readonly { table: string; sql: string }[] = [
  ...resources.flatMap((resource) =>
    counterTablesOf(resource).map(({ columns, ...one }) => recount({ ...one, columns: [...columns, 'n'] })),
  ),
  ...conversationTables.map(recount),
];

// Rows that are in both have the sum 0, so that the records are counted once.
function recount({ table, columns, counting }: (typeof conversationTables)[number]): { table: string; sql: string } {
  const names = columns.join(', ');
  const empty = columns.includes('n') ? ' and n <> 0' : '';
  return {
    table,
    sql: `with counted (${names}) as (${counting('r.user_id = ?1')}),
        both_sides as (select ${names}, 1 as side from counted
          union all select ${names}, -1 from ${table} where user_id = ?1${empty})
      select count(*) as n from (select ${names} from both_sides group by ${names} having sum(side) <> 0) w`,
  };
}
