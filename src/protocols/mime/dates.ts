// Parses the Date field as programs write it, in milliseconds: RFC 5322 section 3.3, its obsolete forms (section 4.3)
// and common mistakes. It makes one pass over the words, so no text costs more than its length.

const MONTHS: Record<string, number> = {};
// Month names in the languages that programs have used, without accents.
const NAMES = [
  'jan janv januar january ene enero gen gennaio janeiro januari sty янв',
  'feb feber februar february fev fevr febr febrero fevrier febbraio fevereiro februari lut фев',
  'mar mrz marz maerz march mars marzo marco maart mrt мар',
  'apr april avr avril abr abril aprile kwi апр',
  'may mai mayo mag maggio maio mei maj май мая',
  'jun june juni juin junio giu giugno junho cze июн',
  'jul july juli juil juillet julio lug luglio julho lip июл',
  'aug august aout ago agosto augustus sie авг',
  'sep sept september septembre septiembre set settembre setembro wrz сен',
  'oct okt october oktober octobre octubre ott ottobre out outubro paz окт',
  'nov november novembre noviembre novembro lis ноя',
  'dec dez des december dezember decembre dic diciembre dicembre dezembro gru дек',
];
for (const [month, names] of NAMES.entries()) for (const name of names.split(' ')) MONTHS[name] = month;

// RFC 5322 section 4.3, and other unambiguous abbreviations; minutes east of Greenwich.
const ZONES: Record<string, number> = {};
const HOURS: Record<string, number> = {
  'ut utc gmt z wet': 0,
  'bst cet met mez west': 1,
  'cest mest mesz eet sast': 2,
  'eest msk trt': 3,
  'msd gst': 4,
  pkt: 5,
  'hkt sgt awst pht': 8,
  'jst kst': 9,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
  'ast edt': -4,
  'est cdt': -5,
  'cst mdt': -6,
  'mst pdt': -7,
  'pst akdt': -8,
  akst: -9,
  hst: -10,
  'brt art adt': -3,
};
for (const [names, hours] of Object.entries(HOURS)) for (const name of names.split(' ')) ZONES[name] = hours * 60;
Object.assign(ZONES, { nst: -210, ndt: -150, acst: 570, acdt: 630 });

const LONGEST = 200;
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(10_000, 0, 1);

export function parseMailDate(text: string): number | null {
  const { plain, comments } = splitComments(text.slice(0, LONGEST));
  return parseNumbers(plain, comments) ?? parseWords(plain, comments);
}

interface Day {
  year: number;
  month: number;
  day: number;
}

/** 2026-02-17 09:00, 17.2.2026, 2/17/2026, 2026年2月17日, optionally after the name of a day. */
function parseNumbers(plain: string, comments: string): number | null {
  const text = plain.trim().replace(/^\p{L}[\p{L}.]*,?\s+(?=\d)/u, '');
  const iso =
    /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日)(?:[T\s,]+|$)(.*)$/su.exec(text);
  if (iso)
    return momentOf(
      { year: Number(iso[1]), month: Number(iso[3] ?? iso[5]) - 1, day: Number(iso[4] ?? iso[6]) },
      iso[7] as string,
      comments,
    );
  const written = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:[T\s,]+|$)(.*)$/s.exec(text);
  if (!written) return null;
  const [, first, mark, second, year, rest] = written as unknown as [string, string, string, string, string, string];
  // Only American dates have the month first, and they use slashes.
  const isAmerican = Number(second) > 12 || (mark === '/' && Number(first) <= 12);
  const [month, day] = isAmerican ? [first, second] : [second, first];
  return momentOf({ year: yearOf(year), month: Number(month) - 1, day: Number(day) }, rest, comments);
}

/** Tue, 17 Feb 2026 09:00:00 +0100; Tue Feb 17 09:00:00 2026; February 17, 2026 9:00 AM. */
function parseWords(plain: string, comments: string): number | null {
  const words = plain
    .split(/[\s,]+|(?<=\p{L})\.|(?<=\d)-(?=\p{L})|(?<=\p{L})-(?=\d{2})/u)
    .filter((word) => word !== '');
  const months = words.flatMap((word, index) => (monthOf(word) === undefined ? [] : [index]));
  // "mar., 17 févr.": a word after the day of the month is certainly the month.
  const at = months.find((index) => isDay(words[index - 1])) ?? months.find((index) => isDay(words[index + 1]));
  if (at === undefined) return null;
  const month = monthOf(words[at] as string) as number;
  const isBefore = isDay(words[at - 1]);
  const day = dayOf(words[isBefore ? at - 1 : at + 1]);
  const rest = words.slice(isBefore ? at + 1 : at + 2);
  const isNext = isBefore && /^\d{2,4}$/.test(rest[0] ?? '');
  const year = isNext ? 0 : yearIndex(rest);
  const others = rest.filter((_, index) => index !== year).join(' ');
  // In "2026 Feb 17" the year is first.
  return momentOf({ year: yearOf(rest[year] ?? (isBefore ? undefined : words[at - 1])), month, day }, others, comments);
}

// Four digits anywhere, or two before the time of day: "Nov 01 02 10:15:00".
function yearIndex(words: string[]): number {
  const whole = words.findLastIndex((word) => /^\d{4}$/.test(word));
  return whole < 0 && /^\d{2} \d{1,2}:/.test(words.slice(0, 2).join(' ')) ? 0 : whole;
}

function monthOf(word: string): number | undefined {
  const written = word.toLowerCase();
  const names = [written, written.normalize('NFD').replaceAll(/\p{M}/gu, '')];
  const name = names.find((one) => Object.hasOwn(MONTHS, one));
  return name === undefined ? undefined : MONTHS[name];
}

function isDay(word: string | undefined): boolean {
  const day = dayOf(word);
  return day >= 1 && day <= 31;
}

function dayOf(word: string | undefined): number {
  return /^\d{1,2}(?:st|nd|rd|th|\.|º)?$/i.test(word ?? '') ? Number.parseInt(word as string, 10) : Number.NaN;
}

function momentOf({ year, month, day }: Day, rest: string, comments: string): number | null {
  const clock = /(\d{1,2})(?:\s*:\s*|\.)(\d{1,2})(?:(?:\s*:\s*|\.)(\d{1,2}))?(?:[.,]\d+)?\s*([ap]\.?m\b)?/i.exec(rest);
  const [hour, minute, second] = clock ? [hourOf(clock), Number(clock[2]), Number(clock[3] ?? 0)] : [0, 0, 0];
  if (hour > 24 || minute > 59 || second > 60 || month < 0 || month > 11 || !(year >= 0)) return null;
  const midnight = new Date(Date.UTC(2000, month, day));
  midnight.setUTCFullYear(year, month, day);
  if (midnight.getUTCDate() !== day) return null;
  const zone = clock ? (zoneOf(rest.slice(clock.index + clock[0].length)) ?? zoneOf(comments) ?? 0) : 0;
  const moment = midnight.getTime() + ((hour * 60 + minute - zone) * 60 + second) * 1000;
  return moment >= EARLIEST && moment < LATEST ? moment : null;
}

function hourOf([, hour, , , half]: RegExpExecArray): number {
  if (!half) return Number(hour);
  return (Number(hour) % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}

/** Minutes east of Greenwich; null if there is no zone. */
function zoneOf(text: string): number | null {
  const offset = /^\s*"?(?:GMT|UTC?)?\s*([+-])\s?(\d{1,2}):?(\d{2})?(?!\d)/i.exec(text);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return minutes > 24 * 60 ? null : offset[1] === '-' ? -minutes : minutes;
  }
  const [, name = '', summer] = /^\s*"?([a-z]{1,5})\b(\s+DST\b)?/i.exec(text) ?? [];
  const minutes = ZONES[name.toLowerCase()];
  return minutes === undefined ? null : minutes + (summer ? 60 : 0);
}

// RFC 5322 section 4.3: two digits below 50 are in this century, three digits are counted from 1900.
function yearOf(word: string | undefined): number {
  if (!word || !/^\d{2,4}$/.test(word)) return Number.NaN;
  const year = Number(word);
  if (year >= 1000) return year;
  return year < 50 ? year + 2000 : year + 1900;
}

function splitComments(text: string): { plain: string; comments: string } {
  let depth = 0;
  let [plain, comments] = ['', ''];
  for (const char of text.replace(/[\u2212\u2010\u2013]/g, '-')) {
    if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) plain += char;
    else comments += char;
  }
  return { plain, comments };
}
