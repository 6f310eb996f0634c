// The field types of resources. A field type is a JSON Schema for input, another for output where the two differ, and
// optionally a function that converts a valid value to its stored form.
import { limits } from '../limits.ts';
import { type Address, isMailAddress, parseAddress } from '../values/addresses.ts';
import { type Schema, Type } from '../values/schema.ts';
import { formatTime, parseTime, readWritten, type WrittenTime } from '../values/time.ts';

/** Collects validation faults. */
export interface Faults {
  fault(field: string, constraint: string, message: string): void;
}

/** What `read` needs: the faults, and the time zone of times without an offset. */
export interface FieldContext extends Faults {
  timezone: string;
  /** The datetimes of a request as they were written, by field. */
  written?: Map<string, WrittenTime>;
}

export interface Field<T = unknown> {
  schema: Schema;
  output?: Schema;
  /** Called with a value that fits `schema`; reports faults and returns the stored form. */
  read?: (value: never, field: string, context: FieldContext) => T;
  default?: T;
  required?: true;
  /** Required when a record is created, unless the field of this name is given; `about` says where that can be. */
  requiredUnless?: { field: string; about: string };
  nullable?: true;
  /** Returned only if it has a value; clients cannot set it. */
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

/** The field is required when a record is created. */
export function required<T>(field: Field<T>): Field<T> {
  return { ...field, required: true };
}

/** The field may be null, which is its default. */
export function nullable<T>(field: Field<T>): Field<T | null> {
  const read = field.read as ((value: unknown, field: string, context: FieldContext) => T) | undefined;
  return {
    ...(field as Field<T | null>),
    nullable: true,
    default: null,
    schema: orNull(field.schema),
    ...(field.output && { output: orNull(field.output) }),
    ...(read && {
      read: (value: unknown, name: string, context: FieldContext) =>
        value === null ? null : read(value, name, context),
    }),
  };
}

/** The field exists only if the service has set it. */
export function optional<T>(field: Field<T>): Field<T | undefined> {
  return { ...field, optional: true };
}

/** The field has this default. */
export function defaulting<T>(field: Field<T>, value: T): Field<T> {
  return { ...field, default: value, schema: { ...field.schema, default: value } };
}

export function aside<T>(field: Field<T>): Field<T> {
  return { ...field, aside: true };
}

/** Text of at most `max` characters; `min: 1` refuses empty text. */
export function text(max: number, { min, about, example }: About & { min?: number } = {}): Field<string> {
  return { schema: Type.String({ ...(min && { minLength: min }), maxLength: max, ...words(about, example) }) };
}

/** A name that records are grouped by, such as a calendar or a label: without white space around it. */
export function groupName(about: About = {}): Field<string> {
  return { ...text(limits.shortChars, { min: 1, ...about }), read: readGroupName };
}

function readGroupName(value: string, field: string, context: Faults): string {
  const name = value.trim();
  if (name === '') context.fault(field, 'blank', `${field} must not be blank.`);
  return name;
}

export function flag({ about, example }: About = {}): Field<boolean> {
  return { schema: Type.Boolean(words(about, example)) };
}

export function choice<const T extends string>(values: readonly T[], about?: string, example?: T): Field<T> {
  return { schema: { type: 'string', enum: values, ...words(about, example) } };
}

export function uuid({ about, example }: About = {}): Field<string> {
  const read = (value: string, field: string, context: FieldContext) => {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) {
      context.fault(field, 'uuid', `${field} must be a UUID such as 018f3c5e-7a44-7c1b-9d0e-3b8f6a2c4d10.`);
    }
    return value.toLowerCase();
  };
  return { schema: Type.String({ format: 'uuid', ...words(about, example) }), read };
}

/** `zone` is whose time zone a time without an offset is in. */
export function datetime({
  about,
  example = '2026-02-17T09:00:00Z',
  zone = 'of the service',
}: About & { zone?: string } = {}): Field<string> {
  const form = `RFC 3339; a time without an offset is in the time zone ${zone}, and a date alone is its midnight.`;
  const read = (value: string, field: string, context: FieldContext) => {
    const ms = parseTime(value, context.timezone);
    if (ms !== undefined) {
      context.written?.set(field, readWritten(value));
      return formatTime(ms);
    }
    context.fault(
      field,
      'datetime',
      `${field} must be an existing date or time such as 2026-02-17T09:00:00Z or 2026-02-17.`,
    );
    return value;
  };
  const shown = Type.String({ format: 'date-time', ...words(about, example) });
  const schema = Type.String({ maxLength: 64, description: about ? `${about} ${form}` : form, examples: [example] });
  return { schema, output: shown, read };
}

/** A list of names without duplicates, in the given order. */
export function tags({ about, example }: About = {}): Field<string[]> {
  const item = Type.String({ minLength: 1, maxLength: limits.shortChars });
  const schema = Type.Array(item, { maxItems: limits.tags, ...words(about, example) });
  const read = (value: string[], field: string, context: FieldContext) => [
    ...new Set(value.map((one, index) => readGroupName(one, `${field}[${index}]`, context))),
  ];
  return { schema, read };
}

export function texts(maxItems: number, { about, example }: About = {}): Field<string[]> {
  const item = Type.String({ minLength: 1, maxLength: limits.lineChars });
  return { schema: Type.Array(item, { maxItems, ...words(about, example) }) };
}

/**
 * A list of objects of one shape; the validator fills in the defaults of the shape. An optional member without a
 * default is stored only if it was given.
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
  const read = (value: T[], field: string, context: FieldContext) => {
    if ('primary' in shape) onePrimary(value as { primary?: boolean }[], field, context);
    // Members in the order of the shape, not of the input.
    const definedKeys = (one: T) => Object.keys(shape).filter((key) => one[key as keyof T] !== undefined);
    return value.map((one) => Object.fromEntries(definedKeys(one).map((key) => [key, one[key as keyof T]])) as T);
  };
  const about_ = words(about, example);
  return { schema: Type.Array(item, { maxItems, ...about_ }), output: Type.Array(output, about_), read };
}

const ADDRESS_EXAMPLE = [{ address: 'ann@example.org', name: 'Ann Lee' }];

/** Mail addresses as objects or as text (`Bob <b@x.org>`); with `deliverable`, each must be valid for sending. */
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
  const read = (value: (Address | string)[], field: string, context: FieldContext) => {
    const typed = value.reduce((chars, one) => chars + (typeof one === 'string' ? one.length : 0), 0);
    if (typed > limits.typedAddressChars) {
      const message = `${field} has more than ${limits.typedAddressChars} characters of addresses as text; send objects with address and name.`;
      context.fault(field, 'maxLength', message);
      return [];
    }
    return value.map((one, index) => {
      const parsed = typeof one === 'string' ? parseAddress(one) : { address: one.address, name: one.name };
      const at = `${field}[${index}].address`;
      if (deliverable) checkDeliverable(parsed, at, context);
      else if (!parsed.address) context.fault(at, 'address', `${at} must not be empty.`);
      return parsed;
    });
  };
  const about_ = words(about, example);
  const schema = Type.Array(item, { ...(min && { minItems: min }), maxItems: limits.addresses, ...about_ });
  return { schema, output: Type.Array(shown, about_), read };
}

/** Reports an address that mail cannot be sent to, or that could inject a header. */
export function checkDeliverable({ address, name }: Address, field: string, context: Faults): void {
  if (!isMailAddress(address)) {
    context.fault(
      field,
      'address',
      `${field} must be a mail address such as bob@example.org, not ${JSON.stringify(address.slice(0, 80))}.`,
    );
  } else if (name && /\p{Cc}/u.test(name)) {
    context.fault(field, 'control', `${field}: the name must not contain control characters or line breaks.`);
  }
}

export type CustomFields = Record<string, unknown>;

export function custom(): Field<CustomFields> {
  const example = { project: 'garden' };
  const schema = {
    type: 'object',
    additionalProperties: true,
    maxProperties: limits.customKeys,
    ...words('Any data of the client’s own.', example),
  };
  return { schema, read: checkCustom };
}

function checkCustom(value: CustomFields, field: string, context: FieldContext): CustomFields {
  // Estimated first, so that a value that is far too large is not serialized.
  const isHuge = charsIn(value, limits.customChars) > limits.customChars;
  if (!isHuge && !hasOnlyNumbers(value))
    context.fault(field, 'number', `${field} has a number that is too large to keep; send it as text.`);
  if (isHuge || JSON.stringify(value).length > limits.customChars) {
    context.fault(field, 'maxSize', `${field} must take at most ${limits.customChars} characters as JSON.`);
  }
  return value;
}

/** A lower bound of the length of the value as JSON; counting stops above `max`. */
function charsIn(value: unknown, max: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 1;
  let chars = 1; // each value has a bracket or a comma before it, and the last one a bracket after it
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && chars <= max; index++) chars += 1 + charsIn(value[index], max - chars);
    return chars;
  }
  for (const key in value) {
    chars += key.length + 4 + charsIn((value as CustomFields)[key], max - chars);
    if (chars > max) break;
  }
  return chars;
}

// JSON allows 1e999, which becomes Infinity and would be served as null.
function hasOnlyNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return (Array.isArray(value) ? value : Object.values(value)).every(hasOnlyNumbers);
}

function onePrimary(list: { primary?: boolean }[], field: string, context: FieldContext): void {
  if (list.filter((item) => item.primary).length > 1) {
    context.fault(field, 'onePrimary', `${field} may have only one item with primary: true.`);
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
