// From a JSON Schema to random values: such as fit it, and such as nearly fit it, with members of the wrong type, left
// out, added, doubled or blown up.
import fc from 'fast-check';

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  examples?: unknown[];
  format?: string;
}

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const anyDate = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('today', '2026-02-30', '2026-02-17T25:00:00Z', '0000-00-00', '2026-02-17T09:00'),
);

/** Values that fit the schema as far as a schema can say; texts are also what its examples look like. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const given = schema.examples?.length ? [{ arbitrary: fc.constantFrom(...schema.examples), weight: 2 }] : [];
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? 'object'].flat();
  const byType = types.map((type) => ({ arbitrary: ofType(type, schema), weight: type === 'null' ? 1 : 4 }));
  return fc.oneof(...byType, ...given);
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'array':
      return fc.array(fitting(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      });
    case 'object':
      return objectOf(schema);
    default:
      return textOf(schema);
  }
}

function textOf({ minLength = 0, maxLength = 200, format, examples = [] }: Schema): fc.Arbitrary<string> {
  const text = anyText.filter((one) => one.length >= minLength).map((one) => one.slice(0, maxLength));
  if (format === 'uuid') return fc.oneof(fc.uuid(), text);
  const looksLikeDate = examples.some((one) => typeof one === 'string' && /^\d{4}-\d{2}/.test(one));
  return looksLikeDate || maxLength === 64 ? fc.oneof(anyDate, text) : text;
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  const free =
    additionalProperties === false
      ? fc.constant({})
      : fc.dictionary(safeKey, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
  const members = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, fitting(inner)]));
  if (Object.keys(members).length === 0) return free;
  return fc.record(members, { requiredKeys: required as never });
}

const safeKey = fc.string().filter((key) => key !== '__proto__');

/** Values that fit the schema but for one to four wounds. */
export function wounded(schema: Schema): fc.Arbitrary<unknown> {
  const wound = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('drop', 'retype', 'add', 'nest', 'blow up'),
    key: fc.oneof(safeKey, fc.constantFrom('id', 'created_at', 'constructor', 'titel', 'custom_fields', '')),
    value: fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      anyText,
      fc.double(),
      fc.constantFrom('true', '0', 1e300, -0, [], {}, [[]]),
    ),
  });
  return fc.tuple(fitting(schema), fc.array(wound, { minLength: 1, maxLength: 4 })).map(([whole, wounds]) => {
    let body = structuredClone(whole);
    for (const { at, how, key, value } of wounds) {
      const foreign = structuredClone(value); // one that is put in twice could hold itself
      const places = placesIn(body);
      const place = places[at % (places.length + 1)];
      if (!place) body = how === 'nest' ? [body] : how === 'retype' ? foreign : withMember(body, key, foreign);
      else if (how === 'drop')
        Array.isArray(place.in) ? place.in.splice(Number(place.key), 1) : delete place.in[place.key];
      else if (how === 'add') place.in[place.key] = withMember(place.in[place.key], key, foreign);
      else if (how === 'nest') place.in[place.key] = [place.in[place.key]];
      else if (how === 'blow up') place.in[place.key] = 'x'.repeat(1 + (at % 3000));
      else place.in[place.key] = foreign;
    }
    return body;
  });
}

interface Place {
  in: Record<string, unknown>;
  key: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ in: holder, key }, ...placesIn(holder[key])]);
}

function withMember(value: unknown, key: string, member: unknown): unknown {
  if (typeof value !== 'object' || value === null) return member;
  return Array.isArray(value) ? [...value, member] : { ...value, [key]: member };
}
