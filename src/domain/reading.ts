// Reads what a client sends: every field checked against its schema, unknown ones refused by name, values brought
// into the form that is stored. All faults are collected and reported together.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Fault, faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Field, Fields, Reading } from '../resources/kinds.ts';
import { meant } from './synonyms.ts';

export interface Reader extends Reading {
  faults: Fault[];
  /** Throws VALIDATION_ERROR if anything was wrong. */
  finish(): void;
}

export function newReader(timezone: string): Reader {
  const faults: Fault[] = [];
  return {
    timezone,
    faults,
    fault(field, constraint, message) {
      if (faults.length < limits.reportedFaults) faults.push({ field: shortName(field), constraint, message });
    },
    finish() {
      if (faults.length > 0) throw faulty('VALIDATION_ERROR', faults);
    },
  };
}

/**
 * The given values of a body, in their stored form. With `partial`, required fields may be missing.
 * `fixed` are names that exist but cannot be set here, for a better message.
 */
export function readFields(
  fields: Fields,
  body: unknown,
  reader: Reader,
  { partial = false, fixed = [] as string[] } = {},
): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  if (!isObject(body)) {
    reader.fault(
      'body',
      'type',
      `The body must be a JSON object${body === undefined ? '; none was sent' : `, not ${nameOf(body)}`}.`,
    );
    return given;
  }
  for (const name of Object.keys(body)) {
    if (reader.faults.length >= limits.reportedFaults) break;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field) given[name] = readField(field, name, body[name], reader);
    else
      reader.fault(name, fixed.includes(name) ? 'readOnly' : 'unknown', unknownField(name, Object.keys(fields), fixed));
  }
  if (partial) return given;
  for (const [name, field] of Object.entries(fields)) {
    if (field.required && !Object.hasOwn(body, name)) reader.fault(name, 'required', `${name} is required.`);
  }
  return given;
}

function readField(field: Field, name: string, value: unknown, reader: Reader): unknown {
  const validate = validatorOf(field);
  if (validate(value)) return field.read ? field.read(value as never, name, reader) : value;
  const [error] = validate.errors as [ErrorObject];
  const at = pathOf(name, error);
  reader.fault(at, error.keyword, explain(at, error));
  return value;
}

const ajv = new Ajv({
  strict: false,
  allErrors: false,
  useDefaults: true,
  verbose: true,
  coerceTypes: false,
  validateFormats: false,
  unicode: false, // lengths are counted as JavaScript counts them, without looking at every character
  logger: false, // which warns that this differs from the standard
});
const validators = new WeakMap<Field, ValidateFunction>();

// Compiled when first used: a start compiles nothing.
function validatorOf(field: Field): ValidateFunction {
  let validate = validators.get(field);
  if (!validate) {
    validate = ajv.compile(field.schema);
    validators.set(field, validate);
  }
  return validate;
}

function pathOf(name: string, error: ErrorObject): string {
  const inner = error.instancePath.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
  const { missingProperty, additionalProperty } = error.params as Record<string, string | undefined>;
  const member = missingProperty ?? additionalProperty;
  return `${name}${inner}${member === undefined ? '' : `.${member}`}`;
}

function explain(at: string, error: ErrorObject): string {
  const { params, parentSchema } = error as ErrorObject & { params: Record<string, unknown> };
  switch (error.keyword) {
    case 'type':
      return `${at} must be ${alternatives([params.type].flat() as string[])}.`;
    case 'enum':
      return `${at} must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}.`;
    case 'required':
      return `${at} is required.`;
    case 'additionalProperties':
      return unknownField(at, Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {}), []);
    case 'minLength':
      return `${at} must not be empty.`;
    case 'maxLength':
      return `${at} must have at most ${params.limit} characters.`;
    case 'minItems':
      return `${at} must have at least ${params.limit} item${params.limit === 1 ? '' : 's'}.`;
    case 'maxItems':
      return `${at} must have at most ${params.limit} items.`;
    case 'maxProperties':
      return `${at} must have at most ${params.limit} keys.`;
    case 'minimum':
      return `${at} must be at least ${params.limit}.`;
    case 'maximum':
      return `${at} must be at most ${params.limit}.`;
    default:
      return `${at} ${error.message}.`;
  }
}

function unknownField(name: string, known: string[], fixed: string[]): string {
  const shown = shortName(name);
  if (fixed.includes(name)) return `${shown} cannot be set here; what can: ${known.join(', ')}.`;
  const near = name.length > 120 ? undefined : meant(name.split('.').at(-1) as string, known);
  if (near) return `${shown} is not a field here; did you mean ${near}?`;
  return known.length === 0
    ? `${shown} is not a field here; this request takes none.`
    : `${shown} is not a field here; the fields are ${known.join(', ')}.`;
}

// A name may be megabytes long; the answer that tells of it need not.
function shortName(name: string): string {
  return name.length > 120 ? `${name.slice(0, 80)}…` : name;
}

function alternatives(types: string[]): string {
  const words = types.map((type) => (/^[aeio]/.test(type) ? `an ${type}` : type === 'null' ? 'null' : `a ${type}`));
  return words.join(' or ');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
