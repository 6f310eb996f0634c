// The request of each operation on a series, the status and the events that it must have, and what it does to the model.
import type { Edit, Scope, SeriesOperation } from './series-operations.ts';
import {
  asSingle,
  type Change,
  canMove,
  changeAll,
  changeOne,
  cut,
  endBefore,
  isFirst,
  moveAll,
  shiftOf,
  startOf,
} from './series-rules.ts';
import type { Series, Slot } from './series-world.ts';
import * as model from './series-world.ts';

const UPDATED = ['event.updated'];
const SPLIT = ['event.updated', 'event.created'];

export interface Step {
  method: string;
  path: string;
  body?: object;
  status: number;
  error?: string;
  events: string[];
  /** Does the same to the model, and returns members that the answer must have. `id` is that of the answered record. */
  apply?: (id: string) => object;
}

type Aimed = Exclude<SeriesOperation, { do: 'create' } | { do: 'list' }>;

export function stepOf(all: Series[], operation: SeriesOperation): Step | undefined {
  if (operation.do === 'create') return create(all, operation.body);
  if (operation.do === 'list') return undefined;
  if (operation.do === 'restore series') return restoreSeries(all, operation);
  const standing = all.filter(({ isDeleted, isSingle, slots }) => !isDeleted && !isSingle && slots.length > 0);
  const series = standing[operation.series % standing.length];
  if (!series) return undefined;
  const slot = series.slots[operation.slot % series.slots.length] as Slot;
  return slot.isRemoved ? ofRemoved(series, slot, operation) : ofPresent(all, series, slot, operation);
}

function create(all: Series[], body: model.SeriesBody): Step {
  const made = model.newSeries('', body);
  const { title, location, status, allDay, zone, rule, extras } = body;
  const rdates = extras.map((one) => model.recurrenceIdOf(made, { original: one } as Slot));
  const start = model.momentOf(made, body.start);
  const sent = {
    ...{ title, location, status, all_day: allDay, timezone: zone === 'UTC' ? null : zone },
    ...model.timesOf(made, { start, end: start + body.length }),
    recurrence: { ...rule, ...(rdates.length > 0 && { rdates }) },
  };
  const apply = (id: string) => {
    all.push({ ...made, id });
    return { title, location, status, ...model.timesOf(made, { start, end: start + body.length }) };
  };
  return { method: 'POST', path: '/events', body: sent, status: 201, events: ['event.created'], apply };
}

function restoreSeries(all: Series[], { series: index }: Aimed): Step | undefined {
  const series = all[index % all.length];
  if (!series) return undefined;
  const request = { method: 'POST', path: `/events/${series.id}/restore` };
  if (!series.isDeleted) return { ...request, status: 409, error: 'NOT_DELETED', events: [] };
  const apply = () => {
    series.isDeleted = false;
    return { id: series.id, title: series.title };
  };
  return { ...request, status: 200, events: ['event.restored'], apply };
}

/** An occurrence that was removed is not there for anything but restore and permanent deletion. */
function ofRemoved(series: Series, slot: Slot, operation: Aimed): Step | undefined {
  const path = `/events/${model.idOf(series, slot)}`;
  const missing = { status: 404, error: 'NOT_FOUND', events: [] };
  switch (operation.do) {
    case 'get':
      return { method: 'GET', path, ...missing };
    case 'patch':
      return { method: 'PATCH', path: `${path}?scope=${operation.scope}`, body: { title: 'Trip' }, ...missing };
    case 'restore':
      return {
        method: 'POST',
        path: `${path}/restore`,
        status: 200,
        events: UPDATED,
        apply: () => {
          slot.isRemoved = false;
          return model.shownAs(series, slot);
        },
      };
    case 'remove': {
      const { scope, isPermanent } = operation;
      if (scope === 'all') return undefined;
      const request = { method: 'DELETE', path: `${path}?scope=${scope}&permanent=${isPermanent}` };
      if (scope === 'following') return { ...request, ...missing };
      if (!isPermanent) return { ...request, status: 409, error: 'ALREADY_DELETED', events: [] };
      return {
        ...request,
        status: 200,
        events: UPDATED,
        apply: () => {
          slot.own = {};
          return { id: model.idOf(series, slot), deleted: true };
        },
      };
    }
    default:
      return undefined;
  }
}

function ofPresent(all: Series[], series: Series, slot: Slot, operation: Aimed): Step | undefined {
  const path = `/events/${model.idOf(series, slot)}`;
  switch (operation.do) {
    case 'get':
      return { method: 'GET', path, status: 200, events: [], apply: () => model.shownAs(series, slot) };
    case 'patch':
      return patch(all, series, slot, operation.scope, operation.edit);
    case 'remove':
      return remove(all, series, slot, operation.scope, operation.isPermanent);
    case 'restore': {
      const request = { method: 'POST', path: `${path}/restore` };
      if (Object.keys(slot.own).length === 0) return { ...request, status: 409, error: 'NOT_DELETED', events: [] };
      return {
        ...request,
        status: 200,
        events: UPDATED,
        apply: () => {
          slot.own = {};
          return model.shownAs(series, slot);
        },
      };
    }
    case 'move':
      return move(series, operation.edit);
    case 'make single':
      return makeSingle(all, series, slot, operation.scope);
    case 'miss': {
      const beside = model.idOf(series, {
        ...slot,
        original: slot.original + (series.allDay ? -800 * model.DAY : 60_000),
      });
      const body = operation.method === 'PATCH' ? { body: { title: 'Trip' } } : {};
      return {
        method: operation.method,
        path: `/events/${beside}`,
        ...body,
        status: 404,
        error: 'NOT_FOUND',
        events: [],
      };
    }
    default:
      return undefined;
  }
}

/** What an edit comes to for an occurrence that is shown here. */
function changeOf(series: Series, slot: Slot, { days, minutes, longer, ...words }: Edit, scope: Scope): Change {
  const { start, end } = model.spanOf(series, slot);
  const unit = series.allDay ? model.DAY : 60_000;
  const local = model.localOf(series, start) + days * model.DAY + (series.allDay ? 0 : minutes * 60_000);
  const moved = model.momentOf(series, local);
  const { zone, ...texts } = words;
  const change: Change = { ...texts };
  if (moved !== start) change.start = moved;
  if (longer > 0) change.end = moved + end - start + longer * unit;
  if (zone !== undefined && zone !== series.zone && zone !== 'UTC' && scope !== 'this' && !series.allDay)
    change.zone = zone;
  if (scope === 'this' || canMove(series, shiftOf(series, slot, change))) return change;
  return texts;
}

function sentOf(series: Series, { start, end, zone, ...texts }: Change): object {
  const times = model.timesOf(series, { start: start ?? 0, end: end ?? 0 });
  const isSent = (name: string) => (name.startsWith('start') ? start : end) !== undefined;
  return {
    ...texts,
    ...Object.fromEntries(Object.entries(times).filter(([name]) => isSent(name))),
    ...(zone !== undefined && { timezone: zone }),
  };
}

function patch(all: Series[], series: Series, slot: Slot, scope: Scope, edit: Edit): Step {
  const change = changeOf(series, slot, edit, scope);
  const request = {
    method: 'PATCH',
    path: `/events/${model.idOf(series, slot)}?scope=${scope}`,
    body: sentOf(series, change),
  };
  const isSplit = scope === 'following' && !isFirst(series, slot);
  const apply = (id: string) => {
    if (scope === 'this') changeOne(series, slot, change);
    else if (!isSplit) changeAll(series, slot, change);
    else {
      const tail = { ...series, id, slots: [] as Slot[] };
      tail.slots = cut(series, slot);
      all.push(tail);
      changeAll(tail, slot, change);
      const { title, location, status } = tail;
      return { title, location, status, ...startTimes(tail) };
    }
    return model.shownAs(series, slot);
  };
  return { ...request, status: 200, events: isSplit ? SPLIT : UPDATED, apply };
}

/** The times of the series itself. */
function startTimes(series: Series): object {
  const start = model.momentOf(series, startOf(series).original);
  return model.timesOf(series, { start, end: start + series.length });
}

function remove(all: Series[], series: Series, slot: Slot, scope: Scope, isPermanent: boolean): Step {
  const id = model.idOf(series, slot);
  const request = { method: 'DELETE', path: `/events/${id}?scope=${scope}&permanent=${isPermanent}`, status: 200 };
  const isAll = scope === 'all' || (scope === 'following' && isFirst(series, slot));
  const apply = () => {
    if (isAll && isPermanent) all.splice(all.indexOf(series), 1);
    else if (isAll) series.isDeleted = true;
    else if (scope === 'following') endBefore(series, slot, isPermanent);
    else {
      slot.isRemoved = true;
      if (isPermanent) slot.own = {};
    }
    return { id: isAll ? series.id : id, ...(isPermanent && { deleted: true }) };
  };
  return { ...request, events: isAll ? ['event.deleted'] : UPDATED, apply };
}

/** Another start of the series itself, with which it keeps its length. */
function move(series: Series, { days, minutes }: Edit): Step | undefined {
  const wanted = days * model.DAY + (series.allDay ? 0 : minutes * 60_000);
  const shift = canMove(series, wanted) ? wanted : 0;
  const start = model.momentOf(series, startOf(series).original + shift);
  const body = sentOf(series, { start });
  const apply = () => {
    moveAll(series, shift, series.zone);
    return model.timesOf(series, { start, end: start + series.length });
  };
  return { method: 'PATCH', path: `/events/${series.id}`, body, status: 200, events: UPDATED, apply };
}

function makeSingle(all: Series[], series: Series, slot: Slot, scope: 'following' | 'all'): Step {
  const request = {
    method: 'PATCH',
    path: `/events/${model.idOf(series, slot)}?scope=${scope}`,
    body: { recurrence: null },
  };
  const isSplit = scope === 'following' && !isFirst(series, slot);
  const apply = (id: string) => {
    const at = scope === 'all' ? { ...startOf(series), own: {} } : slot;
    const single = asSingle(series, at, id);
    if (isSplit) cut(series, slot);
    else all.splice(all.indexOf(series), 1);
    all.push(single);
    return { ...model.shownAs(single, single.slots[0] as Slot), recurrence: null, overrides: null };
  };
  return { ...request, status: 200, events: isSplit ? SPLIT : UPDATED, apply };
}
