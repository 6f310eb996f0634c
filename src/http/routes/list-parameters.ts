// The query parameters of lists, generated from the declaration of a resource.
import { limits } from '../../limits.ts';
import type { ListResult } from '../../records/list.ts';
import { asideOf, type Filter, type Resource } from '../../resources/resource.ts';
import { servedFields } from '../../store/tables/records.ts';
import type { Parameter, QueryValues } from './query.ts';

const limit: Parameter = {
  name: 'limit',
  type: 'integer',
  default: limits.pageDefault,
  about: `Number of records; at most ${limits.pageMax}, a larger number is lowered to it.`,
};
const offset: Parameter = { name: 'offset', type: 'integer', default: 0, about: 'Number of records to skip.' };

/** The parameters of a list with paging only. */
export const pageParameters: Parameter[] = [limit, offset];

/** The parameters of a list of names. Clients usually want all, so a page is as large as it can be. */
export function namesPageParameters(path: string): Parameter[] {
  return [
    { name: 'limit', type: 'integer', default: limits.pageMax, about: `At most ${limits.pageMax}.` },
    { name: 'offset', type: 'integer', default: 0, about: `Number of ${path} to skip.` },
  ];
}

/** The page that they ask for, of a list that is in memory. */
export function namesPage<T>(all: readonly T[], query: QueryValues, textOf: (one: T) => string): ListResult {
  const limit = Math.min((query.limit ?? limits.pageMax) as number, limits.pageMax);
  const offset = (query.offset ?? 0) as number;
  const texts = all.slice(offset, offset + limit).map(textOf);
  return { texts, meta: { total: all.length, limit, offset, has_more: offset + texts.length < all.length } };
}

/** The fields that `fields` may name. */
export function listedFields(resource: Resource): string[] {
  return [...servedFields(resource), ...Object.keys(resource.listFields ?? {})];
}

const fields: Parameter = {
  name: 'fields',
  type: 'fields',
  about: 'Only these fields, separated by commas, and id.',
  example: 'id',
};
const format = { name: 'format', type: 'choice', values: ['json', 'compact'], default: 'json' } as const;
const tz: Parameter = {
  name: 'tz',
  type: 'timezone',
  about: 'Time zone of days in this request, by its IANA or Windows name; the default is that of the service.',
  example: 'Europe/Berlin',
};

/** A search with operators. */
export const queryParameter: Parameter = {
  name: 'q',
  type: 'text',
  maxChars: limits.searchChars,
  about:
    'A search with operators, as people type it: words and "phrases" as in search, also in recipients and attachments; from: to: cc: bcc: subject: filename: in: label: has:attachment is:unread is:read is:starred before: after: -without, a OR b, and parentheses. Days are in tz, else in the time zone of the settings.',
  example: 'from:ann lease',
};

/** The parameters of a request for one record, and the name of what `inForm` reads. */
export const formParameters: Parameter[] = formParametersOf('id');

/** The same for what is not a record; `key` is the field that names it. */
export function formParametersOf(key: string): Parameter[] {
  return [
    { ...fields, about: `Only these fields, separated by commas, and ${key}.`, example: key },
    { ...format, about: 'compact: a few short lines without empty fields, for language models.' },
    { ...tz, about: 'Time zone of the times in a compact record; the default is that of the service.' },
  ];
}

export function listParameters(resource: Resource): Parameter[] {
  const { sorts, order, filters } = resource.list;
  return [
    { ...limit, about: `${limit.about} 0 returns only the total.` },
    offset,
    {
      name: 'sort',
      type: 'choice',
      values: sorts,
      default: sorts[0] as string,
      about: 'The sort field. Records without it are last.',
    },
    { name: 'order', type: 'choice', values: ['asc', 'desc'], default: order, about: 'The sort direction.' },
    {
      name: 'search',
      type: 'text',
      maxChars: limits.searchChars,
      about: 'Words that must all occur, each as the beginning of a word; "words in quotes" must be adjacent.',
      example: 'lease',
    },
    ...(resource.search?.operators ? [queryParameter] : []),
    ...Object.entries(filters).map(([name, filter]) => filterParameter(name, filter)),
    { name: 'include_deleted', type: 'boolean', default: false, about: 'Also records in the trash.' },
    { name: 'only_deleted', type: 'boolean', default: false, about: 'Only records in the trash.' },
    fields,
    ...bodyParameters(resource),
    { ...format, about: 'compact: one short line for each record, for language models.' },
    ...rangeParameters(resource),
    tz,
  ];
}

/** For a resource with fields that are stored beside its records. */
function bodyParameters(resource: Resource): Parameter[] {
  const fields = asideOf(resource);
  if (fields.length === 0) return [];
  return [{ name: 'body', type: 'boolean', default: true, about: `false: without ${fields.join(' and ')}.` }];
}

function rangeParameters({ list: { range } }: Resource): Parameter[] {
  if (!range) return [];
  return [
    {
      name: 'from',
      type: 'moment',
      about: `Only records whose ${range} is not before this time or day.`,
      example: '2026-02-01',
    },
    {
      name: 'to',
      type: 'moment',
      about: `Only records whose ${range} is not after this time or day.`,
      example: '2026-02-28',
    },
  ];
}

function filterParameter(name: string, filter: Filter): Parameter {
  const { about, values, repeatable, maxChars } = filter;
  const plain = values ? 'choice' : filter.uuid ? 'uuid' : 'text';
  const type = filter.type === 'flag' || filter.type === 'present' ? 'boolean' : plain;
  return {
    name,
    type,
    about,
    ...(values && { values }),
    ...(repeatable && { repeatable }),
    ...(maxChars && { maxChars }),
  };
}
