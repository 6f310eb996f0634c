// Fields and parameters as tables: name, type, default and notes, with the members of nested shapes below their field.
import { type Html, html, prose } from './html.ts';
import type { Parameter, Schema } from './model.ts';

interface Row {
  /** The prefix of a nested member: `attendees[].` */
  prefix: string;
  name: string;
  required: boolean;
  schema: Schema;
  description: string | undefined;
  example?: unknown;
}

/** For texts that cannot be longer than this, such as times, the format is the limit. */
const SHORT = 64;

/** The columns besides name, type and notes. */
interface View {
  first: string;
  defaults: boolean;
  required: boolean;
}

const DEPTH = 4;
/** A shape with more members than this is collapsed. */
const SHOWN_MEMBERS = 6;

/** The fields of a request body. */
export function bodyTable(schema: Schema, label: string): Html {
  const rows = membersOf(schema, '');
  if (rows.length === 0) return html`<p>${prose(schema.description ?? 'Any JSON object.')}</p>`;
  return table(label, rows, { first: 'Field', defaults: true, required: true });
}

/** The fields of a record, which are always all present, so defaults and required flags are omitted. */
export function recordTable(schema: Schema, label: string): Html {
  if (schema.enum) return valuesHtml(schema.enum);
  return table(label, membersOf(schema, ''), { first: 'Field', defaults: false, required: false });
}

export function parametersTable(parameters: Parameter[], label: string, defaults: boolean): Html {
  const rows = parameters.map(({ name, required = false, schema, description, example }) => ({
    prefix: '',
    name,
    required,
    schema,
    description,
    example,
  }));
  return table(label, rows, { first: 'Name', defaults, required: true });
}

function table(label: string, rows: Row[], view: View, depth = 0): Html {
  return html`<table aria-label="${label}">
<thead><tr><th scope="col">${view.first}</th><th scope="col">Type</th>${view.defaults && html`<th scope="col">Default</th>`}<th scope="col">Notes</th></tr></thead>
<tbody>${rows.map((row) => rowHtml(row, view, depth))}</tbody></table>`;
}

function rowHtml(row: Row, view: View, depth: number): Html {
  const members = depth < DEPTH ? nestedOf(row) : [];
  const { name, prefix, required, schema } = row;
  const own = html`<tr${prefix !== '' && html` class="member"`}>
<th scope="row"><code>${prefix && html`<span class="prefix">${prefix}</span><wbr>`}${name}</code>${required && view.required && html` <em class="required">required</em>`}</th>
<td class="type">${typeHtml(schema)}</td>${view.defaults && html`<td class="default">${defaultHtml(schema)}</td>`}
<td>${notesHtml(row)}</td></tr>`;
  if (members.length === 0) return own;
  if (members.length <= SHOWN_MEMBERS) return html`${own}${members.map((member) => rowHtml(member, view, depth + 1))}`;
  const inner = table(`Members of ${name}`, members, { ...view, first: 'Member' }, depth + 1);
  return html`${own}<tr class="folded"><td colspan="${view.defaults ? 4 : 3}"><details><summary>${members.length} members of <code>${name}</code></summary>${inner}</details></td></tr>`;
}

function nestedOf({ name, prefix, schema }: Row): Row[] {
  const isList = typesOf(schema).includes('array') && schema.items !== undefined;
  return membersOf(isList ? (schema.items as Schema) : schema, `${prefix}${name}${isList ? '[]' : ''}.`);
}

function membersOf(schema: Schema, prefix: string): Row[] {
  const kinds = schema.oneOf ?? [schema];
  return Object.entries(mergedMembers(kinds)).map(([name, member]) => ({
    prefix,
    name,
    required: kinds.every(({ required = [] }) => required.includes(name)) && defaultOf(member) === undefined,
    schema: member,
    description: member.description,
  }));
}

/** Of one that is one of several, the members of all; of a member that differs, only what it has in common. */
function mergedMembers(kinds: Schema[]): Record<string, Schema> {
  const merged: Record<string, Schema> = {};
  for (const [name, member] of kinds.flatMap(({ properties = {} }) => Object.entries(properties))) {
    const before = merged[name];
    const isSame = before === undefined || JSON.stringify(before) === JSON.stringify(member);
    merged[name] = isSame ? member : { type: before.type ?? 'object' };
  }
  return merged;
}

function typesOf({ type }: Schema): string[] {
  return type === undefined ? [] : [type].flat();
}

/** The type as text: `string or null`, `list of objects`, or a link to the record. */
export function typeHtml(schema: Schema): Html {
  if (schema.$ref) return refHtml(schema.$ref);
  if (schema.anyOf) return html`${schema.anyOf.map((one, index) => html`${index > 0 && ' or '}${typeHtml(one)}`)}`;
  const words = typesOf(schema).map((type) => typeWord(type, schema));
  if (schema.items?.$ref) return html`list of ${refHtml(schema.items.$ref)}`;
  return html`${[...new Set(words)].join(' or ') || 'any'}`;
}

function typeWord(type: string, schema: Schema): string {
  if (type === 'array') {
    const kinds = schema.items ? typesOf(schema.items) : [];
    return kinds.length > 0 ? `list of ${kinds.map((kind) => `${kind}s`).join(' or ')}` : 'list';
  }
  if (type === 'string' && schema.format === 'date-time') return 'datetime';
  if (type === 'string' && schema.format === 'uuid') return 'UUID';
  return type;
}

function refHtml(ref: string): Html {
  const name = ref.split('/').at(-1) ?? ref;
  return html`<a href="#schema-${name}">${name}</a>`;
}

function defaultOf(schema: Schema): unknown {
  return schema.default ?? schema['x-default'];
}

function defaultHtml(schema: Schema): Html {
  const value = defaultOf(schema);
  return value === undefined ? html`<span class="none">–</span>` : html`<code>${JSON.stringify(value)}</code>`;
}

function notesHtml({ schema, description, example }: Row): Html {
  const values = schema.enum ?? schema.items?.enum;
  const bounds = boundsOf(schema);
  return html`${description && html`<p>${prose(description)}</p>`}${values && valuesHtml(values)}${bounds && html`<p class="bounds">${bounds}</p>`}${
    example !== undefined && html`<p class="bounds">for example <code>${String(example)}</code></p>`
  }`;
}

function valuesHtml(values: unknown[]): Html {
  const shown = values.filter((value) => value !== null);
  return html`<p class="values">${shown.map((value, index) => html`${index > 0 && ' '}<code>${String(value)}</code>`)}</p>`;
}

/** The limits of a value as text, without the largest integer of JSON. */
function boundsOf(schema: Schema): string {
  const { minimum, maximum = Number.MAX_SAFE_INTEGER, maxLength, minItems = 0, maxItems } = schema;
  const words: string[] = [];
  if (minimum !== undefined)
    words.push(maximum < Number.MAX_SAFE_INTEGER ? `${count(minimum)} to ${count(maximum)}` : `${minimum} or more`);
  if (maxLength !== undefined && maxLength > SHORT && schema.enum === undefined)
    words.push(`${schema.minLength ? `${schema.minLength} to ` : 'up to '}${count(maxLength)} characters`);
  if (maxItems !== undefined) words.push(`${minItems > 0 ? `${minItems} to` : 'up to'} ${count(maxItems)} items`);
  if (schema.maxProperties !== undefined) words.push(`up to ${count(schema.maxProperties)} keys`);
  return words.join(', ');
}

/** 525,600; formatted by hand, because an Intl formatter would take most of the time of the page. */
function count(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
