// How many records there are of each make, kept with every write, so that the total of a list is a sum over a few rows
// and not a walk over a million. And the key of an email is made of its time, so that the search index, which is in
// the order of the keys, gives the newest first by itself. `notes` is for the program's own memory, such as how the
// search index was made.
import { resources } from '../../resources/all.ts';
import type { Resource } from '../../resources/resource.ts';
import type { Dialect } from '../dialect.ts';
import { tallyColumns } from '../tally-columns.ts';
import { tallyFills } from '../tally-fills.ts';

export const tallies = (dialect: Dialect) => `
  create table notes (
    name text primary key,
    value text not null
  );
  ${resources.map((resource) => tableOfCells(resource, dialect)).join('\n')}
  ${resources.map((resource) => tableOfTags(resource, dialect)).join('\n')}
  ${resources.map((resource) => tableOfTimes(resource, dialect)).join('\n')}
  ${resources.flatMap(tallyFills).join(';\n')};
`;

function tableOfCells(resource: Resource, { clustered }: Dialect): string {
  const cells = tallyColumns(resource);
  const names = ['user_id', 'trashed', ...cells.map(({ name }) => name)].join(', ');
  return `
  create table ${resource.path}_tally (
    user_id integer not null,
    trashed integer not null,
    ${cells.map(({ name, type }) => `${name} ${type} not null,`).join('\n    ')}
    n integer not null,
    primary key (${names})
  )${clustered};`;
}

function tableOfTags({ path, tags }: Resource, { clustered }: Dialect): string {
  if (!tags) return '';
  return `
  create table ${path}_tag_tally (
    user_id integer not null,
    tag text not null,
    trashed integer not null,
    n integer not null,
    primary key (user_id, tag, trashed)
  )${clustered};`;
}

function tableOfTimes({ path, list }: Resource, { clustered }: Dialect): string {
  if (!list.range) return '';
  return `
  create table ${path}_time_tally (
    user_id integer not null,
    bucket integer not null,
    n integer not null,
    primary key (user_id, bucket)
  )${clustered};`;
}
