// Reading from an open folder: which messages there are with which marks, what has changed since a moment, their heads
// and their sources. Messages are named by their UIDs throughout (RFC 3501 section 2.3.1.1).
import type { ExpungeEvent, FetchMessageObject, MailboxObject } from 'imapflow';
import type { Line } from './imap.ts';

export interface Marks {
  uid: number;
  seen: boolean;
  flagged: boolean;
}

export interface Head extends Marks {
  size: number;
  messageId: string | null;
  date: number | null;
  from: string | null;
  subject: string | null;
  /** When the server got it. */
  received: number | null;
}

export interface OpenFolder {
  uidValidity: number;
  modSeq: string | null;
  messages: number;
}

export function openFolder(line: Line): OpenFolder {
  const box = line.mailbox as MailboxObject;
  const modSeq = box.noModseq || !box.highestModseq ? null : String(box.highestModseq);
  return { uidValidity: Number(box.uidValidity), modSeq, messages: box.exists };
}

/** Every message with its marks. A list that is too short fails: what it lacks would seem to be gone. */
export async function readMarks(line: Line): Promise<Marks[]> {
  for (let isLast = false; ; isLast = true) {
    const { messages } = openFolder(line);
    if (messages === 0) return [];
    const found: Marks[] = [];
    for await (const message of line.fetch('1:*', { uid: true, flags: true })) found.push(marksOf(message));
    if (found.length >= messages) return found;
    // The number may be too high: it does not follow what vanishes while the folder is open.
    const told = new Set(found.map(({ uid }) => uid));
    const all = (await line.search({ all: true }, { uid: true })) || undefined;
    if (all?.every((uid) => told.has(uid))) return found;
    if (isLast) throw new Error(`the server told of ${found.length} of its ${all?.length ?? messages} messages`);
  }
}

/** What has changed since then, new messages included, and the UIDs that are gone as far as the server tells. */
export async function readChanges(line: Line, modSeq: string): Promise<{ marks: Marks[]; gone: number[] }> {
  const gone: number[] = [];
  const note = ({ uid, vanished }: ExpungeEvent) => {
    if (vanished && uid !== undefined) gone.push(uid);
  };
  const marks: Marks[] = [];
  line.on('expunge', note);
  try {
    if (openFolder(line).messages > 0) {
      const since = { uid: true, changedSince: BigInt(modSeq) };
      for await (const message of line.fetch('1:*', { uid: true, flags: true }, since)) marks.push(marksOf(message));
    }
  } finally {
    line.off('expunge', note);
  }
  return { marks, gone };
}

/** The messages that the server got on this day or later. */
export async function readSince(line: Line, day: string): Promise<Set<number>> {
  if (openFolder(line).messages === 0) return new Set();
  const found = await line.search({ since: new Date(day) }, { uid: true });
  if (!found) throw new Error(`the server did not say which messages it got since ${day}`);
  return new Set(found);
}

/** Which of these are there. */
export async function readPresent(line: Line, uids: number[]): Promise<Set<number>> {
  if (openFolder(line).messages === 0) return new Set();
  const found = await line.search({ uid: uids.join(',') }, { uid: true });
  if (!found) throw new Error('the server did not say which messages it has');
  return new Set(found);
}

/** The heads of those that are still there. */
export async function readHeads(line: Line, uids: number[]): Promise<Head[]> {
  const query = { uid: true, flags: true, envelope: true, size: true, internalDate: true };
  const found = await line.fetchAll(uids.join(','), query, { uid: true });
  return found.filter(({ uid, size }) => uids.includes(uid) && size !== undefined).map(headOf);
}

/** The sources of those that are still there, as they came. */
export async function readSources(line: Line, uids: number[]): Promise<Map<number, Uint8Array>> {
  const found = await line.fetchAll(uids.join(','), { uid: true, source: true }, { uid: true });
  return new Map(found.flatMap(({ uid, source }) => (source ? [[uid, source] as const] : [])));
}

function marksOf({ uid, flags }: FetchMessageObject): Marks {
  return { uid, seen: flags?.has('\\Seen') ?? false, flagged: flags?.has('\\Flagged') ?? false };
}

function headOf(message: FetchMessageObject): Head {
  const { envelope, size = 0, internalDate } = message;
  return {
    ...marksOf(message),
    size,
    messageId: envelope?.messageId || null,
    date: timeOf(envelope?.date),
    from: envelope?.from?.[0]?.address ?? null,
    subject: envelope?.subject ?? null,
    received: timeOf(internalDate),
  };
}

function timeOf(date: Date | string | undefined): number | null {
  const time = date === undefined ? Number.NaN : new Date(date).getTime();
  return Number.isNaN(time) ? null : time;
}
