// The routes that every resource has: create, list, get, change, delete, restore; and the merge of custom fields, where
// it has them.
import { requireScope, type Scope } from '../../access/access.ts';
import type { ErrorCode } from '../../errors.ts';
import { type AnswerForm, answerInForm } from '../../records/answer-form.ts';
import { get } from '../../records/find.ts';
import { type ExpandedPage, list } from '../../records/list.ts';
import type { ListOptions } from '../../records/list-plan.ts';
import { creatable, create, erase, mergeCustom, patch, patchable, remove, restore } from '../../records/records.ts';
import { type FormOptions, inForm } from '../../records/single.ts';
import type { Resource } from '../../resources/resource.ts';
import { readSettings } from '../../settings/settings.ts';
import type { Tx } from '../../store/port.ts';
import type { Version } from '../../store/tables/etags.ts';
import type { Values } from '../responses.ts';
import { formParameters, formParametersOf, listParameters } from './list-parameters.ts';
import type { Parameter } from './query.ts';
import { type Call, type Emitted, type Route, route } from './route.ts';

/** What an area adds to the routes of its resource. */
export interface Additions {
  create?: {
    alsoNeeds?: { scope: Scope; when: string };
    /** Throws if the principal may not create this. */
    permit?: (call: Call) => void;
    /** Completes the body with what the user has set for new records. */
    complete?: (tx: Tx, body: unknown) => Promise<unknown>;
  };
  list?: {
    parameters: Parameter[];
    alsoNeeds: { scope: Scope; when: string };
    /** Throws if the principal may not read this. */
    check: (call: Call) => void;
    /** For lists that can contain more records than are stored. */
    expandedPage: ExpandedPage;
  };
  parts?: Parts;
}

/**
 * For a resource whose records have parts with ids of their own, such as the occurrences of a series. Each function
 * returns undefined where the id is that of a whole record.
 */
interface Parts {
  parameters: { patch: Parameter[]; remove: Parameter[] };
  /** What DELETE and restore do, parts included. */
  summaries: { remove: string; restore: string };
  get(call: Call): Promise<(Version & { text: string }) | undefined>;
  patch(tx: Tx, call: Call): Promise<Values['record'] | undefined>;
  mergeCustom(tx: Tx, call: Call): Promise<Values['record'] | undefined>;
  remove(tx: Tx, call: Call): Promise<Values['removed'] | undefined>;
  restore(tx: Tx, call: Call): Promise<Values['record'] | undefined>;
  /** The errors of changes besides those of every resource. */
  errors: ErrorCode[];
  /** What they emit besides, or instead. */
  emits: { patch: Emitted[]; remove: Emitted[]; restore: Emitted[] };
}

/** The errors of a route with an id, and of one that supports If-Match. */
export const found: ErrorCode[] = ['NOT_FOUND', 'AMBIGUOUS_ID'];
export const versioned: ErrorCode[] = [...found, 'PRECONDITION_FAILED'];

export function recordRoutes(resource: Resource, additions: Additions = {}): Route[] {
  const { name, path, scope } = resource;
  const { parts } = additions;
  const reads = { resource, scope: `${scope}:read` as Scope };
  const writes = { resource, scope: `${scope}:write` as Scope };
  const erases = `${scope}:erase` as Scope;
  const summaries = parts?.summaries ?? {
    remove: `Move ${an(name)} to the trash, or delete it permanently`,
    restore: `Restore ${an(name)} from the trash`,
  };
  return [
    createRoute(resource, additions.create),
    route(`GET /${path}`, `List ${path}`, reads, {
      parameters: [...listParameters(resource), ...(additions.list?.parameters ?? [])],
      ...(additions.list && { alsoNeeds: additions.list.alsoNeeds }),
      shape: 'list',
      read: async (call) => {
        additions.list?.check(call);
        const { store, user, context } = call;
        const options = await withUserZone(call);
        return list(store, user, resource, options, context.timezone, additions.list?.expandedPage);
      },
    }),
    route(`GET /${path}/:id`, `Get ${an(name)}`, reads, {
      ...readsOne(resource, parts?.get),
      errors: found,
    }),
    route(`PATCH /${path}/:id`, `Change fields of ${an(name)}`, writes, {
      ...(parts && { parameters: parts.parameters.patch }),
      body: patchable(resource),
      partial: true,
      shape: 'record',
      errors: [...versioned, ...(parts?.errors ?? [])],
      emits: [`${name}.updated`, ...(parts?.emits.patch ?? [])],
      write: async (tx, call) =>
        (await parts?.patch(tx, call)) ?? patch(tx, resource, call.id, call.body, call.context),
    }),
    ...(resource.fields.custom_fields ? [customRoute(resource, parts)] : []),
    route(`DELETE /${path}/:id`, summaries.remove, writes, {
      parameters: [permanent(erases), ...(parts?.parameters.remove ?? [])],
      alsoNeeds: { scope: erases, when: 'with permanent=true' },
      shape: 'removed',
      errors: [...versioned, 'ALREADY_DELETED', ...(parts?.errors ?? [])],
      emits: [`${name}.deleted`, ...(parts?.emits.remove ?? [])],
      permit: ({ principal, query }) => {
        if (query.permanent)
          requireScope(principal, erases, `Without permanent=true the ${name} is moved to the trash.`);
      },
      write: (tx, call) => removeOrErase(tx, resource, call, parts),
    }),
    route(`POST /${path}/:id/restore`, summaries.restore, writes, {
      shape: 'record',
      errors: [...found, 'NOT_DELETED', ...(parts?.errors ?? [])],
      emits: [`${name}.restored`, ...(parts?.emits.restore ?? [])],
      write: async (tx, call) => (await parts?.restore(tx, call)) ?? restore(tx, resource, call.id),
    }),
  ];
}

/** The options of a list; days in `q` are in the time zone of the user's settings. */
export async function withUserZone({ store, user, query }: Call): Promise<ListOptions> {
  if (query.q === undefined) return query as ListOptions;
  const { timezone } = await readSettings(store, user);
  return { ...query, ...(timezone && { query_timezone: timezone }) } as ListOptions;
}

/** Reads a record in the form that the request asks for. */
export function readsOne(resource: Resource, part?: Parts['get']) {
  return {
    parameters: formParameters,
    shape: 'record' as const,
    read: async (call: Call): Promise<Values['record']> => {
      const { store, user, query, context } = call;
      const one = (await part?.(call)) ?? (await get(store, user, resource, call.id));
      return inForm(store, user, resource, one, query as FormOptions, context.timezone);
    },
  };
}

/** The same for what is not a record. */
export function readsAnswer<T extends object>(
  form: AnswerForm<T>,
  read: (call: Call) => Promise<Version & { text: string }>,
) {
  return {
    parameters: formParametersOf(form.key),
    read: async (call: Call): Promise<Values['record']> =>
      answerInForm(form, await read(call), call.query as FormOptions, call.context.timezone),
  };
}

function createRoute(resource: Resource, addition: Additions['create']): Route {
  const { name, path } = resource;
  const writes = { resource, scope: `${resource.scope}:write` as Scope };
  const fields = creatable(resource);
  return route(`POST /${path}`, `Create ${an(name)}`, writes, {
    ...(addition?.alsoNeeds && { alsoNeeds: addition.alsoNeeds }),
    body: fields,
    shape: 'record',
    status: 201,
    errors: ['CONFLICT'],
    emits: [`${name}.created`],
    ...(addition?.permit && { permit: addition.permit }),
    write: async (tx, call) => {
      const body = addition?.complete ? await addition.complete(tx, call.body) : call.body;
      return create(tx, resource, fields, body, call.context);
    },
  });
}

function customRoute(resource: Resource, parts: Parts | undefined): Route {
  const { name, path } = resource;
  const writes = { resource, scope: `${resource.scope}:write` as Scope };
  return route(`PATCH /${path}/:id/custom`, `Merge keys into custom_fields of ${an(name)}`, writes, {
    ...(parts && { parameters: parts.parameters.patch }),
    body: 'custom',
    shape: 'record',
    errors: [...versioned, ...(parts?.errors ?? [])],
    emits: [`${name}.updated`, ...(parts?.emits.patch ?? [])],
    write: async (tx, call) =>
      (await parts?.mergeCustom(tx, call)) ?? mergeCustom(tx, resource, call.id, call.body, call.context),
  });
}

function permanent(scope: Scope): Parameter {
  const about = `true: delete permanently, without the trash; also needs the scope ${scope}.`;
  return { name: 'permanent', type: 'boolean', default: false, about };
}

async function removeOrErase(
  tx: Tx,
  resource: Resource,
  call: Call,
  parts: Parts | undefined,
): Promise<Values['removed']> {
  const { query, id, context } = call;
  const part = await parts?.remove(tx, call);
  if (part) return part;
  if (query.permanent) return erase(tx, resource, id, context);
  const { record, seq } = await remove(tx, resource, id, context);
  return { id: record.id, seq, deleted_at: record.deleted_at };
}

function an(name: string): string {
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}
