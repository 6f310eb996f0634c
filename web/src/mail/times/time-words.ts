// The words of typed times, in English and in German.

function table<T>(...rows: [names: string, value: T][]): Readonly<Record<string, T>> {
  return Object.fromEntries(rows.flatMap(([names, value]) => names.split(' ').map((name) => [name, value] as const)));
}

/** 0 is Sunday. Two-letter names are German ones where the languages differ; "mo", "fr", "sa" mean the same. */
export const WEEKDAYS = table<number>(
  ['sun sunday sundays so sonntag sonntags', 0],
  ['mon monday mo montag montags', 1],
  ['tue tues tuesday tu di die dienstag', 2],
  ['wed weds wednesday we mi mit mittwoch', 3],
  ['thu thur thurs thursday th do don donnerstag', 4],
  ['fri friday fr fre freitag', 5],
  ['sat saturday sa sam samstag sonnabend weekend wochenende', 6],
);

export const MONTHS = table<number>(
  ['jan january januar jänner', 1],
  ['feb february februar', 2],
  ['mar march mär mrz märz', 3],
  ['apr april', 4],
  ['may mai', 5],
  ['jun june juni', 6],
  ['jul july juli', 7],
  ['aug august', 8],
  ['sep sept september', 9],
  ['oct october okt oktober', 10],
  ['nov november', 11],
  ['dec december dez dezember', 12],
);

/** Days from today. */
export const DAY_WORDS = table<number>(
  ['today tod heute', 0],
  ['tomorrow tom tmr tmrw morgen', 1],
  ['übermorgen uebermorgen', 2],
);

export const NEXT_WORDS: ReadonlySet<string> = new Set('next nächste nächsten nächster nächstes naechste'.split(' '));

/** Parts of the day as hours. */
export const CLOCK_WORDS = table<number>(
  ['morning früh frueh morgens vormittag vormittags', 8],
  ['noon midday mittag mittags', 12],
  ['afternoon nachmittag nachmittags', 14],
  ['evening abend abends', 18],
  ['night nacht nachts', 20],
  ['midnight mitternacht', 0],
);

export const IGNORED_WORDS: ReadonlySet<string> = new Set(
  'at on the um am in gegen uhr ab by this diese diesen dieses'.split(' '),
);

export const NUMBER_WORDS = table<number>(
  ['a an one ein eine einem einen einer', 1],
  ['two zwei', 2],
  ['three drei', 3],
  ['four vier', 4],
  ['five fünf', 5],
  ['six sechs', 6],
  ['ten zehn', 10],
);

interface Unit {
  minutes?: number;
  days?: number;
  months?: number;
}

export const UNITS = table<Unit>(
  ['m min mins minute minutes minuten', { minutes: 1 }],
  ['h hr hrs hour hours std stunde stunden', { minutes: 60 }],
  ['d day days tag tage tagen', { days: 1 }],
  ['w wk week weeks woche wochen', { days: 7 }],
  ['month months monat monate monaten', { months: 1 }],
  ['y year years jahr jahre jahren', { months: 12 }],
);
