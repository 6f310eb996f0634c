// Arithmetic of dates without a time (2026-02-28), which have no time zone.

/** Milliseconds. */
export const DAY = 86_400_000;

/** addDays('2026-02-28', 1) is 2026-03-01. */
export function addDays(day: string, days: number): string {
  return new Date(startOf(day) + days * DAY).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((startOf(to) - startOf(from)) / DAY);
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
