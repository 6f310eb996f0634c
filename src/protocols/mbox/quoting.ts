// Lines of a message that begin with From are quoted with > in a mailbox file: those alone (mboxo), or also those that
// are quoted already (mboxrd). Which of them a file has cannot be seen, and mboxrd is what is read and written here:
// one sign is taken off or put on. A message that has such a line unquoted was not quoted at all (mboxcl2).

const QUOTED = /^>(>*From )/gm;
const UNQUOTED = /^From /m;
// A relay has written these lines at the top of the header (UUCP); nobody has quoted them.
const RELAYED = /^(?:>From .*(?:\r\n|\n|\r))+/;
const LONGEST_RELAYED = 10_000;

export interface Unquoted {
  bytes: Buffer;
  /** Whether it has lines that would be quoted if the writer had quoted any. */
  hasUnquoted: boolean;
}

/** Takes the quoting off. */
export function unquote(bytes: Buffer): Unquoted {
  if (!bytes.includes('From ', 0, 'latin1')) return { bytes, hasUnquoted: false };
  const start = RELAYED.exec(bytes.toString('latin1', 0, LONGEST_RELAYED))?.[0].length ?? 0;
  const text = bytes.toString('latin1', start);
  if (UNQUOTED.test(text)) return { bytes, hasUnquoted: true };
  const unquoted = text.replace(QUOTED, '$1');
  if (unquoted.length === text.length) return { bytes, hasUnquoted: false };
  return { bytes: Buffer.concat([bytes.subarray(0, start), Buffer.from(unquoted, 'latin1')]), hasUnquoted: false };
}

/**
 * The message with its separator line and the blank line after it, which end with LF (RFC 4155 appendix A) whatever its own
 * lines end with, quoted so that it comes back as it was.
 */
export function writeMbox(bytes: Uint8Array, sender: string | null, receivedAt: number): Buffer {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = raw.toString('latin1');
  const quoted = text.replace(/^(>*From )/gm, '>$1');
  const who = sender && /^[!-~]+$/.test(sender) ? sender : 'MAILER-DAEMON';
  const last = text.endsWith('\n') || text === '' ? '' : '\n';
  return Buffer.from(`From ${who} ${asctime(receivedAt)}\n${quoted}${last}\n`, 'latin1');
}

// Tue Feb 17 09:00:00 2026, in UTC.
function asctime(ms: number): string {
  const [day, date, month, year, time] = new Date(ms).toUTCString().replace(',', '').split(' ');
  return `${day} ${month} ${date} ${time} ${year}`;
}
