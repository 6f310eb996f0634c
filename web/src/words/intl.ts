// Formatters of Intl. They are slow to make (a millisecond and more), and a list formats several values in each row, so
// each is made once.

type Options = Intl.DateTimeFormatOptions | Intl.NumberFormatOptions | Intl.ListFormatOptions;

const made = new Map<string, unknown>();

function once<F>(kind: string, language: string, options: Options | undefined, make: () => F): F {
  const key = JSON.stringify([kind, language, options]);
  let found = made.get(key) as F | undefined;
  if (!found) {
    found = make();
    made.set(key, found);
  }
  return found;
}

export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once('date', language, options, () => new Intl.DateTimeFormat(language, options));
}

export function numberFormat(language: string, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return once('number', language, options, () => new Intl.NumberFormat(language, options));
}

/** What separates thousands where nothing else is special about numbers. */
const SEPARATORS: Record<string, string> = { en: ',', 'en-GB': ',', 'en-US': ',', de: '.', 'de-DE': '.' };

/** A count: 12,304. The first screen has some, and the first formatter of numbers takes 30 ms to make. */
export function countText(count: number, language: string): string {
  const separator = SEPARATORS[language];
  if (separator === undefined || !Number.isInteger(count) || count < 0) return numberFormat(language).format(count);
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, separator);
}

export function relativeFormat(language: string): Intl.RelativeTimeFormat {
  return once('relative', language, undefined, () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
}

export function listFormat(language: string): Intl.ListFormat {
  return once('list', language, undefined, () => new Intl.ListFormat(language, { type: 'conjunction' }));
}

/** The device can be in another time zone later, so it is asked for again, but not for every row of a list. */
const ZONE_AGE = 30_000;
let zone = { name: '', until: 0 };

/** The time zone of the device. */
export function deviceTimeZone(): string {
  const now = Date.now();
  if (now > zone.until || now < zone.until - ZONE_AGE)
    zone = { name: new Intl.DateTimeFormat().resolvedOptions().timeZone, until: now + ZONE_AGE };
  return zone.name;
}
