// Drafts that answer a mail: reply, reply to all, forward. The quote is built before the transaction, its HTML sanitized in
// a worker thread.
import { AppError } from '../../errors.ts';
import type { Blobs } from '../../files/content-store.ts';
import { limits } from '../../limits.ts';
import { replyToOf } from '../../protocols/mime/parse.ts';
import { find } from '../../records/find.ts';
import { type Context, insert, newRecord } from '../../records/records.ts';
import { inSlices } from '../../records/slices.ts';
import { isObject, newValidator } from '../../records/validate.ts';
import { timezone } from '../../resources/date-fields.ts';
import { type Attachment, asEmail, type Email, email, folderOf, hasAttachments } from '../../resources/email.ts';
import { nullable } from '../../resources/fields.ts';
import { readSettings, settingsIn } from '../../settings/settings.ts';
import type { Store, Tx } from '../../store/port.ts';
import { getContent } from '../../store/tables/contents.ts';
import { filesById } from '../../store/tables/files.ts';
import type { Stored } from '../../store/tables/records.ts';
import type { Address } from '../../values/addresses.ts';
import { zoneName } from '../../values/zone-names.ts';
import type { HtmlCleaner } from '../html/html-cleaner.ts';
import { draftFields, readOutgoing } from '../outgoing.ts';
import type { SenderInput } from '../senders.ts';
import { getMail } from '../source.ts';
import {
  beginning,
  htmlOfText,
  htmlQuote,
  plainQuote,
  type Quoted,
  referencesTo,
  subjectOf,
  textToHtml,
} from './quote.ts';
import { type Answer, recipientsOf } from './recipients.ts';
import { replierOf } from './sender.ts';

const { account_id, identity_id, body_plain, body_html } = draftFields;

/** What a request can set; everything else is edited in the draft. */
export const replyFields = {
  account_id,
  identity_id,
  body_plain,
  body_html,
  // A client may show times in the zone of its device, and the quote should say the same.
  timezone: nullable(
    timezone('Time zone of the date of the quoted mail; that of the settings, else of the service, when not given.'),
  ),
};

/** What is prepared outside the transaction: everything that takes long for a large text. */
export interface Preparation {
  id: string;
  /** The quoted mail; without HTML if the reply has none. */
  quote: Text;
  /** The plain text of a body that was given as HTML only, and the HTML of one that was given as plain text only. */
  own: Text;
  replyTo: Address[] | undefined;
}

const CUT = '\n[…]';

interface Contents {
  cleaner: HtmlCleaner;
  blobs: Blobs;
}

export async function prepareReply(
  store: Store,
  user: number,
  contents: Contents,
  id: string,
  body: unknown,
  answer: Answer,
  serviceZone: string,
): Promise<Preparation> {
  const mail = await getMail(store, user, id, true);
  checkRepliable(mail);
  const { cleaner, blobs } = contents;
  const quoted = await quotedOf(cleaner, user, mail, answer);
  const zone = givenZone(body) ?? (await readSettings(store, user)).timezone ?? serviceZone;
  const given = givenTexts(body);
  const isHtml = quoted.html !== null || given.html !== null;
  return {
    id: mail.id,
    quote: {
      plain: plainQuote(mail, quoted, answer, zone),
      html: isHtml ? htmlQuote(mail, quoted, answer, zone) : null,
    },
    own: {
      plain:
        given.plain === null && given.html !== null ? await cleaner.lines(user, given.html, limits.quotedChars) : null,
      html: given.html === null && given.plain !== null && isHtml ? await inSlices(htmlOfText(given.plain)) : null,
    },
    replyTo: mail.reply_to ?? (await storedReplyTo(store, user, blobs, mail)),
  };
}

async function quotedOf(cleaner: HtmlCleaner, user: number, mail: Email, answer: Answer): Promise<Quoted> {
  const { body_plain: plain, body_html: html } = mail;
  const isShort = html !== null && html.length <= limits.quotedChars;
  const pictures = answer === 'forward' ? ('kept' as const) : ('none' as const);
  const safe = isShort ? await cleaner.sanitize(user, html, { remote: false, files: {}, pictures }) : null;
  const text = plain || (html === null ? null : await cleaner.lines(user, html, limits.quotedChars)) || '';
  return { plain: shortened(text), html: safe !== null && safe.length <= 2 * limits.quotedChars ? safe : null };
}

/** The texts of a body that is not validated yet. */
function givenTexts(body: unknown): Text {
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return isObject(body)
    ? { plain: textOf(body.body_plain), html: textOf(body.body_html) }
    : { plain: null, html: null };
}

/** The time zone of a body that is not validated yet; a wrong one is rejected later. */
function givenZone(body: unknown): string | undefined {
  return isObject(body) && typeof body.timezone === 'string' ? zoneName(body.timezone) : undefined;
}

const HEADER_BYTES = 64 * 1024;

/** Mail that was stored by an earlier version has its Reply-To in its source only. */
async function storedReplyTo(store: Store, user: number, blobs: Blobs, mail: Email): Promise<Address[] | undefined> {
  if (mail.status !== 'received') return undefined;
  const content = await getContent(store, user, 'raw', mail.id);
  if (!content || content.size === 0 || !blobs.has(user, content.sha256)) return undefined;
  const pieces: Uint8Array[] = [];
  const end = Math.min(content.size, HEADER_BYTES) - 1;
  for await (const piece of blobs.read(user, content.sha256, { start: 0, end })) pieces.push(Buffer.from(piece));
  return replyToOf(Buffer.concat(pieces));
}

/** The text that is quoted, with \n at the ends of lines. Cut first: a mail can have millions of lines. */
function shortened(text: string): string {
  const examined = text.slice(0, 2 * limits.quotedChars); // \r\n becomes one character
  const lines = examined.split(/\r\n?|\n/, limits.quotedLines + 1);
  const quoted = lines.slice(0, limits.quotedLines).join('\n');
  const isWhole =
    examined.length === text.length && lines.length <= limits.quotedLines && quoted.length <= limits.quotedChars;
  return isWhole ? quoted : beginning(quoted, limits.quotedChars) + CUT;
}

function checkRepliable({ status }: Email): void {
  if (status === 'received' || status === 'sent') return;
  const hint = status === 'draft' ? 'edit it with PATCH /emails/drafts/{id}, and send it' : 'it has not been sent';
  throw new AppError(
    'NOT_REPLIABLE',
    `This email is ${status}; ${hint}. Only a received or sent email can be replied to or forwarded.`,
  );
}

export async function createReply(
  tx: Tx,
  { id, quote, own: made, replyTo }: Preparation,
  body: unknown,
  answer: Answer,
  context: Context,
): Promise<Stored> {
  const validator = newValidator(context.timezone);
  const given = await readOutgoing(tx, replyFields, body === undefined ? {} : body, validator, { partial: true });
  validator.finish();
  const found = asEmail((await find(tx, email, id)).record);
  const mail = { ...found, ...(replyTo && { reply_to: replyTo }) };
  checkRepliable(mail);
  const { sender, identity, own } = await replierOf(tx, mail, given as SenderInput);
  const settings = await settingsIn(tx);
  const attachments = answer === 'forward' ? await forwardedFiles(tx, mail) : [];
  const { message_id } = mail;
  const replied = answer !== 'forward' && message_id !== null && !/\p{Cc}/u.test(message_id);
  const values = {
    ...sender,
    ...recipientsOf(mail, answer, own),
    ...bodies({
      text: {
        plain: ((given.body_plain as string | null) || made.plain) ?? null,
        html: ((given.body_html as string | null) || made.html) ?? null,
      },
      quote,
      signature: { plain: identity?.signature_plain ?? null, html: identity?.signature_html ?? null },
      position: settings.signature_position,
    }),
    subject: subjectOf(mail.subject, answer),
    in_reply_to: replied ? message_id : null,
    references: referencesTo(mail),
    thread_id: answer === 'forward' ? undefined : mail.thread_id,
    attachments,
    has_attachments: hasAttachments(attachments),
    status: 'draft',
    folder: folderOf('draft'),
    is_read: true,
  };
  return insert(tx, email, newRecord(tx, email, values, context.source));
}

/** The attachments whose files exist; a file that came with the mail then belongs to no mail alone. */
async function forwardedFiles(tx: Tx, { attachments }: Email): Promise<Attachment[]> {
  const ids = attachments.flatMap(({ file_id }) => file_id ?? []);
  const known = new Set((await filesById(tx, ids)).map(({ record }) => record.id));
  return attachments
    .filter(({ file_id }) => file_id !== undefined && known.has(file_id))
    .map((one) => ({ ...one, path: null }));
}

interface Text {
  plain: string | null;
  html: string | null;
}

interface Parts {
  /** What the request has given. */
  text: Text;
  quote: Text;
  signature: Text;
  position: 'above' | 'below';
}

/** Plain text always; HTML if the mail or the given text has it. */
function bodies({ text, quote, signature, position }: Parts): { body_plain: string; body_html: string | null } {
  const signed = signature.plain === null ? [] : [`-- \n${signature.plain}`]; // RFC 3676 section 4.3
  const quoted = quote.plain ?? '';
  const below = position === 'above' ? [...signed, quoted] : [quoted, ...signed];
  const body_plain = `${[text.plain ?? '', ...below].join('\n\n')}\n`;
  if (quote.html === null) return { body_plain, body_html: null };
  const own = text.html || '<div><br></div>';
  const name = signature.html ?? (signature.plain === null ? null : textToHtml(signature.plain));
  const closing = name === null ? [] : [`<div>-- <br>${name}</div>`];
  const rest = position === 'above' ? [...closing, quote.html] : [quote.html, ...closing];
  return { body_plain, body_html: [own, ...rest].join('<br>') };
}
