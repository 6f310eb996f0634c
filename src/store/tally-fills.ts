// The tallies counted anew from the records: for a store that had none, for one that was filled from elsewhere, and to
// see whether those that were kept are right.
import type { Resource } from '../resources/resource.ts';
import { BUCKET, tallyColumns } from './tally-columns.ts';

/** The columns of each tally table of a resource, with the statement that counts them. */
export function tallyCounts(resource: Resource): { table: string; columns: string[]; sql: string }[] {
  const { path, tags, list } = resource;
  const cells = tallyColumns(resource);
  const trashed = 'case when r.deleted_at is null then 0 else 1 end';
  const places = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(', ');
  const time = `r.${list.range}`;
  const bucket = `(${time} - ((${time} % ${BUCKET}) + ${BUCKET}) % ${BUCKET}) / ${BUCKET}`; // rounded down, before 1970 too
  return [
    {
      table: `${path}_tally`,
      columns: ['user_id', 'trashed', ...cells.map(({ name }) => name)],
      sql: `select r.user_id, ${trashed}, ${cells.map(({ of }) => of).join(', ')}, count(*) from ${path} r group by ${places(cells.length + 2)}`,
    },
    ...(tags
      ? [
          {
            table: `${path}_tag_tally`,
            columns: ['user_id', 'tag', 'trashed'],
            sql: `select t.user_id, t.tag, ${trashed}, count(*) from ${path}_tags t join ${path} r on r.user_id = t.user_id and r.id = t.id group by 1, 2, 3`,
          },
        ]
      : []),
    ...(list.range
      ? [
          {
            table: `${path}_time_tally`,
            columns: ['user_id', 'bucket'],
            sql: `select r.user_id, ${bucket}, count(*) from ${path} r where r.deleted_at is null and ${time} is not null group by 1, 2`,
          },
        ]
      : []),
  ];
}

/** The statements that fill the empty tables. */
export function tallyFills(resource: Resource): string[] {
  return tallyCounts(resource).map(
    ({ table, columns, sql }) => `insert into ${table} (${columns.join(', ')}, n) ${sql}`,
  );
}
