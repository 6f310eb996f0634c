// What each operation on a series does to its occurrences.
import { DAY, localOf, momentOf, type Series, type Slot, spanOf } from './series-world.ts';

/** What is sent for an occurrence: times are moments, or dates as midnight in UTC. */
export interface Change {
  title?: string;
  location?: string | null;
  status?: string;
  start?: number;
  end?: number;
  zone?: string;
}

const WORDS = ['title', 'location', 'status'] as const;

/** Changes one occurrence. What is as in its series is not its own. */
export function changeOne(series: Series, slot: Slot, change: Change): void {
  const { own } = slot;
  for (const name of WORDS) {
    if (change[name] === undefined) continue;
    if (change[name] === series[name]) delete own[name];
    else Object.assign(own, { [name]: change[name] });
  }
  if (change.start === undefined && change.end === undefined) return;
  const { start, end } = target(series, slot, change);
  if (start === momentOf(series, slot.original)) delete own.start;
  else own.start = localOf(series, start);
  if (end === start + series.length) delete own.end;
  else own.end = localOf(series, end);
}

/** Where an occurrence is to be. With another start alone it keeps its length. */
function target(series: Series, slot: Slot, { start, end }: Change): { start: number; end: number } {
  const before = spanOf(series, slot);
  const after = start ?? before.start;
  return { start: after, end: end ?? after + before.end - before.start };
}

/** How far the local times of a series move if one occurrence is to be changed so. */
export function shiftOf(series: Series, slot: Slot, change: Change): number {
  // Where a start is given, all begin when this one is to begin, wherever it was moved to before.
  const before = change.start === undefined ? spanOf(series, slot).start : momentOf(series, slot.original);
  const after = target(series, slot, change);
  const zoned = { ...series, zone: change.zone ?? series.zone };
  return localOf(zoned, after.start) - localOf(series, before);
}

/** Changes all occurrences by as much as one is to be changed. */
export function changeAll(series: Series, slot: Slot, change: Change): void {
  const shift = shiftOf(series, slot, change);
  const before = spanOf(series, slot);
  const after = target(series, slot, change);
  for (const name of WORDS) {
    if (change[name] === undefined) continue;
    Object.assign(series, { [name]: change[name] });
    delete slot.own[name];
  }
  const length = after.end - after.start;
  if (change.start === undefined && slot.own.end !== undefined && change.end !== undefined) {
    // An end alone moves all ends by as much as this one, which stays its own.
    series.length += after.end - before.end;
    slot.own.end = localOf(series, after.end);
  } else if (length !== before.end - before.start) {
    series.length = length;
    delete slot.own.end;
  }
  if (change.start !== undefined) {
    const displaced = before.start - momentOf(series, slot.original);
    delete slot.own.start;
    if (slot.own.end !== undefined) slot.own.end = localOf(series, before.end - displaced);
  }
  moveAll(series, shift, change.zone ?? series.zone);
}

/** Every occurrence moves by the same local time, and so does where some were moved to. */
export function moveAll(series: Series, shift: number, zone: string): void {
  series.zone = zone;
  // The clocks may not show a local time, or show it twice.
  const shown = (local: number) => localOf(series, momentOf(series, local));
  for (const slot of series.slots) {
    slot.original += shift;
    const { start, end } = slot.own;
    if (start !== undefined) slot.own.start = shown(start + shift);
    if (end !== undefined) slot.own.end = shown(end + shift);
  }
}

/** Whether the model knows what a rule gives that is moved so far. */
export function canMove(series: Series, shift: number): boolean {
  const ofRule = series.slots.filter(({ isExtra }) => !isExtra);
  const dayOf = (local: number) => Math.floor(local / DAY);
  const isByDay = series.slots.every(({ original }) => {
    const hour = (original + shift - dayOf(original + shift) * DAY) / 3_600_000;
    return series.allDay || (hour >= 5 && hour <= 22);
  });
  if (!isByDay) return false;
  const days = ofRule.map(({ original }) => dayOf(original + shift) - dayOf(original));
  if (series.unit === 'numbered weekday') return days.every((one) => one === 0);
  if (series.unit === 'day') return true;
  return ofRule.every(({ original }, index) => {
    const day = new Date(original).getUTCDate() + (days[index] as number);
    return day >= 1 && day <= 28;
  });
}

/** Whether nothing is shown before an occurrence. */
export function isFirst({ slots }: Series, slot: Slot): boolean {
  return slots.slice(0, slots.indexOf(slot)).every(({ isRemoved }) => isRemoved);
}

/** The series without an occurrence and those after it; these are returned. */
export function cut(series: Series, slot: Slot): Slot[] {
  return series.slots.splice(series.slots.indexOf(slot));
}

/** Ends a series before an occurrence. Further dates stay, taken out one by one, unless they go for good. */
export function endBefore(series: Series, slot: Slot, isPermanent: boolean): void {
  const hadRule = series.slots.some(({ isExtra }) => !isExtra);
  const gone = cut(series, slot);
  const hasRule = series.slots.some(({ isExtra }) => !isExtra);
  if (isPermanent || (hadRule && !hasRule)) return;
  series.slots.push(...gone.filter(({ isExtra }) => isExtra).map((one) => ({ ...one, isRemoved: true })));
}

/** A single event where an occurrence is shown. */
export function asSingle(series: Series, slot: Slot, id: string): Series {
  const { start, end } = spanOf(series, slot);
  const { title, location, status } = { ...series, ...slot.own };
  const original = localOf(series, start);
  const alone = { ...series, id, title, location, status, length: end - start, isSingle: true };
  return { ...alone, slots: [{ original, isExtra: false, isRemoved: false, own: {} }] };
}

/** The start of the series itself: that of its rule, if it has one. */
export function startOf({ slots }: Series): Slot {
  return slots.find(({ isExtra }) => !isExtra) ?? (slots[0] as Slot);
}
