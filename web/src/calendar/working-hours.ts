// Working hours of the settings, such as "mon-thu 09:00-12:30,13:00-17:00; fri 09:00-13:00", as FullCalendar takes them.

export interface WorkingTime {
  /** 0 is Sunday. */
  daysOfWeek: number[];
  startTime: string;
  endTime: string;
}

/** What counts as working time while the settings have none. */
export const USUAL_HOURS = 'mon-fri 09:00-17:00';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export function parseWorkingHours(text: string): WorkingTime[] {
  return text
    .toLowerCase()
    .split(';')
    .flatMap((part) => {
      const [first = '', ...others] = part.trim().split(/\s+/);
      const hasDays = /^[a-z]/.test(first);
      const daysOfWeek = hasDays ? first.split(',').flatMap(daysOf) : DAYS.map((_, index) => index);
      const spans = (hasDays ? others.join('') : [first, ...others].join('')).split(',').filter(Boolean);
      return spans.flatMap((span) => spanOf(span, daysOfWeek));
    });
}

/** mon, mon-thu, fri-mon */
function daysOf(text: string): number[] {
  const [first = -1, last = first] = text.split('-').map((name) => DAYS.indexOf(name.slice(0, 3)));
  if (first < 0 || last < 0) return [];
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7);
}

/** Hours over midnight are two spans. */
function spanOf(text: string, daysOfWeek: number[]): WorkingTime[] {
  const [startTime = '', endTime = ''] = text.split('-');
  if (!startTime || !endTime) return [];
  if (endTime > startTime) return [{ daysOfWeek, startTime, endTime }];
  return [
    { daysOfWeek, startTime, endTime: '24:00' },
    { daysOfWeek: daysOfWeek.map((day) => (day + 1) % 7), startTime: '00:00', endTime },
  ];
}
