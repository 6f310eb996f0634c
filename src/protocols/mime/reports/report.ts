// Parses delivery status notifications (RFC 3464, RFC 6533) and message disposition notifications (RFC 8098) in the
// forms that servers write: fields that are missing, repeated, not folded, or in one block for all recipients.
import { limits } from '../../../limits.ts';
import { isMailAddress } from '../../../values/addresses.ts';
import { visibleText } from '../../../values/html-text.ts';
import { kindOfAction, type Report, type ReportedRecipient } from '../../../values/mail-facts.ts';
import { fieldValue, messageIdIn, type NamedValue, oneLine, statusIn, withoutComments } from '../header-words.ts';
import { textReport } from './text.ts';

export interface ReportSource {
  fields: readonly NamedValue[];
  text: string | null;
  /** Used if there is no plain text. */
  html: string | null;
  /** The machine-readable parts, except those within attached messages. */
  parts: readonly ReportPart[];
}

/** A part of a report, decoded. */
export interface ReportPart {
  mime: string;
  content: Uint8Array;
}

// XWall uses its own name.
const DELIVERY = ['message/delivery-status', 'message/global-delivery-status', 'message/xdelivery-status'];
const DISPOSITION = ['message/disposition-notification', 'message/global-disposition-notification'];
const RETURNED = [
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
];
const ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'];
const DISPOSITIONS = ['displayed', 'deleted', 'dispatched', 'processed', 'denied'];

/** The report in a message; null if the message is not a report. */
export function reportOf(source: ReportSource): Report | null {
  const { fields, text, html, parts } = source;
  const fromServer = isFromServer(fields);
  const automatic = fromServer || isAutomatic(fields);
  const isReport = /^\s*multipart\/report\b/i.test(fieldValue(fields, 'content-type') ?? '');
  // A person can attach such a part as well, to ask someone else about it.
  if (isReport || automatic) {
    const found = machineReport(source);
    if (found) return found;
  }
  const some = automatic ? (text ?? linesOf(html ?? '')).slice(0, limits.reportBytes) : '';
  const recipients = automatic ? textReport(fields, some, fromServer) : [];
  return recipients.length > 0
    ? reportFrom(recipients, returnedId(parts) ?? idInCopy(some) ?? repliedId(fields))
    : null;
}

/** The visible lines of an HTML text. */
function linesOf(html: string): string {
  if (!/<\/?[a-z]/i.test(html)) return html; // plain text that is labelled HTML
  const lines = html.slice(0, limits.reportBytes).split(/<br\s{0,4}\/?>|<\/(?:p|div|tr|li|h\d)>/i);
  return lines.map((line) => visibleText(line)).join('\n');
}

const SERVER =
  /^\s*"?(mailer-daemon|mdaemon|postmaster|system administrator|mail[-_. ]?delivery[-_. ](?:sub)?system)"?\s*(?:@|$)/i;

// RFC 5321 section 4.5.5 (sendmail writes MAILER-DAEMON instead), and the addresses that servers send from. A person
// can have any display name.
function isFromServer(fields: readonly NamedValue[]): boolean {
  if (/^\s*<\s*(?:mailer-daemon@[^<>]*)?>/i.test(fieldValue(fields, 'return-path') ?? '')) return true;
  const from = withoutComments(fieldValue(fields, 'from') ?? '');
  const address = /<([^<>]*)>[^<>]*$/.exec(from)?.[1];
  return address?.trim() === '' || SERVER.test(address ?? from);
}

// RFC 3834 section 5: vacation notices are automatic too.
function isAutomatic(fields: readonly NamedValue[]): boolean {
  return /^\s*auto-/i.test(fieldValue(fields, 'auto-submitted') ?? '');
}

function machineReport({ fields, parts }: ReportSource): Report | null {
  const part = parts.find(({ mime }) => DELIVERY.includes(mime) || DISPOSITION.includes(mime));
  if (!part) return null;
  const blocks = blocksOf(textOf(part.content));
  const read = DISPOSITION.includes(part.mime) ? disposed : delivered;
  const recipients = blocks
    .map(read)
    .filter((one) => one !== null)
    .slice(0, limits.addresses);
  const named = blocks.map((block) => messageIdIn(block.get('original-message-id'))).find((id) => id !== null);
  return recipients.length > 0 ? reportFrom(recipients, named ?? returnedId(parts) ?? repliedId(fields)) : null;
}

function reportFrom(recipients: ReportedRecipient[], original: string | null): Report {
  const kinds = recipients.map(({ action }) => kindOfAction(action));
  const kind = kinds.includes('bounce') ? 'bounce' : kinds.includes('delay') ? 'delay' : 'receipt';
  return { kind, recipients, original_message_id: original };
}

type Block = Map<string, string>;

/** Groups of fields between blank lines. A second Final-Recipient begins a new group. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let block: Block = new Map();
  let last: string | null = null;
  const finish = () => {
    if (block.size > 0) blocks.push(block);
    block = new Map();
    last = null;
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name, value = ''] = /^([!-9;-~]{1,80})[ \t]*:(.*)$/.exec(line) ?? [];
    const key = name?.toLowerCase();
    if (line.trim() === '') finish();
    // Some servers break a long diagnostic without folding it.
    else if (last !== null && (/^[ \t]/.test(line) || key === undefined))
      block.set(last, `${block.get(last)} ${line.trim()}`);
    else if (key !== undefined) {
      if (block.has('final-recipient') && /^(final|original)-recipient$/.test(key)) {
        if (block.has('action') || block.has('status') || key === 'final-recipient') finish();
      }
      last = key;
      if (block.has(key)) last = null;
      else block.set(key, value.trim());
    }
  }
  finish();
  return blocks;
}

/** The recipient of a group (RFC 3464 section 2.3); null for the per-message group, and if there is no result. */
function delivered(block: Block): ReportedRecipient | null {
  const diagnostic = withoutType(block.get('diagnostic-code'));
  const status = statusIn(block.get('status')) ?? statusIn(diagnostic);
  const named =
    /^[a-z]+/.exec(
      withoutComments(block.get('action') ?? '')
        .trim()
        .toLowerCase(),
    )?.[0] ?? '';
  const action = ACTIONS.includes(named) ? named : actionOf(status);
  const address = recipientOf(block);
  if (action === null || (address === null && !block.has('action'))) return null;
  return { address, action, status, diagnostic: oneLine(diagnostic, limits.mailWords) };
}

// RFC 3463 section 2: the class digit of a status code.
function actionOf(status: string | null): string | null {
  const actions: Record<string, string> = { 2: 'delivered', 4: 'delayed', 5: 'failed' };
  return (status && actions[status[0] as string]) || null;
}

/** The recipient of a disposition notification (RFC 8098 section 3.2). */
function disposed(block: Block): ReportedRecipient | null {
  const disposition = block.get('disposition');
  if (disposition === undefined) return null;
  const type = /;\s*([a-z-]+)/i.exec(withoutComments(disposition))?.[1]?.toLowerCase() ?? '';
  const words = block.get('error') ?? block.get('failure') ?? block.get('warning');
  return {
    address: recipientOf(block),
    action: DISPOSITIONS.includes(type) ? type : 'processed',
    status: null,
    diagnostic: oneLine(words, limits.mailWords),
  };
}

/** The address that the mail was sent to, if the report contains it; otherwise the final address. */
function recipientOf(block: Block): string | null {
  const [original, final] = [block.get('original-recipient'), block.get('final-recipient')].map(addressIn);
  return (original?.includes('@') ? original : (final ?? original)) ?? null;
}

/** `rfc822; <ann@x.org>`, `utf-8; \x{FC}nn@x.org` or an address alone. */
function addressIn(value: string | undefined): string | null {
  if (value === undefined) return null;
  const [, type = '', rest = value] = /^\s*([a-z0-9_.-]+)\s*;(.*)$/is.exec(value) ?? [];
  const text = withoutComments(rest).trim();
  const inner = /^<(.*)>$/s.exec(text)?.[1]?.trim() ?? text;
  const decoded = type.toLowerCase() === 'utf-8' ? fromUnicodeXtext(inner) : fromXtext(inner);
  return oneLine(decoded, limits.lineChars);
}

// RFC 6533 section 3.
function fromUnicodeXtext(text: string): string {
  return text.replaceAll(/\\x\{([0-9A-F]{2,6})\}/gi, (all, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : all;
  });
}

// RFC 3461 section 4: addresses that servers copy from ORCPT are often still encoded. `ann+2b@x.org` can be an address
// as well, so only characters that must be encoded are decoded, and only if the result is an address.
function fromXtext(text: string): string {
  if (!/\+(?:2B|3D|[89A-F][0-9A-F])/.test(text)) return text;
  const bytes = text.replaceAll(/\+(2B|3D|[89A-F][0-9A-F])/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const isPlain = ![...bytes].some((char) => char > '\xff');
  const decoded = isPlain ? Buffer.from(bytes, 'latin1').toString('utf8') : text;
  return !decoded.includes('\ufffd') && isMailAddress(decoded) ? decoded : text;
}

/** `smtp; 550 5.1.1 unknown` without its type. */
function withoutType(value: string | undefined): string | null {
  return value?.replace(/^\s*[a-z0-9-]+\s*;\s*/i, '') ?? null;
}

function returnedId(parts: ReportSource['parts']): string | null {
  const part = parts.find(({ mime }) => RETURNED.includes(mime));
  return part ? idInHeader(textOf(part.content)) : null;
}

/** The Message-ID of the header at the beginning of the text. */
function idInHeader(text: string): string | null {
  const header = text.trimStart().split(/\r?\n[ \t]*\r?\n/, 1)[0] ?? '';
  const [, id] = /^message-id[ \t]*:\s*(<[^<>\s]{1,990}>|[^<>\s]{1,990})/im.exec(header) ?? [];
  return id === undefined ? null : messageIdIn(id.startsWith('<') ? id : `<${id}>`);
}

/** The Message-ID of a message that is copied into the text, below a line such as "--- Below this line is a copy". */
function idInCopy(text: string): string | null {
  const [marker] = /^[ \t]{0,8}-{2,60}.{0,200}\b(?:copy of|original message|below this line)\b/im.exec(text) ?? [];
  if (marker === undefined) return null;
  const copy = text.slice(text.indexOf(marker) + marker.length);
  return idInHeader(copy.slice(copy.indexOf('\n') + 1));
}

function repliedId(fields: readonly NamedValue[]): string | null {
  const named = messageIdIn(fieldValue(fields, 'in-reply-to'));
  return (
    named ??
    messageIdIn(
      fieldValue(fields, 'references')
        ?.match(/<[^<>\s]{1,990}>/g)
        ?.at(-1),
    )
  );
}

function textOf(content: Uint8Array): string {
  const bytes = content.subarray(0, limits.reportBytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoded = text.toString('utf8');
  return decoded.includes('\ufffd') ? text.toString('latin1') : decoded;
}
