// Reads from the selected mailbox: messages with their flags, changes since a mod-sequence, envelopes and sources.
// Messages are identified by their UIDs throughout (RFC 3501 section 2.3.1.1).
import type { ExpungeEvent, FetchMessageObject, MailboxObject } from 'imapflow';
import type { ImapConnection } from './connection.ts';

const PIECE = 1024 * 1024; // bytes of a large message that are fetched at a time

export interface MessageFlags {
  uid: number;
  seen: boolean;
  flagged: boolean;
}

export interface MessageEnvelope extends MessageFlags {
  size: number;
  messageId: string | null;
  date: number | null;
  from: string | null;
  subject: string | null;
  /** INTERNALDATE: when the server received it. */
  received: number | null;
}

export interface OpenFolder {
  uidValidity: number;
  modSeq: string | null;
  messages: number;
}

export function openFolder(connection: ImapConnection): OpenFolder {
  const mailbox = connection.mailbox as MailboxObject;
  const modSeq = mailbox.noModseq || !mailbox.highestModseq ? null : String(mailbox.highestModseq);
  return { uidValidity: Number(mailbox.uidValidity), modSeq, messages: mailbox.exists };
}

/** Every message with its flags. A list that is too short fails: the missing messages would seem to be deleted. */
export async function readFlags(connection: ImapConnection): Promise<MessageFlags[]> {
  for (let isLast = false; ; isLast = true) {
    const { messages } = openFolder(connection);
    if (messages === 0) return [];
    const found: MessageFlags[] = [];
    for await (const message of connection.fetch('1:*', { uid: true, flags: true })) found.push(flagsOf(message));
    if (found.length >= messages) return found;
    // The count may be too high: it does not include expunges while the mailbox is selected.
    const listed = new Set(found.map(({ uid }) => uid));
    const all = (await connection.search({ all: true }, { uid: true })) || undefined;
    if (all?.every((uid) => listed.has(uid))) return found;
    if (isLast) throw new Error(`the server listed ${found.length} of its ${all?.length ?? messages} messages`);
  }
}

/** What has changed since then, new messages included, and the UIDs that the server reports as vanished. */
export async function readChanges(
  connection: ImapConnection,
  modSeq: string,
): Promise<{ flags: MessageFlags[]; gone: number[] }> {
  const gone: number[] = [];
  const note = ({ uid, vanished }: ExpungeEvent) => {
    if (vanished && uid !== undefined) gone.push(uid);
  };
  const flags: MessageFlags[] = [];
  connection.on('expunge', note);
  try {
    if (openFolder(connection).messages > 0) {
      const since = { uid: true, changedSince: BigInt(modSeq) };
      for await (const message of connection.fetch('1:*', { uid: true, flags: true }, since))
        flags.push(flagsOf(message));
    }
  } finally {
    connection.off('expunge', note);
  }
  return { flags, gone };
}

/** The messages that the server received on this day or later. */
export async function readSince(connection: ImapConnection, day: string): Promise<Set<number>> {
  if (openFolder(connection).messages === 0) return new Set();
  const found = await connection.search({ since: new Date(day) }, { uid: true });
  if (!found) throw new Error(`the server did not say which messages it received since ${day}`);
  return new Set(found);
}

/** Which of these exist. */
export async function readPresent(connection: ImapConnection, uids: number[]): Promise<Set<number>> {
  if (openFolder(connection).messages === 0) return new Set();
  const found = await connection.search({ uid: uids.join(',') }, { uid: true });
  if (!found) throw new Error('the server did not say which messages it has');
  return new Set(found);
}

/** The envelopes of those that still exist. */
export async function readEnvelopes(connection: ImapConnection, uids: number[]): Promise<MessageEnvelope[]> {
  const query = { uid: true, flags: true, envelope: true, size: true, internalDate: true };
  const found = await connection.fetchAll(uids.join(','), query, { uid: true });
  return found.filter(({ uid, size }) => uids.includes(uid) && size !== undefined).map(envelopeOf);
}

/** The sources of those that still exist. */
export async function readSources(connection: ImapConnection, uids: number[]): Promise<Map<number, Uint8Array>> {
  const found = await connection.fetchAll(uids.join(','), { uid: true, source: true }, { uid: true });
  return new Map(found.flatMap(({ uid, source }) => (source ? [[uid, source] as const] : [])));
}

/** The source of one message in pieces; none if it no longer exists. */
export async function* readPieces(connection: ImapConnection, uid: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; ; start += PIECE) {
    const query = { uid: true, source: { start, maxLength: PIECE } };
    const [found] = await connection.fetchAll(String(uid), query, { uid: true });
    if (!found && start > 0) throw new Error('the message was removed while it was fetched');
    if (!found?.source) return;
    yield found.source;
    // A server without partial fetch returns the whole message.
    if (found.source.length !== PIECE) return;
  }
}

function flagsOf({ uid, flags }: FetchMessageObject): MessageFlags {
  return { uid, seen: flags?.has('\\Seen') ?? false, flagged: flags?.has('\\Flagged') ?? false };
}

function envelopeOf(message: FetchMessageObject): MessageEnvelope {
  const { envelope, size = 0, internalDate } = message;
  return {
    ...flagsOf(message),
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
