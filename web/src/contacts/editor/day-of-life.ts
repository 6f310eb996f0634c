// A birthday or an anniversary as three typed parts, and as the text that the service stores.

export interface DayParts {
  day: string;
  /** 01 to 12 */
  month: string;
  year: string;
}

export function partsOf(value: string): DayParts {
  const [, year = '', month = '', day = ''] = /^(\d{4}|-)-(\d\d)-(\d\d)$/.exec(value) ?? [];
  return { year: year === '-' ? '' : year, month, day: day.replace(/^0/, '') };
}

/** `1980-05-10`, or `--05-10` without a year. Parts that are incomplete give a text that the service refuses. */
export function dayText({ day, month, year }: DayParts): string {
  if (!day && !month && !year) return '';
  return `${year === '' ? '-' : year}-${month}-${day.padStart(2, '0')}`;
}

export function isDayOfLife(value: string): boolean {
  const found = /^(\d{4}|-)-(\d\d)-(\d\d)$/.exec(value);
  if (!found) return false;
  const [, year, month, day] = found;
  // 2000 is a leap year.
  const date = new Date(`${year === '-' ? '2000' : year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(8, 10) === day;
}
