// The report of an import: how many messages were stored, and which were skipped. Long lists are shortened on the
// screen and complete in the file of --report.
import { open } from 'node:fs/promises';
import type { ImportCounter, Remark } from '../mail/importing/storing.ts';
import { CALENDAR, CONTACTS, EMPTY, LINK, PROGRAM_FILE, SPECIAL } from '../protocols/mailboxes/file-types.ts';
import { counted } from './progress.ts';

const SHOWN = 200; // lines shown per category
const REASONS = 20; // reasons shown for the rest, which is only counted

type Places = Remark[];

/** What an import has done, with everything that was skipped. */
export interface ImportCounts {
  imported: number;
  known: number;
  skipped: Remark[];
  unread: Remark[];
}

/** The counter of an import, and the counts that it adds to. */
export function countImport(): { counter: ImportCounter; counts: () => ImportCounts } {
  const [skipped, unread]: [Remark[], Remark[]] = [[], []];
  const counter: ImportCounter = {
    imported: 0,
    known: 0,
    skipped: (one) => void skipped.push(one),
    unread: (one) => void unread.push(one),
  };
  return { counter, counts: () => ({ imported: counter.imported, known: counter.known, skipped, unread }) };
}

export function summaryOf({ imported, known, skipped, unread }: ImportCounts, ms: number): string {
  const kept =
    unread.length > 0 ? ` (${unread.length} of them could not be read completely; their source is kept unchanged)` : '';
  const speed = imported > 0 ? `, ${Math.round(imported / (ms / 1000))} per second` : '';
  return `imported ${counted(imported, 'message')}${kept}${speed}; ${known} already existed; ${skipped.length} skipped${others(skipped)}.`;
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

/** Opens the file of --report before the import, so that a file that cannot be written is reported first. */
export async function openReport(path: string | undefined): Promise<(counts: ImportCounts) => Promise<void>> {
  const file = path === undefined ? null : await open(path, 'w', 0o600);
  return async (counts) => {
    const lines = [...linesOf('skipped', counts.skipped), ...linesOf('not read completely', counts.unread)];
    await file?.writeFile(lines.map((line) => `${line}\n`).join(''));
    await file?.close();
    show('skipped', counts.skipped, path);
    show('not read completely', counts.unread, path);
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
    `${what}: ${path === undefined ? 'use --report FILE for the complete list' : `the complete list is in ${shown(path)}`}\n`,
  );
}

function linesOf(what: string, places: Places): string[] {
  return ordered(places).map(({ path, offset, reason }) => {
    const at = offset > 0 ? ` at byte ${offset}` : '';
    return `${what}: ${shown(path)}${at}: ${reason}`;
  });
}

// Files that are expected beside mail come last.
function ordered(places: Places): Places {
  const isExpected = (reason: string) => Number(reason === PROGRAM_FILE || reason === EMPTY);
  return places.toSorted((a, b) => isExpected(a.reason) - isExpected(b.reason));
}

// A name can contain terminal control characters.
function shown(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, '\ufffd');
}
