// The field types of dates, which are the same in every time zone, and of time zones.
import { Type } from '../values/schema.ts';
import { isDateAlone, writtenTime } from '../values/time.ts';
import { zoneName, zoneProblem } from '../values/zone-names.ts';
import type { Field, FieldContext } from './fields.ts';

function isDate(text: string): boolean {
  return isDateAlone(text) && writtenTime(text) !== undefined;
}

/** A date without a time of day. */
export function date(about: string, example: string | null): Field<string> {
  const read = (value: string, field: string, context: FieldContext) => {
    if (!isDate(value)) context.fault(field, 'date', `${field} ${dateProblem(value)}`);
    return value;
  };
  return { schema: Type.String({ format: 'date', maxLength: 64, description: about, examples: [example] }), read };
}

function dateProblem(text: string): string {
  const isTime = !isDateAlone(text) && writtenTime(text) !== undefined;
  if (isTime) return `must be a date without a time of day, such as ${text.slice(0, 10)}.`;
  return `(${text}) must be an existing date such as 2026-02-17.`;
}

/** A date whose year may be unknown, written as in vCard (RFC 6350 section 4.3.1). */
export function dayOfLife(about: string, example: string): Field<string> {
  const description = `${about}: 1980-05-10, or --05-10 without the year.`;
  const read = (value: string, field: string, context: FieldContext) => {
    // 29 February exists in some years.
    if (!isDate(/^--\d\d-\d\d$/.test(value) ? value.replace('--', '2000-') : value)) {
      const message = `${field} must be an existing date such as 1980-05-10, or --05-10 without the year.`;
      context.fault(field, 'date', message);
    }
    return value;
  };
  return { schema: Type.String({ description, examples: [example] }), read };
}

const ZONE_OF_EVENT =
  'Time zone of the recurrence and of times without an offset; null is that of the service. Names of Windows are accepted too and are stored as the IANA name.';

export function timezone(about = ZONE_OF_EVENT): Field<string> {
  const read = (value: string, field: string, context: FieldContext) => {
    const zone = zoneName(value);
    if (zone === undefined) context.fault(field, 'timezone', `${field} ${zoneProblem(value)}`);
    return zone ?? value;
  };
  return { schema: Type.String({ maxLength: 100, description: about, examples: ['Europe/Berlin'] }), read };
}
