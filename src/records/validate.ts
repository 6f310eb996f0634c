// Validates what a client sends: every field against its schema, unknown fields refused by name, values converted to
// their stored form. All faults are collected and reported together.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Fault, faulty } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Faults, Field, FieldContext, Fields } from '../resources/fields.ts';
import type { Schema } from '../values/schema.ts';
import { meant } from './synonyms.ts';

export interface Collector extends Faults {
  faults: Fault[];
  /** Throws VALIDATION_ERROR if anything was wrong. */
  finish(): void;
}

export type Validator = Collector & FieldContext;

export function collectFaults(): Collector {
  const faults: Fault[] = [];
  return {
    faults,
    fault(field, constraint, message) {
      if (faults.length < limits.reportedFaults) faults.push({ field: shortName(field), constraint, message });
    },
    finish() {
      if (faults.length > 0) throw faulty('VALIDATION_ERROR', faults);
    },
  };
}

export function newValidator(timezone: string): Validator {
  return { ...collectFaults(), timezone, written: new Map() };
}

/**
 * Returns the values of a body in their stored form. With `partial`, required fields may be missing. `fixed` are names
 * that exist but cannot be set here, for a better message. `at` is put before each name in faults: the place of the
 * values within the body, such as `params.`.
 */
export function validateFields(
  fields: Fields,
  body: unknown,
  validator: Validator,
  { partial = false, fixed = [] as string[], at = '' } = {},
): Record<string, unknown> {
  const valid: Record<string, unknown> = {};
  if (!isObject(body)) {
    validator.fault(
      'body',
      'type',
      `The body must be a JSON object${body === undefined ? '; none was sent' : `, not ${nameOf(body)}`}.`,
    );
    return valid;
  }
  for (const name of Object.keys(body)) {
    if (validator.faults.length >= limits.reportedFaults) break;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field) valid[name] = validateField(field, at + name, body[name], validator);
    else
      validator.fault(
        at + name,
        fixed.includes(name) ? 'readOnly' : 'unknown',
        unknownField(at + name, Object.keys(fields), fixed),
      );
  }
  if (partial) return valid;
  for (const [name, field] of Object.entries(fields)) {
    const { required, requiredUnless } = field;
    if (Object.hasOwn(body, name)) continue;
    if (required || (requiredUnless && !Object.hasOwn(body, requiredUnless.field))) {
      const other = requiredUnless ? `, or ${requiredUnless.field} ${requiredUnless.about}` : '';
      validator.fault(at + name, 'required', `${at}${name} is required${other}.`);
    }
  }
  return valid;
}

function validateField(field: Field, name: string, value: unknown, validator: Validator): unknown {
  const validate = compiled(field);
  if (validate(value)) return field.read ? field.read(value as never, name, validator) : value;
  const [error] = validate.errors as [ErrorObject];
  if (reportUnknown(name, error, validator)) return value;
  const at = pathOf(name, error);
  validator.fault(at, error.keyword, explain(at, error));
  return value;
}

/** Reports a member that was probably sent instead of one that is missing; returns whether there is one. */
function reportUnknown(name: string, error: ErrorObject, validator: Validator): boolean {
  const { properties = {}, additionalProperties } = error.parentSchema as { properties?: object } & Schema;
  if (error.keyword !== 'required' || additionalProperties !== false) return false;
  const known = Object.keys(properties);
  const unknown = Object.keys(error.data as object).find((member) => !known.includes(member));
  if (unknown === undefined) return false;
  const at = `${pathOf(name, { ...error, params: {} })}.${unknown}`;
  validator.fault(at, 'unknown', unknownField(at, known, []));
  return true;
}

const ajv = new Ajv({
  strict: false,
  allErrors: false,
  useDefaults: true,
  verbose: true,
  coerceTypes: false,
  validateFormats: false,
  unicode: false, // lengths are counted in UTF-16 code units, which is faster
  logger: false, // it would warn that this differs from the standard
});
const validators = new WeakMap<Field, ValidateFunction>();

// Compiled on first use, so that startup compiles nothing.
function compiled(field: Field): ValidateFunction {
  let validate = validators.get(field);
  if (!validate) {
    validate = ajv.compile(field.schema);
    validators.set(field, validate);
  }
  return validate;
}

function pathOf(name: string, error: ErrorObject): string {
  const inner = error.instancePath
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
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
      return `${at} must be ${choices(params.allowedValues as unknown[])}.`;
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

// A name may be megabytes long; the message about it must not be.
function shortName(name: string): string {
  return name.length > 120 ? `${name.slice(0, 80)}…` : name;
}

/** "one of a, b", or the only one. */
export function choices(values: readonly unknown[]): string {
  return `${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`;
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
