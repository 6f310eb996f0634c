// Working hours of the form `mon-fri 09:00-17:00`: the same span on all working days.

export interface Hours {
  /** From 0 (Monday) to 6. */
  days: readonly number[];
  from: string;
  to: string;
}

const NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export const USUAL_HOURS: Hours = { days: [0, 1, 2, 3, 4], from: '09:00', to: '17:00' };

/** null if the text says more than one span, or one that ends on the next day. */
export function readHours(text: string): Hours | null {
  const parts = /^([a-z, -]*?)\s*(\d{1,2}:\d{2})\s*-\s*(\d{1,2}:\d{2})$/i.exec(text.trim());
  if (!parts) return null;
  const [, names = '', from = '', to = ''] = parts;
  const days = names.trim() === '' ? [0, 1, 2, 3, 4, 5, 6] : readDays(names.toLowerCase());
  const [start, end] = [from.padStart(5, '0'), to.padStart(5, '0')];
  return days && start < end && end < '24:00' ? { days, from: start, to: end } : null;
}

function readDays(text: string): number[] | null {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [first = '', last = first] = part.split('-').map((name) => name.trim());
    const [from, to] = [NAMES.indexOf(first), NAMES.indexOf(last)];
    if (from < 0 || to < 0) return null;
    for (let day = from; ; day = (day + 1) % 7) {
      found.add(day);
      if (day === to) break;
    }
  }
  return [...found].sort();
}

export function writeHours({ days, from, to }: Hours): string {
  const first = days[0] ?? 0;
  const last = days.at(-1) ?? first;
  const isRow = days.length > 2 && last - first === days.length - 1;
  const names = isRow ? `${NAMES[first]}-${NAMES[last]}` : days.map((day) => NAMES[day]).join(',');
  return `${names} ${from}-${to}`;
}
