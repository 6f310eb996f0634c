// Reads the query of a URL by the parameters that its route declares: unknown names and bad values are refused, with
// what would be right.

import { unknownEvent } from '../domain/event-names.ts';
import { isPattern } from '../domain/feed.ts';
import type { Given, Parameter } from '../domain/list-parameters.ts';
import { NAMED_DAYS } from '../domain/time.ts';
import { type Fault, faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import { readId } from '../values/ids.ts';
import { nearest } from '../values/text.ts';
import { isTimezone, parseTime } from '../values/time.ts';

export type RawQuery = Map<string, string[]>;

export function parseQuery(text: string): RawQuery {
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
export function readQuery(parameters: readonly Parameter[], query: RawQuery, fields: readonly string[] = []): Given {
  const given: Given = {};
  const faults: Fault[] = [];
  for (const [name, values] of query) {
    const parameter = parameters.find((one) => one.name === name);
    if (!parameter) faults.push({ field: name, constraint: 'unknown', message: unknownParameter(name, parameters) });
    else if (values.length > 1 && !parameter.repeatable)
      faults.push({ field: name, constraint: 'repeated', message: `${name} may be given only once.` });
    else if (values.length > limits.filterValues)
      faults.push({
        field: name,
        constraint: 'repeated',
        message: `${name} may be given at most ${limits.filterValues} times.`,
      });
    else {
      const read = values.map((value) => readValue(parameter, value, fields));
      const problem = read.find((one) => 'problem' in one);
      if (problem && 'problem' in problem)
        faults.push({ field: name, constraint: parameter.kind, message: `${name} ${problem.problem}` });
      else given[name] = parameter.repeatable ? (values as string[]) : (read[0] as { value: Given[string] }).value;
    }
    if (faults.length >= limits.reportedFaults) break;
  }
  if (given.fields !== undefined && given.format === 'compact') {
    faults.push({
      field: 'fields',
      constraint: 'exclusive',
      message: 'fields and format=compact exclude each other; give one of them.',
    });
  }
  if (faults.length > 0) throw faulty('INVALID_QUERY', faults);
  return given;
}

type Read = { value: Given[string] } | { problem: string };

function readValue(parameter: Parameter, text: string, fields: readonly string[]): Read {
  switch (parameter.kind) {
    case 'integer':
      return /^\d{1,300}$/.test(text)
        ? { value: Math.min(Number(text), Number.MAX_SAFE_INTEGER) }
        : { problem: 'must be a whole number, 0 or more.' };
    case 'boolean':
      return Object.hasOwn(BOOLEANS, text)
        ? { value: BOOLEANS[text] }
        : { problem: 'must be true or false (or 1 or 0).' };
    case 'choice':
      return parameter.values?.includes(text)
        ? { value: text }
        : { problem: `must be one of ${parameter.values?.join(', ')}.` };
    case 'moment':
      return parseTime(text, 'UTC') !== undefined ? { value: text } : { problem: momentProblem(text) };
    case 'day':
      return NAMED_DAYS.includes(text as never) || /^\d{4}-\d{2}-\d{2}$/.test(text)
        ? { value: text }
        : { problem: `must be ${NAMED_DAYS.join(', ')} or a date such as 2026-02-17.` };
    case 'timezone':
      return isTimezone(text) ? { value: text } : { problem: 'must be an IANA time zone such as Europe/Berlin.' };
    case 'uuid': {
      const id = readId(text);
      return id ? { value: id } : { problem: 'must be a UUID such as 018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10.' };
    }
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
      return unknown ? { problem: `has a name that is wrong: ${unknown}` } : { value: patterns };
    }
    case 'text':
      return text.length <= (parameter.maxChars ?? limits.lineChars)
        ? { value: text }
        : { problem: `must have at most ${parameter.maxChars ?? limits.lineChars} characters.` };
  }
}

const BOOLEANS: Record<string, boolean> = { true: true, false: false, 1: true, 0: false };

// A plus sign that was not encoded arrives as a blank.
function momentProblem(text: string): string {
  const hint = / \d{2}:?\d{2}$/.test(text) ? ' (a + in a URL must be written as %2B)' : '';
  return `must be an existing date or time such as 2026-02-17 or 2026-02-17T09:00:00Z${hint}.`;
}

function readNames(text: string, fields: readonly string[]): Read {
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
  return {
    problem: `has no field ${JSON.stringify(unknown.slice(0, 80))}; ${near ? `did you mean ${near}?` : `the fields are ${fields.join(', ')}.`}`,
  };
}

function unknownParameter(name: string, parameters: readonly Parameter[]): string {
  const known = parameters.map((one) => one.name);
  const near = nearest(name, known);
  const shown = JSON.stringify(name.slice(0, 80));
  if (near) return `${shown} is not a parameter here; did you mean ${near}?`;
  return known.length === 0
    ? `${shown} is not a parameter here; this request takes none.`
    : `${shown} is not a parameter here; the parameters are ${known.join(', ')}.`;
}
