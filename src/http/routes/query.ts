// Reads the query of a URL by the parameters that its route declares. Unknown names and invalid values are refused with
// the allowed values.
import type { FastifyRequest } from 'fastify';
import { type Fault, faulty } from '../../errors.ts';
import { unknownEvent } from '../../feed/event-names.ts';
import { isPattern } from '../../feed/messages.ts';
import { limits } from '../../limits.ts';
import { choices } from '../../records/validate.ts';
import { NAMED_DAYS } from '../../values/days.ts';
import { readHandle, readId } from '../../values/ids.ts';
import { nearest } from '../../values/text.ts';
import { parseTime } from '../../values/time.ts';
import { zoneName, zoneProblem } from '../../values/zone-names.ts';

export interface Parameter {
  name: string;
  type:
    | 'integer'
    | 'boolean'
    | 'text'
    | 'choice'
    | 'moment'
    | 'day'
    | 'timezone'
    | 'fields'
    | 'patterns'
    | 'uuid'
    | 'id';
  about: string;
  default?: string | number | boolean;
  values?: readonly string[];
  repeatable?: true;
  /** For the documentation; the handler checks it. */
  required?: true;
  maxChars?: number;
  /** Of an integer; 0 unless given. */
  minimum?: number;
  example?: string | number | boolean;
}

/** The values of a request's parameters, converted to their types. */
export type QueryValues = Record<string, string | number | boolean | string[] | undefined>;

export type RawQuery = Map<string, string[]>;

export function rawQueryOf({ url }: FastifyRequest): RawQuery {
  const mark = url.indexOf('?');
  return parseQuery(mark < 0 ? '' : url.slice(mark + 1));
}

function parseQuery(text: string): RawQuery {
  const query: RawQuery = new Map();
  if (text === '') return query;
  for (const [name, value] of new URLSearchParams(text)) {
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}

/** `fields` are the names that a `fields` parameter may list. */
export function readQuery(
  parameters: readonly Parameter[],
  query: RawQuery,
  fields: readonly string[] = [],
): QueryValues {
  const values: QueryValues = {};
  const faults: Fault[] = [];
  for (const [name, texts] of query) {
    const result = readParameter(name, texts, parameters, fields);
    if ('value' in result) values[name] = result.value;
    else faults.push({ field: name, ...result });
    if (faults.length >= limits.reportedFaults) break;
  }
  if (values.fields !== undefined && values.format === 'compact') {
    faults.push({
      field: 'fields',
      constraint: 'exclusive',
      message: 'fields and format=compact exclude each other; use one of them.',
    });
  }
  if (faults.length > 0) throw faulty('INVALID_QUERY', faults);
  return values;
}

function readParameter(
  name: string,
  texts: string[],
  parameters: readonly Parameter[],
  fields: readonly string[],
): { value: QueryValues[string] } | Omit<Fault, 'field'> {
  const parameter = parameters.find((one) => one.name === name);
  if (!parameter) return { constraint: 'unknown', message: unknownParameter(name, parameters) };
  const { type, repeatable } = parameter;
  const repeated = (times: string) => ({ constraint: 'repeated', message: `${name} may be given ${times}.` });
  if (texts.length > 1 && !repeatable) return repeated('only once');
  if (texts.length > limits.filterValues) return repeated(`at most ${limits.filterValues} times`);
  const results = texts.map((text) => readValue(parameter, text, fields));
  const problem = results.find((one) => 'problem' in one);
  if (problem) return { constraint: type, message: `${name} ${problem.problem}` };
  return repeatable ? { value: texts } : (results[0] as { value: QueryValues[string] });
}

type Result = { value: QueryValues[string] } | { problem: string };

function readValue(parameter: Parameter, text: string, fields: readonly string[]): Result {
  switch (parameter.type) {
    case 'integer':
      return /^\d{1,300}$/.test(text) && Number(text) >= (parameter.minimum ?? 0)
        ? { value: Math.min(Number(text), Number.MAX_SAFE_INTEGER) }
        : { problem: `must be a whole number, ${parameter.minimum ?? 0} or more.` };
    case 'boolean':
      return Object.hasOwn(BOOLEANS, text)
        ? { value: BOOLEANS[text] }
        : { problem: 'must be true or false (or 1 or 0).' };
    case 'choice':
      return parameter.values?.includes(text)
        ? { value: text }
        : { problem: `must be ${choices(parameter.values ?? [])}.` };
    case 'moment':
      return parseTime(text, 'UTC') !== undefined ? { value: text } : { problem: momentProblem(text) };
    case 'day':
      return NAMED_DAYS.includes(text as never) || /^\d{4}-\d{2}-\d{2}$/.test(text)
        ? { value: text }
        : { problem: `must be ${NAMED_DAYS.join(', ')} or a date such as 2026-02-17.` };
    case 'timezone': {
      const zone = zoneName(text);
      return zone === undefined ? { problem: zoneProblem(text) } : { value: zone };
    }
    case 'uuid': {
      const id = readId(text);
      return id ? { value: id } : { problem: 'must be a UUID such as 018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10.' };
    }
    case 'id':
      return readId(text) || readHandle(text)
        ? { value: text }
        : { problem: 'must be an id such as 018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10, or a handle such as 8f6a2c4d10.' };
    case 'fields':
      return readNames(text, fields);
    case 'patterns': {
      const patterns = text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean);
      if (patterns.length === 0 || patterns.length > limits.socketPatterns || !patterns.every(isPattern))
        return { problem: 'must be event names separated by commas, such as email.*,event.created.' };
      const unknown = unknownEvent(patterns);
      return unknown ? { problem: `has an unknown name: ${unknown}` } : { value: patterns };
    }
    case 'text':
      return text.length <= (parameter.maxChars ?? limits.lineChars)
        ? { value: text }
        : { problem: `must have at most ${parameter.maxChars ?? limits.lineChars} characters.` };
  }
}

const BOOLEANS: Record<string, boolean> = { true: true, false: false, 1: true, 0: false };

// A plus sign that was not encoded arrives as a space.
function momentProblem(text: string): string {
  const hint = / \d{2}:?\d{2}$/.test(text) ? ' (a + in a URL must be written as %2B)' : '';
  return `must be an existing date or time such as 2026-02-17 or 2026-02-17T09:00:00Z${hint}.`;
}

function readNames(text: string, fields: readonly string[]): Result {
  const names = [
    ...new Set(
      text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
  if (names.length === 0) return { problem: 'must name at least one field.' };
  const unknown = names.find((name) => !fields.includes(name));
  if (unknown === undefined) return { value: names };
  const near = nearest(unknown, fields);
  const hint = near ? `did you mean ${near}?` : `the fields are ${fields.join(', ')}.`;
  return { problem: `has no field ${JSON.stringify(unknown.slice(0, 80))}; ${hint}` };
}

function unknownParameter(name: string, parameters: readonly Parameter[]): string {
  const known = parameters.map((one) => one.name);
  const near = nearest(name, known);
  const shown = JSON.stringify(name.slice(0, 80));
  if (near) return `${shown} is not a parameter here; did you mean ${near}?`;
  return known.length === 0
    ? `${shown} is not a parameter here; this request has no parameters.`
    : `${shown} is not a parameter here; the parameters are ${known.join(', ')}.`;
}
