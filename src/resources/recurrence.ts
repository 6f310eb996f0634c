// The recurrence of an event as a kind of field: RFC 5545 section 3.3.10 in lower-case keys, checked so that
// every rule that is stored can be expanded.
import { limits } from '../limits.ts';
import { type Schema, Type } from '../values/schema.ts';
import { parseTime } from '../values/time.ts';
import type { Field, Reading } from './kinds.ts';

export interface Recurrence {
  freq: 'minutely' | 'hourly' | 'daily' | 'weekly' | 'monthly' | 'yearly';
  interval?: number;
  count?: number;
  until?: string;
  byday?: string[];
  bymonthday?: number[];
  bymonth?: number[];
  byyearday?: number[];
  byweekno?: number[];
  byhour?: number[];
  byminute?: number[];
  bysetpos?: number[];
  wkst?: string;
  exdates?: string[];
  rdates?: string[];
}

const FREQUENCIES = ['minutely', 'hourly', 'daily', 'weekly', 'monthly', 'yearly'];
const WEEKDAY = '(MO|TU|WE|TH|FR|SA|SU)';

const numbers = (minimum: number, maximum: number) =>
  Type.Array(Type.Integer({ minimum, maximum }), { minItems: 1, maxItems: limits.recurrenceParts });
const dates = () => Type.Array(Type.String({ maxLength: 64 }), { maxItems: limits.recurrenceDates });

const properties: Record<string, Schema> = {
  freq: Type.String({ maxLength: 16, description: `One of ${FREQUENCIES.join(', ')}.` }),
  interval: Type.Integer({ minimum: 1, maximum: 10_000 }),
  count: Type.Integer({ minimum: 1, maximum: 100_000, description: 'How many times; not together with until.' }),
  until: Type.String({ maxLength: 64, description: 'The last day or moment; not together with count.' }),
  byday: Type.Array(Type.String({ maxLength: 6 }), {
    minItems: 1,
    maxItems: limits.recurrenceParts,
    description: 'MO … SU; 1MO or -1FR in monthly and yearly rules.',
  }),
  bymonthday: numbers(-31, 31),
  bymonth: numbers(1, 12),
  byyearday: numbers(-366, 366),
  byweekno: numbers(-53, 53),
  byhour: numbers(0, 23),
  byminute: numbers(0, 59),
  bysetpos: numbers(-366, 366),
  wkst: Type.String({ maxLength: 2, description: 'The first day of the week, MO unless given.' }),
  exdates: dates(),
  rdates: dates(),
};

export function recurrence(): Field<Recurrence> {
  const schema = {
    type: 'object',
    properties,
    required: ['freq'],
    additionalProperties: false,
    description: 'How the event repeats: an RFC 5545 rule in lower-case keys.',
    examples: [{ freq: 'weekly', byday: ['MO', 'WE', 'FR'], until: '2026-12-31' }],
  };
  return { schema, read };
}

function read(value: Recurrence, field: string, reading: Reading): Recurrence {
  const rule = { ...value, freq: value.freq.toLowerCase() as Recurrence['freq'] };
  if (value.byday) rule.byday = value.byday.map((day) => day.toUpperCase());
  if (value.wkst) rule.wkst = value.wkst.toUpperCase();
  const fault = (part: string, constraint: string, message: string) =>
    reading.fault(`${field}.${part}`, constraint, `${field}.${part} ${message}`);

  if (!FREQUENCIES.includes(rule.freq)) fault('freq', 'enum', `must be one of ${FREQUENCIES.join(', ')}.`);
  if (rule.count !== undefined && rule.until !== undefined)
    fault('until', 'exclusive', 'and count exclude each other; give one of them.');
  if (rule.wkst && !new RegExp(`^${WEEKDAY}$`).test(rule.wkst))
    fault('wkst', 'enum', 'must be one of MO, TU, WE, TH, FR, SA, SU.');
  const ordinals = ['monthly', 'yearly'].includes(rule.freq);
  for (const day of rule.byday ?? []) {
    const parts = new RegExp(`^([+-]?[1-9][0-9]?)?${WEEKDAY}$`).exec(day);
    if (!parts) fault('byday', 'weekday', `has ${JSON.stringify(day)}; use MO, TU, WE, TH, FR, SA, SU, or 1MO, -1FR.`);
    else if (parts[1] && !ordinals)
      fault('byday', 'ordinal', `can number a weekday (${day}) only in monthly and yearly rules.`);
    else if (parts[1] && Math.abs(Number(parts[1])) > 53)
      fault('byday', 'ordinal', `has ${day}; a year has at most 53 of a weekday.`);
  }
  for (const part of ['bymonthday', 'byyearday', 'byweekno', 'bysetpos'] as const) {
    if (rule[part]?.includes(0)) fault(part, 'notZero', 'counts from 1 (or from -1 for the end); 0 is no day.');
  }
  if (rule.byweekno && rule.freq !== 'yearly') fault('byweekno', 'freq', 'belongs to yearly rules only.');
  if (rule.bymonthday && rule.freq === 'weekly') fault('bymonthday', 'freq', 'does not belong to weekly rules.');
  if (rule.byyearday && ['daily', 'weekly', 'monthly'].includes(rule.freq))
    fault('byyearday', 'freq', `does not belong to ${rule.freq} rules.`);
  if (rule.bysetpos && !Object.keys(rule).some((key) => key.startsWith('by') && key !== 'bysetpos')) {
    fault('bysetpos', 'needsPart', 'needs another by… part to choose from.');
  }
  for (const part of ['until', 'exdates', 'rdates'] as const) {
    for (const date of [rule[part] ?? []].flat()) {
      if (parseTime(date, reading.timezone) === undefined)
        fault(part, 'datetime', `has ${JSON.stringify(date)}; use an existing date or time such as 2026-12-31.`);
    }
  }
  return rule;
}
