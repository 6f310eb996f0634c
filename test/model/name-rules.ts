// Folders, labels, tags and calendars: their lists are a recount of the records, and a rename, a merge or a deletion changes
// every record that carries the name.
import { change } from './changes.ts';
import type { Fields, Item, Kind } from './kinds.ts';
import { remove } from './record-rules.ts';
import { type Kept, type Made, missing, type Outcome, recordsOf, refuse, type Told, type World } from './world.ts';

export const nameLists = ['folders', 'labels', 'tags', 'calendars'] as const;
export type NameList = (typeof nameLists)[number];

interface Rules {
  kind: Kind;
  /** The first half of its events. */
  about: string;
  namesOf(record: Item): string[];
  always: string[];
}

const ROLES: Record<string, string> = {
  INBOX: 'inbox',
  DRAFTS: 'drafts',
  SENT: 'sent',
  OUTBOX: 'outbox',
  SNOOZED: 'snoozed',
  ARCHIVE: 'archive',
  SPAM: 'junk',
  TRASH: 'trash',
};
const ORDER = Object.keys(ROLES);

const rules: Record<NameList, Rules> = {
  folders: { kind: 'email', about: 'folder', namesOf: ({ folder }) => [folder as string], always: ORDER },
  labels: { kind: 'email', about: 'label', namesOf: ({ labels }) => labels as string[], always: [] },
  tags: { kind: 'contact', about: 'tag', namesOf: ({ tags }) => tags as string[], always: [] },
  calendars: {
    kind: 'event',
    about: 'calendar',
    namesOf: ({ calendar_name }) => [calendar_name as string],
    always: ['default'],
  },
};

/** The list as the records have it. */
export function names(world: World, list: NameList): Outcome {
  const data = [...known(world, list)].sort(byPlace).map((name) => shown(world, list, name));
  return {
    status: 200,
    body: { data, meta: { total: data.length, limit: 500, offset: 0, has_more: false } },
    events: [],
  };
}

export function rename(world: World, list: NameList, from: string, to: string, made: Made): Outcome {
  const { about } = rules[list];
  const all = known(world, list);
  if (!all.has(from)) return missing();
  const settings = world.names[list];
  if (from === to) {
    settings.add(to);
    return { ...answer(shown(world, list, to)), events: [{ event: `${about}.updated`, data: shown(world, list, to) }] };
  }
  if (list === 'folders' && ROLES[from]) return refuse(409, 'READ_ONLY');
  if (all.has(to)) return refuse(409, 'CONFLICT', { name: to });
  settings.delete(from);
  settings.add(to);
  const leaders = changeRecords(world, list, from, to, made);
  const data = shown(world, list, to);
  return { ...answer(data), leaders, events: [{ event: `${about}.updated`, data: { ...data, renamed_from: from } }] };
}

export function removeName(world: World, list: NameList, from: string, to: string | null, made: Made): Outcome {
  const { kind, about } = rules[list];
  const all = known(world, list);
  if (!all.has(from)) return missing();
  if (list === 'folders' && ROLES[from]) return refuse(409, 'READ_ONLY');
  if (to !== null && (!all.has(to) || to === from || to === 'SNOOZED')) return refuse(400, 'INVALID_QUERY');
  const total = carriers(world, list, from).length;
  world.names[list].delete(from);
  const followers = changeRecords(world, list, from, to, made);
  const changed = { [`${kind}s`]: total, moved_to: to, task_id: null };
  return {
    ...answer({ name: from, deleted: true, ...changed }),
    events: [{ event: `${about}.deleted`, data: { name: from, permanent: true } }],
    followers,
  };
}

function answer(data: Fields): Pick<Outcome, 'status' | 'body'> {
  return { status: 200, body: { data } };
}

function carriers(world: World, list: NameList, name: string): Kept[] {
  const { kind, namesOf } = rules[list];
  return recordsOf(world, kind).filter(({ record }) => record.deleted_at === null && namesOf(record).includes(name));
}

function known(world: World, list: NameList): Set<string> {
  const { kind, namesOf, always } = rules[list];
  const live = recordsOf(world, kind).filter(({ record }) => record.deleted_at === null);
  const computed = list === 'calendars' && birthdays(world) > 0 ? [BIRTHDAYS] : [];
  return new Set([...always, ...computed, ...world.names[list], ...live.flatMap(({ record }) => namesOf(record))]);
}

function shown(world: World, list: NameList, name: string): Fields {
  const live = carriers(world, list, name);
  const common = { name, color: null, order: null, total: live.length, pending: 0, task_id: null };
  if (list === 'calendars') {
    const isComputed = name === BIRTHDAYS;
    const total = isComputed ? birthdays(world) : live.length;
    const flags = { is_visible: true, counts_as_busy: !isComputed, is_read_only: isComputed };
    return { ...common, total, default_reminders: [], ...flags };
  }
  if (list === 'tags') return common;
  const unread = live.filter(({ record }) => !record.is_read).length;
  if (list === 'labels') return { ...common, unread };
  const role = ROLES[name] ?? null;
  return { ...common, role, account_id: null, is_read_only: role !== null, unread };
}

const BIRTHDAYS = 'birthdays';

/** Birthdays and anniversaries of contacts are a calendar. */
function birthdays(world: World): number {
  const contacts = recordsOf(world, 'contact').filter(({ record }) => record.deleted_at === null);
  return contacts.flatMap(({ record: { birthday, anniversary } }) => [birthday, anniversary]).filter(Boolean).length;
}

/** Every record that has the name, those in the trash included; returns their events by id. */
function changeRecords(world: World, list: NameList, from: string, to: string | null, made: Made): Told[] {
  const told = recordsOf(world, rules[list].kind).flatMap((kept) => changeOne(world, list, kept, from, to, made));
  return told.sort((a, b) => (String(a.data.id) < String(b.data.id) ? -1 : 1));
}

function changeOne(world: World, list: NameList, kept: Kept, from: string, to: string | null, made: Made): Told[] {
  const { record, kind } = kept;
  const isTrashed = record.deleted_at !== null;
  const values: Partial<Item> = {};
  if (list === 'folders') {
    if (record.folder === from && to === null && !isTrashed) return remove(world, kept, made).events;
    if (record.folder === from && to !== null) values.folder = to;
    if (record.snoozed_from === from) values.snoozed_from = to ?? 'INBOX';
  } else if (rules[list].namesOf(record).includes(from)) {
    const left = rules[list].namesOf(record).flatMap((one) => (one === from ? (to ?? []) : [one]));
    values[list] = [...new Set(left)];
  }
  if (Object.keys(values).length === 0) return [];
  const { events } = change(world, kept, values, made);
  const { id, deleted_at } = record;
  // A contact in the trash cannot be read, so the feed reports it as deleted once more.
  return isTrashed && kind === 'contact' ? [{ event: 'contact.deleted', data: { id, deleted_at } }] : events;
}

function byPlace(a: string, b: string): number {
  const place = (name: string) => (ROLES[name] ? ORDER.indexOf(name) : ORDER.length);
  const folded = (name: string) => name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  const byText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
  return place(a) - place(b) || byText(folded(a), folded(b)) || byText(a, b);
}
