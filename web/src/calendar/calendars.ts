// The calendars: their colours as hues of the design, their names, and changes of them.
import { useMemo, useSyncExternalStore } from 'react';
import { collection, useCollection } from '../data/live.ts';
import { mutate } from '../data/mutations.ts';
import { pendingChanges, withPending } from '../data/pending.ts';
import type { Calendar } from '../data/types.ts';
import { HUES, type Hue, hueOfAddress } from '../ui/hues.ts';
import { words } from '../words/words.ts';

export const DEFAULT_CALENDAR = 'default';
export const BIRTHDAYS = 'birthdays';

/** The colour that is stored for each hue, so that other clients show a similar one. */
const COLORS: Record<Hue, string> = {
  red: '#bd5550',
  orange: '#b95d27',
  amber: '#a86c00',
  olive: '#7d8100',
  green: '#2f904d',
  teal: '#009380',
  cyan: '#008dac',
  blue: '#357dc7',
  indigo: '#6970c8',
  violet: '#8b64bb',
  pink: '#b45483',
  gray: '#81796d',
};

/** Below this saturation a colour is gray. */
const GRAY = 0.12;

/** The calendars in the order of the service, with changes that are on their way. */
export function useCalendars(): readonly Calendar[] {
  const all = useCollection('calendars');
  const pending = useSyncExternalStore(pendingChanges.subscribe, pendingChanges.get);
  // biome-ignore lint/correctness/useExhaustiveDependencies: withPending reads what is pending.
  return useMemo(
    () => all.map((one) => withPending('calendars', { ...one, id: one.name })).sort(byOrder),
    [all, pending],
  );
}

export function calendarTitle(name: string): string {
  const { defaultCalendar, birthdays } = words().calendar;
  if (name === DEFAULT_CALENDAR) return defaultCalendar;
  return name === BIRTHDAYS ? birthdays : name;
}

export function hueOfCalendar({ name, color }: Pick<Calendar, 'name' | 'color'>): Hue {
  if (color) return hueOfColor(color);
  return name === DEFAULT_CALENDAR ? 'blue' : hueOfAddress(name);
}

/** The hue nearest to a colour of another client. */
export function hueOfColor(color: string): Hue {
  const wanted = hueAngle(color);
  if (wanted === undefined) return 'gray';
  let nearest: Hue = 'gray';
  let least = 360;
  for (const hue of HUES) {
    if (hue === 'gray') continue;
    const distance = Math.abs((((hueAngle(COLORS[hue]) ?? 0) - wanted + 540) % 360) - 180);
    if (distance < least) [nearest, least] = [hue, distance];
  }
  return nearest;
}

export function colorOfHue(hue: Hue): string {
  return COLORS[hue];
}

export function setCalendarVisible(name: string, isVisible: boolean): Promise<unknown> {
  return updateCalendar(name, { is_visible: isVisible });
}

export function updateCalendar(name: string, values: Partial<Calendar>): Promise<unknown> {
  return mutate(
    [{ method: 'PATCH', path: `/calendars/${encodeURIComponent(name)}`, body: values }],
    [{ kind: 'calendars', id: name, values }],
  );
}

/** The calendar that a new event is in: the default one, unless it is hidden and another is shown. */
export function calendarForNew(): string {
  const writable = [...collection('calendars').values()].filter((one) => !one.is_read_only);
  const shown = writable.filter((one) => one.is_visible).sort(byOrder);
  return (shown.find(({ name }) => name === DEFAULT_CALENDAR) ?? shown[0])?.name ?? DEFAULT_CALENDAR;
}

function byOrder(one: Calendar, other: Calendar): number {
  const by = (one.order ?? Number.POSITIVE_INFINITY) - (other.order ?? Number.POSITIVE_INFINITY);
  return by || one.name.localeCompare(other.name);
}

/** The angle of a colour in HSL; undefined for gray ones. */
function hueAngle(color: string): number | undefined {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  const lightness = most - spread / 2;
  if (spread === 0 || spread / (1 - Math.abs(2 * lightness - 1)) < GRAY) return undefined;
  if (most === red) return (((green - blue) / spread) * 60 + 360) % 360;
  return most === green ? ((blue - red) / spread) * 60 + 120 : ((red - green) / spread) * 60 + 240;
}
