// The kinds of field a resource is made of. A kind is a JSON Schema for what clients send, one for what they get
// where the two differ, and where needed a reader that brings a valid value into the one form that is stored.
import { limits } from '../limits.ts';
import { type Address, isMailAddress, parseAddress } from '../values/addresses.ts';
import { type Schema, Type } from '../values/schema.ts';
import { formatTime, isTimezone, parseTime } from '../values/time.ts';

/** What a reader may need and where it reports what is wrong. */
export interface Reading {
  timezone: string;
  fault(field: string, constraint: string, message: string): void;
}

export interface Field<T = unknown> {
  schema: Schema;
  output?: Schema;
  /** Called with a value that fits `schema`; reports faults and returns the stored form. */
  read?: (value: never, field: string, reading: Reading) => T;
  default?: T;
  required?: true;
  nullable?: true;
  /** Not served unless it has a value, and never given by a client. */
  optional?: true;
  /** Stored beside the record instead of in it, because it is large and seldom changes. */
  aside?: true;
}

export type Fields = Record<string, Field>;
type ValueOf<F> = F extends Field<infer T> ? T : never;
export type ValuesOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };

interface About {
  about?: string;
  example?: unknown;
}

/** The field must be given when a record is made. */
export function required<T>(field: Field<T>): Field<T> {
  return { ...field, required: true };
}

/** The field may be null, and is when not given. */
export function nullable<T>(field: Field<T>): Field<T | null> {
  const read = field.read as ((value: unknown, field: string, reading: Reading) => T) | undefined;
  return {
    ...(field as Field<T | null>),
    nullable: true,
    default: null,
    schema: orNull(field.schema),
    ...(field.output && { output: orNull(field.output) }),
    ...(read && {
      read: (value: unknown, name: string, reading: Reading) => (value === null ? null : read(value, name, reading)),
    }),
  };
}

/** The field is there only where the service has set it. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return { ...field, optional: true };
}

/** The field has this value when it is not given. */
export function defaulting<T>(field: Field<T>, value: T): Field<T> {
  return { ...field, default: value, schema: { ...field.schema, default: value } };
}

export function aside<T>(field: Field<T>): Field<T> {
  return { ...field, aside: true };
}

/** Text of at most `max` characters; `min: 1` refuses the empty text. */
export function text(max: number, { min, about, example }: About & { min?: number } = {}): Field<string> {
  return { schema: Type.String({ ...(min && { minLength: min }), maxLength: max, ...words(about, example) }) };
}

export function flag({ about, example }: About = {}): Field<boolean> {
  return { schema: Type.Boolean(words(about, example)) };
}

export function choice<const T extends string>(values: readonly T[], about?: string, example?: T): Field<T> {
  return { schema: { type: 'string', enum: values, ...words(about, example) } };
}

export function uuid({ about, example }: About = {}): Field<string> {
  const read = (value: string, field: string, reading: Reading) => {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) {
      reading.fault(field, 'uuid', `${field} must be a UUID such as 018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10.`);
    }
    return value.toLowerCase();
  };
  return { schema: Type.String({ format: 'uuid', ...words(about, example) }), read };
}

const WHEN =
  'RFC 3339; without an offset it is read in the time zone of the service, and a date alone is its midnight.';

export function datetime({ about, example = '2026-02-17T09:00:00Z' }: About = {}): Field<string> {
  const read = (value: string, field: string, reading: Reading) => {
    const ms = parseTime(value, reading.timezone);
    if (ms !== undefined) return formatTime(ms);
    reading.fault(
      field,
      'datetime',
      `${field} must be an existing date or time such as 2026-02-17T09:00:00Z or 2026-02-17.`,
    );
    return value;
  };
  const shown = Type.String({ format: 'date-time', ...words(about, example) });
  const schema = Type.String({ maxLength: 64, description: about ? `${about} ${WHEN}` : WHEN, examples: [example] });
  return { schema, output: shown, read };
}

export function timezone(): Field<string> {
  const read = (value: string, field: string, reading: Reading) => {
    if (!isTimezone(value))
      reading.fault(field, 'timezone', `${field} must be an IANA time zone such as Europe/Berlin.`);
    return value;
  };
  return {
    schema: Type.String({ maxLength: 64, ...words('IANA time zone of the recurrence.', 'Europe/Berlin') }),
    read,
  };
}

/** A list of short texts, each once, in the order given. */
export function tags({ about, example }: About = {}): Field<string[]> {
  const item = Type.String({ minLength: 1, maxLength: limits.shortChars });
  const schema = Type.Array(item, { maxItems: limits.tags, ...words(about, example) });
  return { schema, read: (value: string[]) => [...new Set(value)] };
}

export function texts(maxItems: number, { about, example }: About = {}): Field<string[]> {
  const item = Type.String({ minLength: 1, maxLength: limits.lineChars });
  return { schema: Type.Array(item, { maxItems, ...words(about, example) }) };
}

/**
 * A list of objects of one shape; the defaults in the shape are filled in by the validator. A member without a default
 * that need not be given is there only when it was.
 */
export function items<T extends object>(
  shape: Record<string, Schema>,
  must: string[],
  maxItems: number,
  { about, example }: About = {},
): Field<T[]> {
  const item = { type: 'object', properties: shape, required: must, additionalProperties: false };
  const always = Object.keys(shape).filter((key) => must.includes(key) || 'default' in (shape[key] as object));
  const output = { type: 'object', properties: shape, required: always };
  const read = (value: T[], field: string, reading: Reading) => {
    if ('primary' in shape) onePrimary(value as { primary?: boolean }[], field, reading);
    // Members in the order of the shape, whatever the order they came in.
    const given = (one: T) => Object.keys(shape).filter((key) => one[key as keyof T] !== undefined);
    return value.map((one) => Object.fromEntries(given(one).map((key) => [key, one[key as keyof T]])) as T);
  };
  const about_ = words(about, example);
  return { schema: Type.Array(item, { maxItems, ...about_ }), output: Type.Array(output, about_), read };
}

const ADDRESS_EXAMPLE = [{ address: 'ann@example.org', name: 'Ann Lee' }];

/** Mail addresses as objects or as text (`Bob <b@x.org>`); `deliverable` ones must be fit to send to. */
export function addresses({
  deliverable = false,
  min = 0,
  about,
  example = ADDRESS_EXAMPLE,
}: About & { deliverable?: boolean; min?: number } = {}): Field<Address[]> {
  const properties = {
    address: Type.String({ minLength: 1, maxLength: limits.lineChars }),
    name: { type: ['string', 'null'], maxLength: limits.nameChars, default: null },
  };
  const item = {
    type: ['object', 'string'],
    minLength: 1,
    maxLength: 2 * limits.lineChars,
    properties,
    required: ['address'],
    additionalProperties: false,
  };
  const shown = { type: 'object', properties, required: ['address', 'name'] };
  const read = (value: (Address | string)[], field: string, reading: Reading) => {
    const typed = value.reduce((chars, one) => chars + (typeof one === 'string' ? one.length : 0), 0);
    if (typed > limits.typedAddressChars) {
      const message = `${field} has more than ${limits.typedAddressChars} characters of addresses as text; send objects with address and name.`;
      reading.fault(field, 'maxLength', message);
      return [];
    }
    return value.map((one, index) => {
      const parsed = typeof one === 'string' ? parseAddress(one) : { address: one.address, name: one.name };
      const at = `${field}[${index}].address`;
      if (deliverable) checkDeliverable(parsed, at, reading);
      else if (!parsed.address) reading.fault(at, 'address', `${at} must not be empty.`);
      return parsed;
    });
  };
  const about_ = words(about, example);
  const schema = Type.Array(item, { ...(min && { minItems: min }), maxItems: limits.addresses, ...about_ });
  return { schema, output: Type.Array(shown, about_), read };
}

/** Reports an address that no mail could be sent to, or that could smuggle a header. */
export function checkDeliverable({ address, name }: Address, field: string, reading: Reading): void {
  if (!isMailAddress(address)) {
    reading.fault(
      field,
      'address',
      `${field} must be a mail address such as bob@example.org, not ${JSON.stringify(address.slice(0, 80))}.`,
    );
  } else if (name && /\p{Cc}/u.test(name)) {
    reading.fault(field, 'control', `${field}: the name must not contain control characters or line breaks.`);
  }
}

export type CustomFields = Record<string, unknown>;

export function custom(): Field<CustomFields> {
  const example = { project: 'garden' };
  const schema = {
    type: 'object',
    maxProperties: limits.customKeys,
    ...words('Any data of the client’s own.', example),
  };
  return { schema, read: checkCustom };
}

function checkCustom(value: CustomFields, field: string, reading: Reading): CustomFields {
  // Looked at first: what is far too large is not worth writing out to be measured.
  const isHuge = charsIn(value, limits.customChars) > limits.customChars;
  if (!isHuge && !hasOnlyNumbers(value))
    reading.fault(field, 'number', `${field} has a number that is too large to keep; send it as text.`);
  if (isHuge || JSON.stringify(value).length > limits.customChars) {
    reading.fault(field, 'maxSize', `${field} must take at most ${limits.customChars} characters as JSON.`);
  }
  return value;
}

/** At least how many characters the value has as JSON; counting ends where there are more than `most`. */
function charsIn(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 1;
  let chars = 2;
  for (const [key, inner] of Object.entries(value)) {
    chars += (Array.isArray(value) ? 0 : key.length + 3) + charsIn(inner, most);
    if (chars > most) break;
  }
  return chars;
}

// JSON can write 1e999, which no number holds and which would come back as null.
function hasOnlyNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(hasOnlyNumbers);
}

function onePrimary(list: { primary?: boolean }[], field: string, reading: Reading): void {
  if (list.filter((item) => item.primary).length > 1) {
    reading.fault(field, 'onePrimary', `${field} may have only one item with primary: true.`);
  }
}

function words(description: string | undefined, example: unknown) {
  return { ...(description && { description }), ...(example !== undefined && { examples: [example] }) };
}

function orNull(schema: Schema): Schema {
  const { type, enum: values, ...rest } = schema as Schema & { type: string | string[]; enum?: string[] };
  return {
    ...rest,
    type: [...[type].flat(), 'null'],
    ...(values && { enum: [...values, null] }),
    default: null,
  };
}
