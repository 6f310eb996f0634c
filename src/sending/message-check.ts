// Compares the header of a composed message with its mail: it must not contain a field or an address that the mail does
// not have.
import { fieldName } from '../protocols/mbox/header.ts';
import { type Address, addressKey, parseAddresses } from '../values/addresses.ts';
import type { Outgoing } from './compose.ts';

/** The allowed header fields, each at most once. Bcc is not among them. */
const FIELDS = new Set([
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'disposition-notification-to',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-disposition',
]);

const END = Buffer.from('\r\n\r\n');

/** The bytes before the blank line. */
export async function readHeader(message: AsyncIterable<Buffer>): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  for await (const piece of message) {
    const from = Math.max(0, bytes.length - END.length);
    bytes = Buffer.concat([bytes, piece]);
    const end = bytes.indexOf(END, from);
    if (end >= 0) return bytes.subarray(0, end);
  }
  return bytes;
}

/** The first difference, as a phrase; null if header and mail agree. */
export function headerDifference(header: Buffer, mail: Outgoing): string | null {
  const fields = new Map<string, string>();
  const unfolded = header.toString('utf8').replaceAll(/\r\n(?=[ \t])/g, ''); // RFC 5322 section 2.2.3
  for (const line of unfolded.split('\r\n')) {
    const name = fieldName(line)?.toLowerCase() ?? '';
    if (!FIELDS.has(name) || fields.has(name)) return `it has the line ${JSON.stringify(line.slice(0, 80))}`;
    fields.set(name, line.slice(line.indexOf(':') + 1));
  }
  const named: [field: string, people: Address[]][] = [
    ['From', [mail.from]],
    ['To', mail.to],
    ['Cc', mail.cc],
    ['Reply-To', mail.replyTo],
    ['Disposition-Notification-To', mail.readReceipt ? [mail.from] : []],
  ];
  const other = named.find(
    ([name, people]) => keysOf(fields.get(name.toLowerCase()) ?? '') !== JSON.stringify(people.map(keyOf)),
  );
  return other ? `its field ${other[0]} has other addresses` : null;
}

function keysOf(value: string): string {
  return JSON.stringify(parseAddresses(value).map(keyOf));
}

function keyOf({ address }: Address): string | null {
  return addressKey(address) ?? null;
}
