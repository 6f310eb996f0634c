// The routes of folders, labels and tags. Each is named by its name; one that records carry exists without being created.
import type { Scope } from '../../access/access.ts';
import { tags } from '../../contacts/tags.ts';
import { limits } from '../../limits.ts';
import { type FolderFilter, folders, listFolders } from '../../mail/folders.ts';
import { labels } from '../../mail/labels.ts';
import type { ListResult } from '../../records/list.ts';
import { createName, patchName, removeName } from '../../records/names/changes.ts';
import { findName, type NameKind, readNames, servedName, shownName } from '../../records/names/list.ts';
import type { NameInput } from '../../resources/name.ts';
import type { Store } from '../../store/port.ts';
import { namesPage, namesPageParameters } from './list-parameters.ts';
import type { Parameter, QueryValues } from './query.ts';
import { readsAnswer } from './records.ts';
import { type Emitted, type Route, route } from './route.ts';
import { nameDeletionSchema } from './schemas/results.ts';

const folderParameters: Parameter[] = [
  { name: 'account_id', type: 'uuid', about: 'Only the emails of this account are counted.' },
  {
    name: 'per_account',
    type: 'boolean',
    default: false,
    about: 'A folder appears once for each account that has emails in it.',
  },
];

export const nameRoutes: Route[] = [
  ...routesOf(folders, folderParameters, async (store, user, query) =>
    namesPage(await listFolders(store, user, query as FolderFilter), query, (one) => JSON.stringify(one())),
  ),
  ...routesOf(labels),
  ...routesOf(tags),
];

function routesOf(
  kind: NameKind,
  parameters: Parameter[] = [],
  listed = (store: Store, user: number, query: QueryValues) => listPage(store, user, kind, query),
): Route[] {
  const { kind: singular, path, resource, input, fields } = kind;
  const area = (access: string) => ({ resource, scope: `${resource.scope}:${access}` as Scope });
  const answer = { name: `${singular[0]?.toUpperCase()}${singular.slice(1)}`, fields };
  const records = `${resource.name}s`;
  const ofEach: Emitted = { event: `${resource.name}.updated`, when: `for each ${resource.name} that had the name` };
  const inTask: Emitted = { event: `${resource.name}.task_updated`, when: `when there are many ${records}` };
  const toTrash: Emitted = {
    event: `${resource.name}.deleted`,
    when: `for each ${resource.name} that goes to the trash`,
  };
  const isFolder = kind === folders;
  return [
    route(`GET /${path}`, `List ${path}, with how many ${records} each has`, area('read'), {
      parameters: [...parameters, ...namesPageParameters(path)],
      shape: 'list',
      answer,
      read: ({ store, user, query }) => listed(store, user, query),
    }),
    route(`POST /${path}`, `Create a ${singular} without ${records}`, area('write'), {
      body: input,
      shape: 'record',
      status: 201,
      answer,
      errors: ['CONFLICT'],
      emits: [`${singular}.created`],
      write: (tx, { body, context }) => createName(tx, kind, body, context),
    }),
    route(`GET /${path}/:name`, `Get a ${singular}`, area('read'), {
      shape: 'record',
      answer,
      errors: ['NOT_FOUND'],
      ...readsAnswer<NameInput>({ what: singular, key: 'name' }, async ({ store, user, id }) => {
        const names = await readNames(store, user, kind, [id]);
        return servedName(kind, findName(kind, names, id), names);
      }),
    }),
    route(`PATCH /${path}/:name`, `Rename a ${singular}, or change what is set for it`, area('write'), {
      body: input,
      partial: true,
      shape: 'record',
      answer,
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'CONFLICT', ...(isFolder ? (['READ_ONLY'] as const) : [])],
      emits: [`${singular}.updated`, ofEach, inTask],
      write: (tx, { id, body, context }) => patchName(tx, kind, id, body, context),
    }),
    route(`DELETE /${path}/:name`, deleteSummary(isFolder, singular, records), area('write'), {
      parameters: [
        {
          name: 'to',
          type: 'text',
          maxChars: limits.shortChars,
          about: `Merges the two: its ${records} get this ${singular}, which must exist.`,
        },
      ],
      shape: 'object',
      schema: nameDeletionSchema(resource.path),
      schemaName: `${answer.name}Deletion`,
      example: { name: `Example ${singular}`, deleted: true, [resource.path]: 12, moved_to: null, task_id: null },
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED', ...(isFolder ? (['READ_ONLY'] as const) : [])],
      emits: [`${singular}.deleted`, ofEach, ...(isFolder ? [toTrash] : []), inTask],
      write: (tx, { id, query, context }) => removeName(tx, kind, id, query as { to?: string }, context),
    }),
  ];
}

function deleteSummary(isFolder: boolean, singular: string, records: string): string {
  return isFolder
    ? `Delete a ${singular}; its ${records} go to the trash, or to another folder`
    : `Delete a ${singular} and take it from its ${records}, or merge it into another`;
}

/** A page of the names of a kind. */
async function listPage(store: Store, user: number, kind: NameKind, query: QueryValues): Promise<ListResult> {
  const names = await readNames(store, user, kind);
  return namesPage([...names.known.values()], query, (one) => JSON.stringify(shownName(kind, one, names)));
}
