// The field type of recurrence: RFC 5545 section 3.3.10 in lower-case keys. What can be said about it without the start
// of the event is validated here, the rest in calendar/series-faults.ts.
import { limits } from '../limits.ts';
import { type Schema, Type } from '../values/schema.ts';
import { parseTime } from '../values/time.ts';
import type { Field, FieldContext } from './fields.ts';

/** An RRULE. Importers may store `secondly` and `bysecond`, which the API does not accept. */
export interface Rule {
  freq: 'secondly' | 'minutely' | 'hourly' | 'daily' | 'weekly' | 'monthly' | 'yearly';
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
  bysecond?: number[];
  bysetpos?: number[];
  wkst?: string;
}

/** The rule of a series, without `freq` for one that only has further dates, with what is added and taken out. */
export interface Recurrence extends Partial<Rule> {
  /** Further RRULEs. */
  rules?: Rule[];
  /** EXRULEs. */
  exrules?: Rule[];
  exdates?: string[];
  rdates?: string[];
}

const FREQUENCIES = ['minutely', 'hourly', 'daily', 'weekly', 'monthly', 'yearly'];
const WEEKDAY = '(MO|TU|WE|TH|FR|SA|SU)';

const numbers = (minimum: number, maximum: number) =>
  Type.Array(Type.Integer({ minimum, maximum }), { minItems: 1, maxItems: limits.recurrenceParts });
const dates = (description: string) =>
  Type.Array(Type.String({ maxLength: 64 }), { maxItems: limits.recurrenceDates, description });

/** As served; a request may have it in upper case. */
const servedFreq = { type: 'string', enum: FREQUENCIES };

const parts: Record<string, Schema> = {
  freq: Type.String({ maxLength: 16, description: `One of ${FREQUENCIES.join(', ')}.` }),
  interval: Type.Integer({ minimum: 1, maximum: 10_000 }),
  count: Type.Integer({ minimum: 1, maximum: 100_000, description: 'How many times; not together with until.' }),
  until: Type.String({
    maxLength: 64,
    description:
      'The last day or moment; not together with count. A time without an offset is in the time zone of the event, or else of the service.',
  }),
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
};
const ruleSchema = { type: 'object', properties: parts, required: ['freq'], additionalProperties: false };
const servedRule = { ...ruleSchema, properties: { ...parts, freq: servedFreq } };
const rules = (description: string, rule: Schema = ruleSchema) =>
  Type.Array(rule, { maxItems: limits.recurrenceRules, description });
const FURTHER = 'Further rules, whose occurrences are added.';
const EXCEPT = 'Rules whose occurrences are taken out.';

const properties: Record<string, Schema> = {
  ...parts,
  exdates: dates('Days or moments that are taken out.'),
  rdates: dates('Days or moments that are added. Without freq, the series is its start and these.'),
  rules: rules(FURTHER),
  exrules: rules(EXCEPT),
};
const served = {
  ...properties,
  freq: servedFreq,
  rules: rules(FURTHER, servedRule),
  exrules: rules(EXCEPT, servedRule),
};

export function recurrence(): Field<Recurrence> {
  const schema = {
    type: 'object',
    properties,
    additionalProperties: false,
    description: 'How the event repeats: an RFC 5545 rule in lower-case keys.',
    examples: [{ freq: 'weekly', byday: ['MO', 'WE', 'FR'], until: '2026-12-31' }],
  };
  return { schema, output: { ...schema, properties: served }, read };
}

type Fault = (part: string, constraint: string, message: string) => void;

function read(value: Recurrence, field: string, context: FieldContext): Recurrence {
  const faultAt =
    (place: string): Fault =>
    (part, constraint, message) =>
      context.fault(`${place}.${part}`, constraint, `${place}.${part} ${message}`);
  const fault = faultAt(field);
  const series: Recurrence = { ...value };
  if (value.freq !== undefined) Object.assign(series, readRule(value as Rule, fault));
  else if (!value.rdates?.length || Object.keys(value).some((key) => key in parts || key === 'rules'))
    fault('freq', 'required', 'is required; only a series that has nothing but rdates is without it.');
  for (const list of ['rules', 'exrules'] as const) {
    const given = value[list];
    if (given) series[list] = given.map((rule, index) => readRule(rule, faultAt(`${field}.${list}[${index}]`)));
  }
  for (const list of ['exdates', 'rdates'] as const) checkTimes(value[list] ?? [], list, fault);
  return series;
}

function readRule(value: Rule, fault: Fault): Rule {
  const rule = { ...value, freq: value.freq.toLowerCase() as Rule['freq'] };
  if (value.byday) rule.byday = value.byday.map((day) => day.toUpperCase());
  if (value.wkst) rule.wkst = value.wkst.toUpperCase();
  if (!FREQUENCIES.includes(rule.freq)) fault('freq', 'enum', `must be one of ${FREQUENCIES.join(', ')}.`);
  if (rule.count !== undefined && rule.until !== undefined)
    fault('until', 'exclusive', 'and count exclude each other; give one of them.');
  if (rule.until !== undefined) checkTimes([rule.until], 'until', fault);
  if (rule.wkst && !new RegExp(`^${WEEKDAY}$`).test(rule.wkst))
    fault('wkst', 'enum', 'must be one of MO, TU, WE, TH, FR, SA, SU.');
  checkWeekdays(rule, fault);
  checkParts(rule, fault);
  return rule;
}

function checkWeekdays(rule: Rule, fault: Fault): void {
  for (const day of rule.byday ?? []) {
    const found = new RegExp(`^([+-]?[1-9][0-9]?)?${WEEKDAY}$`).exec(day);
    if (!found) fault('byday', 'weekday', `has ${JSON.stringify(day)}; use MO, TU, WE, TH, FR, SA, SU, or 1MO, -1FR.`);
    else if (found[1] && !['monthly', 'yearly'].includes(rule.freq))
      fault('byday', 'ordinal', `can number a weekday (${day}) only in monthly and yearly rules.`);
    else if (found[1] && rule.byweekno)
      fault('byday', 'ordinal', `cannot number a weekday (${day}) together with byweekno; give the weekday alone.`);
    else if (found[1] && Math.abs(Number(found[1])) > 53)
      fault('byday', 'ordinal', `has ${day}; a year has at most 53 of a weekday.`);
  }
}

// What the table of RFC 5545 section 3.3.10 does not allow.
function checkParts(rule: Rule, fault: Fault): void {
  for (const part of ['bymonthday', 'byyearday', 'byweekno', 'bysetpos'] as const) {
    if (rule[part]?.includes(0)) fault(part, 'notZero', 'counts from 1 (or from -1 for the end); 0 is not a day.');
  }
  if (rule.byweekno && rule.freq !== 'yearly') fault('byweekno', 'freq', 'belongs to yearly rules only.');
  if (rule.bymonthday && rule.freq === 'weekly') fault('bymonthday', 'freq', 'does not belong to weekly rules.');
  if (rule.byyearday && ['daily', 'weekly', 'monthly'].includes(rule.freq))
    fault('byyearday', 'freq', `does not belong to ${rule.freq} rules.`);
  if (rule.bysetpos && !Object.keys(rule).some((key) => key.startsWith('by') && key !== 'bysetpos'))
    fault('bysetpos', 'needsPart', 'needs another by… part to choose from.');
}

// Which moment a time without an offset means depends on the time zone of the event.
function checkTimes(times: string[], part: string, fault: Fault): void {
  for (const time of times) {
    if (parseTime(time, 'UTC') === undefined)
      fault(part, 'datetime', `has ${JSON.stringify(time)}; use an existing date or time such as 2026-12-31.`);
  }
}
