// What an import says at its end: how much it has stored, and everything that it has not, by name and by number. What
// does not fit on a screen is counted there, and named in the file of --report.
import { open } from 'node:fs/promises';
import { CALENDAR, CONTACTS, EMPTY, LINK, PROGRAM_FILE, SPECIAL } from '../mail/file-kinds.ts';
import type { Tally } from './import-batches.ts';
import { counted } from './progress.ts';

const SHOWN = 200; // places in the report of each kind
const REASONS = 20; // for the others, which are only counted

type Places = Tally['skipped'];

export function summaryOf({ imported, known, skipped, unread }: Tally, ms: number): string {
  const kept = unread.length > 0 ? ` (${unread.length} of them could not be read whole and are kept as they came)` : '';
  const speed = imported > 0 ? `, ${Math.round(imported / (ms / 1000))} a second` : '';
  return `imported ${counted(imported, 'message')}${kept}${speed}; ${known} were there already; ${skipped.length} skipped${others(skipped)}.`;
}

function others(skipped: Places): string {
  const count = (why: string) => skipped.filter(({ reason }) => reason.startsWith(why)).length;
  const named = (why: string, what: string, more = '') => {
    const number = count(why);
    return number > 0 ? [`${counted(number, what)}${more}`] : [];
  };
  const other = [...named(CALENDAR, 'calendar'), ...named(CONTACTS, 'file', ' of contacts')];
  const parts = [
    ...(other.length > 0 ? [`${other.join(' and ')}: only mail can be imported so far`] : []),
    ...named(PROGRAM_FILE, 'index or settings file', ' of mail programs'),
    ...named(LINK, 'symbolic link'),
    ...named(SPECIAL, 'special file', ' (pipes, sockets, devices)'),
    ...named(EMPTY, 'empty file'),
  ];
  const last = parts.pop();
  if (last === undefined) return '';
  return `, among them ${parts.length > 0 ? `${parts.join('; ')}; and ${last}` : last}`;
}

/** Opens the file of --report, so that one that cannot be written is known before anything is imported. */
export async function openReport(path: string | undefined): Promise<(tally: Tally) => Promise<void>> {
  const file = path === undefined ? null : await open(path, 'w', 0o600);
  return async (tally) => {
    const lines = [...linesOf('skipped', tally.skipped), ...linesOf('kept as it came', tally.unread)];
    await file?.writeFile(lines.map((line) => `${line}\n`).join(''));
    await file?.close();
    show('skipped', tally.skipped, path);
    show('kept as it came', tally.unread, path);
  };
}

function show(what: string, places: Places, path: string | undefined): void {
  for (const line of linesOf(what, places).slice(0, SHOWN)) process.stderr.write(`${line}\n`);
  const rest = ordered(places).slice(SHOWN);
  if (rest.length === 0) return;
  const more = [...Map.groupBy(rest, ({ reason }) => reason)];
  for (const [reason, { length }] of more.slice(0, REASONS))
    process.stderr.write(`${what}: ${length} more: ${reason}\n`);
  const others = more.slice(REASONS).flatMap(([, group]) => group).length;
  if (others > 0) process.stderr.write(`${what}: ${others} more for other reasons\n`);
  process.stderr.write(
    `${what}: ${path === undefined ? 'all of them by name with --report FILE' : `all of them are named in ${shown(path)}`}\n`,
  );
}

function linesOf(what: string, places: Places): string[] {
  return ordered(places).map(({ path, offset, reason }) => {
    const at = offset > 0 ? ` at byte ${offset}` : '';
    return `${what}: ${shown(path)}${at}: ${reason}`;
  });
}

// What is expected beside mail comes last.
function ordered(places: Places): Places {
  const isExpected = (reason: string) => Number(reason === PROGRAM_FILE || reason === EMPTY);
  return places.toSorted((a, b) => isExpected(a.reason) - isExpected(b.reason));
}

// A name can hold what a terminal takes for a command.
function shown(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, '\ufffd');
}
