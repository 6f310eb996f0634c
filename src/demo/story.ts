// The calendar of the demo: days are counted from today, so that the data always leads up to now, and the days that the
// texts mention (the move, the deadline, the regatta) fall on suitable weekdays.
export interface Story {
  zone: string;
  now: number;
  today: Temporal.PlainDate;
  /** The date so many days from today: 2026-03-12. */
  date(days: number): string;
  /** A local time on that day: 2026-03-12T09:30. */
  at(days: number, time: string): string;
  /** 1 for Monday to 7 for Sunday. */
  weekday(days: number): number;
  /** The first such weekday that is at least so many days from today (which may be negative). */
  on(weekday: number, least: number): number;
  /** Thursday 12 March, and the same in German, French and Japanese. */
  day(days: number): string;
  tag(days: number): string;
  jour(days: number): string;
  nichi(days: number): string;
  /** March, and in German. */
  month(days: number): string;
  monat(days: number): string;
  /** Days from today to the events that the texts mention. */
  move: number;
  keys: number;
  manuscript: number;
  regatta: number;
  party: number;
  paris: number;
}

export const MO = 1;
export const TU = 2;
export const WE = 3;
export const TH = 4;
export const FR = 5;
export const SA = 6;
export const SU = 7;

export function newStory(now: number, zone: string): Story {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const plain = (days: number) => today.add({ days });
  const date = (days: number) => plain(days).toString();
  const weekday = (days: number) => plain(days).dayOfWeek;
  const on = (wanted: number, least: number) => least + ((wanted - weekday(least) + 7) % 7);
  const format = (locale: string, options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (days: number) => formatter.format(new Date(`${date(days)}T12:00:00Z`));
  };
  const long = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const move = on(SA, 9);
  return {
    zone,
    now,
    today,
    date,
    at: (days, time) => `${date(days)}T${time}`,
    weekday,
    on,
    day: format('en-GB', long),
    tag: format('de-DE', long),
    jour: format('fr-FR', long),
    nichi: format('ja-JP', { day: 'numeric', month: 'long', weekday: 'short' }),
    month: format('en-GB', { month: 'long' }),
    monat: format('de-DE', { month: 'long' }),
    move,
    keys: move - 2,
    manuscript: on(FR, 18),
    regatta: on(SU, 25),
    party: on(SA, 33),
    paris: on(FR, 41),
  };
}
