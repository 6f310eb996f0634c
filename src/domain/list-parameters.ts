// The parameters that a list takes, from the declaration: what the HTTP layer reads, what the documentation shows and
// what the plan is made of.
import { limits } from '../limits.ts';
import type { Filter, Resource } from '../resources/resource.ts';
import { servedFields } from '../store/rows.ts';
import { NAMED_DAYS } from './time.ts';

export interface Parameter {
  name: string;
  kind: 'integer' | 'boolean' | 'text' | 'choice' | 'moment' | 'day' | 'timezone' | 'fields' | 'patterns' | 'uuid';
  about: string;
  default?: string | number | boolean;
  values?: readonly string[];
  repeatable?: true;
  maxChars?: number;
  example?: string | number | boolean;
}

/** The values of a request's parameters, read by their kinds. */
export type Given = Record<string, string | number | boolean | string[] | undefined>;

/** The fields that `fields` may name. */
export function listedFields(resource: Resource): string[] {
  return [...servedFields(resource), ...(resource.name === 'event' ? ['recurrence_id'] : [])];
}

export function listParameters(resource: Resource): Parameter[] {
  const { sorts, order, range, filters } = resource.list;
  const parameters: Parameter[] = [
    {
      name: 'limit',
      kind: 'integer',
      default: limits.pageDefault,
      about: `How many records; at most ${limits.pageMax}, a larger number is lowered to that. 0 asks for the total only.`,
    },
    { name: 'offset', kind: 'integer', default: 0, about: 'How many records to pass over first.' },
    {
      name: 'sort',
      kind: 'choice',
      values: sorts,
      default: sorts[0] as string,
      about: 'What to sort by. Records without it come last.',
    },
    { name: 'order', kind: 'choice', values: ['asc', 'desc'], default: order, about: 'The direction.' },
    {
      name: 'search',
      kind: 'text',
      maxChars: limits.searchChars,
      about: 'Words that must all occur, each as a beginning; "words in quotes" as a phrase.',
      example: 'lease',
    },
    ...Object.entries(filters).map(([name, filter]) => filterParameter(name, filter)),
    { name: 'include_deleted', kind: 'boolean', default: false, about: 'Also records in the trash.' },
    { name: 'only_deleted', kind: 'boolean', default: false, about: 'Only records in the trash.' },
    { name: 'fields', kind: 'fields', about: 'Only these fields, separated by commas, and id.', example: 'id' },
    {
      name: 'format',
      kind: 'choice',
      values: ['json', 'compact'],
      default: 'json',
      about: 'compact: one short line for each record, made for language models.',
    },
  ];
  if (range) {
    parameters.push(
      {
        name: 'from',
        kind: 'moment',
        about: `Only records whose ${range} is not before this time or day.`,
        example: '2026-02-01',
      },
      {
        name: 'to',
        kind: 'moment',
        about: `Only records whose ${range} is not after this time or day.`,
        example: '2026-02-28',
      },
    );
  }
  parameters.push({
    name: 'tz',
    kind: 'timezone',
    about: 'The time zone of days in this request (IANA); the service’s own when not given.',
    example: 'Europe/Berlin',
  });
  if (resource.name === 'event') {
    parameters.push(
      {
        name: 'date',
        kind: 'day',
        about: `${NAMED_DAYS.join(', ')}, or a date; it wins over from and to.`,
        example: 'today',
      },
      {
        name: 'expand',
        kind: 'boolean',
        default: false,
        about: 'Recurring events as their occurrences in the range (date, or from and to).',
      },
    );
  }
  return parameters;
}

function filterParameter(name: string, filter: Filter): Parameter {
  const { about, values, repeatable, maxChars } = filter;
  const plain = values ? 'choice' : filter.uuid ? 'uuid' : 'text';
  const kind = filter.kind === 'flag' || filter.kind === 'present' ? 'boolean' : plain;
  return {
    name,
    kind,
    about,
    ...(values && { values }),
    ...(repeatable && { repeatable }),
    ...(maxChars && { maxChars }),
  };
}
