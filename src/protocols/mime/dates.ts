// The Date header as programs write it, in milliseconds: RFC 5322 section 3.3, its obsolete forms, and the usual
// mistakes. One pass over the words, so that no text costs more than its length.

const MONTHS: Record<string, number> = {};
const NAMES = [
  'jan janv januar january ene enero gen janeiro',
  'feb feber februar february fev fevr febr febrero',
  'mar mär mrz märz maerz march mars marzo maart mrt',
  'apr april avr avril abr abril',
  'may mai mayo mag mei maj',
  'jun june juni juin junio giu',
  'jul july juli juil juillet julio lug',
  'aug august août aout ago agosto',
  'sep sept september septembre septiembre set',
  'oct okt october oktober octobre octubre ott out',
  'nov november novembre noviembre',
  'dec dez december dezember déc décembre dic diciembre',
];
for (const [month, names] of NAMES.entries()) for (const name of names.split(' ')) MONTHS[name] = month;

// RFC 5322 section 4.3; minutes east of Greenwich.
const ZONES: Record<string, number> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  cet: 60,
  cest: 120,
  met: 60,
  mest: 120,
  bst: 60,
  msk: 180,
  jst: 540,
};
const LONGEST = 200;
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(10_000, 0, 1);

export function parseMailDate(text: string): number | null {
  const plain = withoutComments(text.slice(0, LONGEST)).replace(/[−‐–]/g, '-');
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+|$)(.*)$/.exec(plain);
  if (iso) return fromParts(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]), iso[4] as string);
  const words = plain
    .split(/[\s,]+|(?<=\p{L})\.|(?<=\d)-(?=\p{L})|(?<=\p{L})-(?=\d{2})/u)
    .filter((word) => word !== '');
  const at = words.findIndex((word) => Object.hasOwn(MONTHS, word.toLowerCase()));
  if (at < 0) return null;
  const month = MONTHS[(words[at] as string).toLowerCase()] as number;
  // "17 Feb 2026 …", or as asctime writes it: "Feb 17 09:00:00 2026".
  const before = Number(words[at - 1]?.replace(/(?:st|nd|rd|th|\.)$/i, ''));
  if (Number.isInteger(before) && before > 0)
    return fromParts(yearOf(words[at + 1]), month, before, words.slice(at + 2).join(' '));
  const rest = words.slice(at + 2);
  const year = rest.findLastIndex((word) => /^\d{4}$/.test(word));
  return fromParts(
    yearOf(rest[year]),
    month,
    Number(words[at + 1]),
    rest.filter((_, index) => index !== year).join(' '),
  );
}

function fromParts(year: number, month: number, day: number, rest: string): number | null {
  const clock = /(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2}))?(?:[.,]\d+)?\s*([ap]m)?/i.exec(rest);
  const [hour, minute, second] = clock ? [hourOf(clock), Number(clock[2]), Number(clock[3] ?? 0)] : [0, 0, 0];
  if (hour > 24 || minute > 59 || second > 60 || month < 0 || month > 11) return null;
  const midnight = new Date(Date.UTC(year, month, day));
  if (!Number.isInteger(day) || midnight.getUTCDate() !== day) return null;
  const zone = clock ? zoneOf(rest.slice(clock.index + clock[0].length)) : 0;
  const moment = midnight.getTime() + ((hour * 60 + minute - zone) * 60 + second) * 1000;
  return moment >= EARLIEST && moment < LATEST ? moment : null;
}

function hourOf([, hour, , , half]: RegExpExecArray): number {
  if (!half) return Number(hour);
  return (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

/** Minutes east of Greenwich; what cannot be understood is Greenwich. */
function zoneOf(text: string): number {
  const offset = /^\s*(?:GMT|UTC)?\s*([+-])\s?(\d{1,2}):?(\d{2})?(?!\d)/i.exec(text);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return minutes > 24 * 60 ? 0 : offset[1] === '-' ? -minutes : minutes;
  }
  const name = /^\s*"?([a-z]{1,5})/i.exec(text)?.[1]?.toLowerCase() ?? '';
  return ZONES[name] ?? 0;
}

// RFC 5322 section 4.3: two digits below 50 are of this century.
function yearOf(word: string | undefined): number {
  if (!word || !/^\d{2,4}$/.test(word)) return Number.NaN;
  const year = Number(word);
  return word.length === 4 ? year : word.length === 3 ? year + 1900 : year < 50 ? year + 2000 : year + 1900;
}

function withoutComments(text: string): string {
  let depth = 0;
  let plain = '';
  for (const char of text) {
    if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) plain += char;
  }
  return plain;
}
