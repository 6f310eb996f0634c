// The time zone that the user has chosen. The first paint knows it before the live copy has the settings.

/** null: that of the device. */
let known: string | null = null;
let read: () => string | null | undefined = () => undefined;

export function setTimeZone(zone: string | null): void {
  known = zone;
}

/** Where it is read from; undefined: not known there yet. */
export function setTimeZoneSource(source: typeof read): void {
  read = source;
}

/** undefined: that of the device. */
export function chosenTimeZone(): string | undefined {
  const current = read();
  if (current !== undefined) known = current;
  return known ?? undefined;
}
