// The tables of tallies: what they look like, and how they are counted anew from the records. For a store that has none
// of this shape, for one that was filled from elsewhere, and to see whether those that were kept are right.
import type { Resource } from '../resources/resource.ts';
import { BUCKET, tallyColumns } from './tally-columns.ts';

interface TallyTable {
  table: string;
  /** What is counted by: the key of the table. The count itself is `n`. */
  columns: string[];
  /** Those of the columns that are text; the others are integers. */
  texts: string[];
  /** The statement that counts. */
  sql: string;
}

const TRASHED = 'case when r.deleted_at is null then 0 else 1 end';

export function tallyCounts(resource: Resource): TallyTable[] {
  const { tags, list } = resource;
  return [cellTable(resource), ...(tags ? [tagTable(resource)] : []), ...(list.range ? [timeTable(resource)] : [])];
}

function cellTable(resource: Resource): TallyTable {
  const cells = tallyColumns(resource);
  const values = ['r.user_id', TRASHED, ...cells.map(({ of }) => of)];
  const places = values.map((_, index) => index + 1).join(', ');
  return {
    table: `${resource.path}_tally`,
    columns: ['user_id', 'trashed', ...cells.map(({ name }) => name)],
    texts: cells.filter(({ type }) => type === 'text').map(({ name }) => name),
    sql: `select ${values.join(', ')}, count(*) from ${resource.path} r group by ${places}`,
  };
}

function tagTable({ path }: Resource): TallyTable {
  return {
    table: `${path}_tag_tally`,
    columns: ['user_id', 'tag', 'trashed'],
    texts: ['tag'],
    sql: `select t.user_id, t.tag, ${TRASHED}, count(*) from ${path}_tags t join ${path} r on r.user_id = t.user_id and r.id = t.id group by 1, 2, 3`,
  };
}

function timeTable({ path, list }: Resource): TallyTable {
  const time = `r.${list.range}`;
  const bucket = `(${time} - ((${time} % ${BUCKET}) + ${BUCKET}) % ${BUCKET}) / ${BUCKET}`; // rounded down, before 1970 too
  return {
    table: `${path}_time_tally`,
    columns: ['user_id', 'bucket'],
    texts: [],
    sql: `select r.user_id, ${bucket}, count(*) from ${path} r where r.deleted_at is null and ${time} is not null group by 1, 2`,
  };
}

/** The statements that fill the empty tables. */
export function tallyFills(resource: Resource): string[] {
  return tallyCounts(resource).map(tallyFill);
}

export function tallyFill({ table, columns, sql }: TallyTable): string {
  return `insert into ${table} (${columns.join(', ')}, n) ${sql}`;
}
