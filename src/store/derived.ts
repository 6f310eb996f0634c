// What follows from the declarations of today and so is not in the migrations: the tables of tallies, the search tables
// and the views. After the steps of an upgrade each is compared with its declaration and made anew where it differs. It
// holds nothing that is not in the records.
import { resources } from '../resources/all.ts';
import { tallyCounts, tallyFill } from './tally-fills.ts';

/** What an engine calls the parts of a table. */
export interface TableWords {
  integer: string;
  text: string;
  /** What follows a table whose rows are in the order of their key. */
  clustered: string;
}

interface DerivedTable {
  name: string;
  columns: string[];
  create: string;
  /** The statements that make and fill it. */
  make: string[];
}

export function tallyTables(words: TableWords): DerivedTable[] {
  return resources.flatMap(tallyCounts).map((one) => {
    const { table, columns, texts } = one;
    const typed = columns.map((name) => `${name} ${texts.includes(name) ? words.text : words.integer} not null`);
    const create = `create table ${table} (${typed.join(', ')}, n ${words.integer} not null, primary key (${columns.join(', ')}))${words.clustered}`;
    return {
      name: table,
      columns: [...columns, 'n'],
      create,
      make: [`drop table if exists ${table}`, create, tallyFill(one)],
    };
  });
}

/** After a search table was made: the index is filled when the service starts (domain/search-index.ts). */
export const forgetIndex = "delete from notes where name = 'search'";
