// Creates, changes, renames and deletes calendars. The events of a renamed or deleted calendar change with it, each with
// its own entry in the feed.
import { AppError, faulty } from '../../errors.ts';
import { noSuchName } from '../../records/names/list.ts';
import { changeName, type NameAction, type NameChange, type NameField } from '../../records/names/rename.ts';
import { type Context, checkVersion } from '../../records/records.ts';
import { emit } from '../../records/save.ts';
import { collectFaults, newValidator, validateFields } from '../../records/validate.ts';
import {
  BIRTHDAYS,
  type Calendar,
  type CalendarInput,
  calendarFields,
  calendarInput,
  DEFAULT_CALENDAR,
} from '../../resources/calendar.ts';
import { event } from '../../resources/event.ts';
import type { Tx } from '../../store/port.ts';
import { dropSettings, putSettings } from '../../store/tables/names/calendars.ts';
import { clean } from '../../values/text.ts';
import { isEqual } from '../span.ts';
import {
  CALENDAR_FIELD,
  type Calendars,
  calendarsIn,
  findCalendar,
  type KnownCalendar,
  servedCalendar,
} from './list.ts';

type Served = ReturnType<typeof servedCalendar>;

const FIXED = Object.keys(calendarFields).filter((name) => !Object.hasOwn(calendarInput, name));

/** For the job that renames calendars of many events. */
export const calendarNames: NameField = {
  kind: 'calendar',
  resource: event,
  field: CALENDAR_FIELD,
  finished: reportRenamed,
};

export async function createCalendar(tx: Tx, body: unknown, context: Context): Promise<Served> {
  const values = validated(body, context, false) as CalendarInput;
  checkFree(await calendarsIn(tx, true), values.name, null);
  const defaults = Object.fromEntries(Object.entries(calendarInput).map(([name, field]) => [name, field.default]));
  return store(tx, { ...defaults, ...values } as CalendarInput, 'created');
}

/** `withBirthdays`: whether the client may know what contacts have. */
export async function patchCalendar(
  tx: Tx,
  name: string,
  body: unknown,
  context: Context,
  withBirthdays: boolean,
): Promise<Served> {
  const calendars = await calendarsIn(tx, withBirthdays);
  const found = findCalendar(calendars, name);
  checkVersion(servedCalendar(found), context.versions);
  const values = validated(body, context, true);
  const { name: former } = found.calendar;
  const changed = { ...inputOf(found), ...values };
  if (former === BIRTHDAYS) checkComputed(found, changed);
  if (changed.name === former) return store(tx, changed, 'updated', { withBirthdays });
  checkNameFixed(former, 'renamed');
  checkFree(calendars, changed.name, former);
  dropSettings(tx, former);
  await changeEvents(tx, calendars, found, 'rename', { to: changed.name });
  return store(tx, changed, 'updated', { also: { renamed_from: former } });
}

/** What to do with the events of a deleted calendar. */
export interface Removal {
  events?: 'trash' | 'move';
  to?: string;
}

export async function removeCalendar(tx: Tx, name: string, removal: Removal, context: Context): Promise<object> {
  checkNameFixed(clean(name.trim()), 'deleted');
  const calendars = await calendarsIn(tx, true);
  const found = findCalendar(calendars, name);
  checkVersion(servedCalendar(found), context.versions);
  const { name: former, total } = found.calendar;
  const to = targetOf(calendars, found, removal);
  dropSettings(tx, former);
  const seq = await emit(tx, 'calendar.deleted', former, { name: former, permanent: true });
  const task = await (to === null
    ? changeEvents(tx, calendars, found, 'delete', { to, until: seq })
    : changeEvents(tx, calendars, found, 'merge', { to }));
  return { name: former, deleted: true, events: total, moved_to: to, task_id: task?.id ?? found.calendar.task_id };
}

/** Stores what was set, and appends the calendar to the feed. */
async function store(
  tx: Tx,
  { name, order, default_reminders, ...input }: CalendarInput,
  action: 'created' | 'updated',
  { also = {}, withBirthdays = true }: { also?: object; withBirthdays?: boolean } = {},
): Promise<Served> {
  const row = {
    name: clean(name),
    color: input.color,
    position: order,
    default_reminders: default_reminders.length === 0 ? null : JSON.stringify(default_reminders),
    is_visible: Number(input.is_visible),
    counts_as_busy: Number(input.counts_as_busy),
  };
  putSettings(tx, { ...row, seq: 0 }); // to be read back
  const { calendar } = findCalendar(await calendarsIn(tx, withBirthdays), name);
  const seq = await emit(tx, `calendar.${action}`, calendar.name, { ...shownInFeed(calendar), ...also });
  putSettings(tx, { ...row, seq });
  return servedCalendar({ calendar, seq, stored: 0 });
}

/** Tokens with events:read see the feed of calendars, but counting birthdays needs contacts:read, so the count is left out. */
function shownInFeed(calendar: Calendar): Partial<Calendar> {
  return calendar.name === BIRTHDAYS ? inputOf({ calendar }) : calendar;
}

function validated(body: unknown, context: Context, partial: boolean): Partial<CalendarInput> {
  const validator = newValidator(context.timezone);
  const values = validateFields(calendarInput, body, validator, { partial, fixed: FIXED });
  validator.finish();
  return values;
}

function inputOf({ calendar }: Pick<KnownCalendar, 'calendar'>): CalendarInput {
  const { name, color, order, default_reminders, is_visible, counts_as_busy } = calendar;
  return { name, color, order, default_reminders, is_visible, counts_as_busy };
}

/** The events of a calendar, and those that are on their way to it, go to another one, or to the trash. */
function changeEvents(
  tx: Tx,
  { tasks }: Calendars,
  { calendar, stored }: KnownCalendar,
  action: NameAction,
  change: Omit<NameChange, 'from'>,
) {
  return changeName(tx, calendarNames, action, { from: calendar.name, ...change }, stored, tasks);
}

// `default` is where events without a calendar go, and birthdays are computed: neither name can be taken away.
function checkNameFixed(name: string, what: 'renamed' | 'deleted'): void {
  if (name === DEFAULT_CALENDAR) {
    const message = `The calendar default cannot be ${what}: events that name no calendar are in it. To move its events, PATCH their calendar_name.`;
    throw new AppError('READ_ONLY', message);
  }
  if (name === BIRTHDAYS) {
    const message = `The calendar birthdays cannot be ${what}: it is computed from the birthdays and anniversaries of contacts.`;
    throw new AppError('READ_ONLY', message);
  }
}

// The settings of birthdays that a client displays can be set. Its events are not created, and they take no time.
function checkComputed({ calendar }: KnownCalendar, changed: CalendarInput): void {
  const faults = collectFaults();
  for (const name of ['default_reminders', 'counts_as_busy'] as const)
    if (!isEqual(changed[name], calendar[name])) {
      const message = `${name} cannot be set for birthdays, which is computed from contacts. Only color, order and is_visible can be set.`;
      faults.fault(name, 'readOnly', message);
    }
  faults.finish();
}

/** Throws if a new calendar, or the one that has the name `former`, cannot have this name. */
function checkFree({ known, tasks }: Calendars, name: string, former: string | null): void {
  const wanted = clean(name);
  if (wanted === BIRTHDAYS)
    throw new AppError('READ_ONLY', 'The calendar birthdays is computed from contacts; choose another name.');
  const busy = tasks.find(({ from, to }) => from === wanted && to !== former);
  if (busy)
    throw new AppError(
      'CONFLICT',
      `The calendar ${JSON.stringify(wanted)} is still being renamed or deleted; try again when /tasks/${busy.row.id} is done.`,
      { name: wanted, task_id: busy.row.id },
    );
  if (!known.has(wanted)) return;
  const path =
    former === null
      ? ''
      : ` To merge the two, DELETE /calendars/${encodeURIComponent(former)}?events=move&to=${encodeURIComponent(wanted)}.`;
  throw new AppError('CONFLICT', `There is a calendar ${JSON.stringify(wanted)} already.${path}`, { name: wanted });
}

function targetOf({ known }: Calendars, { calendar }: KnownCalendar, { events, to }: Removal): string | null {
  const wrong = (field: string, constraint: string, message: string) =>
    faulty('INVALID_QUERY', [{ field, constraint, message }]);
  if (events !== 'move' && to !== undefined) throw wrong('to', 'only', 'to is only for events=move.');
  if (events === undefined && calendar.total > 0)
    throw wrong(
      'events',
      'required',
      `The calendar has ${calendar.total} event${calendar.total === 1 ? '' : 's'}: say events=trash, or events=move and to with the name of another calendar.`,
    );
  if (events !== 'move') return null;
  if (to === undefined) throw wrong('to', 'required', 'events=move needs to, the name of another calendar.');
  const target = known.get(clean(to.trim()))?.calendar;
  if (!target) throw wrong('to', 'unknown', noSuchName('calendar', to, [...known.keys()]));
  if (target.name === calendar.name)
    throw wrong('to', 'other', 'to must be another calendar than the one that is deleted.');
  if (target.name === BIRTHDAYS)
    throw wrong('to', 'other', 'to must not be birthdays, which is computed from contacts.');
  return target.name;
}

async function reportRenamed(tx: Tx, { to }: NameChange): Promise<void> {
  const calendar = to === null ? undefined : (await calendarsIn(tx, true)).known.get(to)?.calendar;
  if (calendar) await emit(tx, 'calendar.updated', calendar.name, calendar);
}
