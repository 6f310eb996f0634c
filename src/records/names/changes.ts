// Creates, changes, renames, merges and deletes folders, labels and tags. The records of a name change with it, each with
// its own entry in the feed.
import { AppError, faulty } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { NameInput } from '../../resources/name.ts';
import type { Tx } from '../../store/port.ts';
import type { Version } from '../../store/tables/etags.ts';
import { dropName, putName } from '../../store/tables/names/names.ts';
import { clean } from '../../values/text.ts';
import { type Context, checkVersion } from '../records.ts';
import { emit } from '../save.ts';
import { isObject, newValidator, validateFields } from '../validate.ts';
import {
  findName,
  type KnownName,
  type NameKind,
  type Names,
  namesIn,
  noSuchName,
  servedName,
  shownName,
} from './list.ts';
import { changeName, type NameAction, type NameChange, type NameField } from './rename.ts';

type Served = Version & { text: string };

/** For the job that renames. */
export function nameField(kind: NameKind): NameField {
  return {
    ...kind,
    async finished(tx, { to }) {
      const names = await namesIn(tx, kind, [to ?? '']);
      const known = to === null ? undefined : names.known.get(to);
      if (known) await emit(tx, `${kind.kind}.updated`, known.name, shownName(kind, known, names));
    },
  };
}

export async function createName(tx: Tx, kind: NameKind, body: unknown, context: Context): Promise<Served> {
  const { name, color = null, order = null } = validated(kind, body, context, false) as NameInput;
  const names = await namesIn(tx, kind, [name]);
  checkFree(kind, names, name, null);
  if (names.known.size >= limits.names)
    throw new AppError('CONFLICT', `There are ${limits.names} ${kind.path} already; delete or merge some first.`);
  return store(tx, kind, { name, color, order }, 'created');
}

export async function patchName(
  tx: Tx,
  kind: NameKind,
  path: string,
  body: unknown,
  context: Context,
): Promise<Served> {
  const given = isObject(body) && typeof body.name === 'string' ? body.name : path;
  const names = await namesIn(tx, kind, [path, given]);
  const found = findName(kind, names, path);
  checkVersion(servedName(kind, found, names), context.versions);
  const { name: former, color, order } = found;
  const changed = { name: former, color, order, ...validated(kind, body, context, true) };
  if (changed.name === former) return store(tx, kind, changed, 'updated');
  checkNotFixed(kind, names, former, 'renamed');
  checkFree(kind, names, changed.name, former);
  dropName(tx, kind.kind, former);
  await changeRecords(tx, kind, names, found, 'rename', { to: changed.name });
  return store(tx, kind, changed, 'updated', { renamed_from: former });
}

/** With `to`, its records get that name instead: the two become one. */
export async function removeName(
  tx: Tx,
  kind: NameKind,
  path: string,
  { to }: { to?: string },
  context: Context,
): Promise<object> {
  const names = await namesIn(tx, kind, [path, to ?? path]);
  const found = findName(kind, names, path);
  checkVersion(servedName(kind, found, names), context.versions);
  checkNotFixed(kind, names, found.name, 'deleted');
  const target = to === undefined ? null : targetOf(kind, names, found, to);
  dropName(tx, kind.kind, found.name);
  const seq = await emit(tx, `${kind.kind}.deleted`, found.name, { name: found.name, permanent: true });
  const task = await (target === null
    ? changeRecords(tx, kind, names, found, 'delete', { to: null, until: seq })
    : changeRecords(tx, kind, names, found, 'merge', { to: target }));
  const changed = { [kind.resource.path]: found.live, moved_to: target, task_id: task?.id ?? found.task_id };
  return { name: found.name, deleted: true, ...changed };
}

async function changeRecords(
  tx: Tx,
  kind: NameKind,
  { tasks }: Names,
  { name, stored }: KnownName,
  action: NameAction,
  change: Omit<NameChange, 'from'>,
) {
  const others = (await kind.uncounted?.(tx, name)) ?? 0;
  return changeName(tx, nameField(kind), action, { from: name, ...change }, stored + others, tasks);
}

/** Stores what was set, and appends the name to the feed. */
async function store(
  tx: Tx,
  kind: NameKind,
  { name, color, order }: NameInput,
  action: 'created' | 'updated',
  also: object = {},
): Promise<Served> {
  const row = { name: clean(name), color, position: order };
  putName(tx, kind.kind, { ...row, seq: 0 }); // to be read back
  const names = await namesIn(tx, kind, [name]);
  const known = findName(kind, names, name);
  const seq = await emit(tx, `${kind.kind}.${action}`, known.name, { ...shownName(kind, known, names), ...also });
  putName(tx, kind.kind, { ...row, seq });
  return servedName(kind, { ...known, seq }, names);
}

function validated(kind: NameKind, body: unknown, context: Context, partial: boolean): Partial<NameInput> {
  const validator = newValidator(context.timezone);
  const fixed = Object.keys(kind.fields).filter((name) => !Object.hasOwn(kind.input, name));
  const values = validateFields(kind.input, body, validator, { partial, fixed }) as Partial<NameInput>;
  validator.finish();
  return values.name === undefined ? values : { ...values, name: clean(kind.read(values.name)) };
}

function checkNotFixed(kind: NameKind, { others }: Names, name: string, what: 'renamed' | 'deleted'): void {
  const reason = kind.fixed?.(name, others);
  if (reason)
    throw new AppError('READ_ONLY', `The ${kind.kind} ${JSON.stringify(name)} cannot be ${what}: ${reason}`, { name });
}

/** Throws if a new name, or the one that was called `former`, cannot be called so. */
function checkFree({ kind, path }: NameKind, { known, tasks }: Names, name: string, former: string | null): void {
  const busy = tasks.find(({ from, to }) => from === name && to !== former);
  if (busy) {
    const message = `The ${kind} ${JSON.stringify(name)} is still being renamed or deleted; try again when /tasks/${busy.row.id} is done.`;
    throw new AppError('CONFLICT', message, { name, task_id: busy.row.id });
  }
  if (!known.has(name)) return;
  const merge =
    former === null
      ? ''
      : ` To merge the two, DELETE /${path}/${encodeURIComponent(former)}?to=${encodeURIComponent(name)}.`;
  throw new AppError('CONFLICT', `There is a ${kind} ${JSON.stringify(name)} already.${merge}`, { name });
}

function targetOf(kind: NameKind, { known }: Names, { name }: KnownName, to: string): string {
  const wrong = (constraint: string, message: string) =>
    faulty('INVALID_QUERY', [{ field: 'to', constraint, message }]);
  const target = known.get(clean(kind.read(to.trim())));
  if (!target) throw wrong('unknown', noSuchName(kind.kind, to, [...known.keys()]));
  if (target.name === name) throw wrong('other', `to must be another ${kind.kind} than the one that is deleted.`);
  const closed = kind.closed?.(target.name);
  if (closed) throw wrong('other', closed);
  return target.name;
}
