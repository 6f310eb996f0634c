// Tables derived from the current declarations, which are not in the migrations: counters, search tables and views,
// which show every field by its name in sqlite3 or psql. After an upgrade each is compared with its declaration and
// recreated if it differs. They contain no data that is not in the records.
import { asideOf, commonFields, type Resource } from '../../resources/resource.ts';
import { resources } from '../../resources/resources.ts';
import { counterTablesOf, fillStatement } from '../tables/counter-tables.ts';

/** The engine's names for the parts of a table. */
export interface TableWords {
  integer: string;
  text: string;
  /** The suffix for a table whose rows are stored in the order of their key. */
  clustered: string;
}

interface DerivedTable {
  name: string;
  columns: string[];
  create: string;
  /** The statements that create and fill it. */
  make: string[];
}

export function counterTables(words: TableWords): DerivedTable[] {
  return resources.flatMap(counterTablesOf).map((one) => {
    const { table, columns, texts } = one;
    const typed = columns.map((name) => `${name} ${texts.includes(name) ? words.text : words.integer} not null`);
    const create = `create table ${table} (${typed.join(', ')}, n ${words.integer} not null, primary key (${columns.join(', ')}))${words.clustered}`;
    return {
      name: table,
      columns: [...columns, 'n'],
      create,
      make: [`drop table if exists ${table}`, create, fillStatement(one)],
    };
  });
}

/** After a search table was created: the index is filled when the service starts (records/search-index.ts). */
export const forgetIndex = "delete from notes where name = 'search'";

/** The statements that create the views; `member` is the engine's syntax for a member of a JSON text. */
export function createViews(member: (text: string, field: string) => string): string[] {
  return resources.map((resource) => `create view ${resource.table}_view as ${selectAll(resource, member)}`);
}

/** Before a migration: views would prevent changes of the tables. */
export function dropViews(): string[] {
  return resources.map(({ table }) => `drop view if exists ${table}_view`);
}

function selectAll(resource: Resource, member: (text: string, field: string) => string): string {
  const aside = asideOf(resource);
  const from = (field: string) => member(aside.includes(field) ? `('{' || b.content || '}')` : 'r.doc', field);
  const columns = [...commonFields(resource), ...Object.keys(resource.fields)].map(
    (field) => `${from(field)} as "${field}"`,
  );
  const join = aside.length > 0 ? ' left join bodies b on b.user_id = r.user_id and b.body = r.body' : '';
  return `select r.user_id, ${columns.join(', ')} from ${resource.table} r${join}`;
}
