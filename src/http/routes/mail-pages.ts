// An email in other formats than its record: its original source, and its sanitised HTML.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { may, requireScope } from '../../access/access.ts';
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { attachedHeader } from '../../mail/attached/record.ts';
import type { ShownMail } from '../../mail/html/html-cleaner.ts';
import type { ImageNames } from '../../mail/html/remote-images.ts';
import { getMail, getSource } from '../../mail/source.ts';
import { delivererOf, type Trust, trustIn } from '../../mail/trusted-senders.ts';
import { type Email, openStatuses } from '../../resources/email.ts';
import { getContent } from '../../store/tables/contents.ts';
import { isBlank } from '../../values/html-text.ts';
import { isAttachedMail } from '../../values/mail-facts.ts';
import type { ParsedMail } from '../../values/parsed-mail.ts';
import { joinTexts, payloadOf, type ServedText } from '../../values/served-text.ts';
import { sendContent } from '../downloads.ts';
import { sendNotModified } from '../preconditions.ts';
import type { Parameter } from './query.ts';
import type { Call } from './route.ts';

/** Why images of other servers are shown or left out. */
type ImagesShown = 'requested' | 'declined' | 'forbidden' | Trust;

/** `images` says which images of other servers are included if the request does not say it. */
export function pageParameters(images: string): Parameter[] {
  return [
    {
      name: 'remote',
      type: 'boolean',
      about: `true: include images from other servers; ${images}. The service fetches them, so their servers do not learn the address of the reader, but that the mail is being read.`,
    },
    {
      name: 'theme',
      type: 'choice',
      values: ['light', 'dark'],
      default: 'light',
      about: 'dark: light text on a dark background.',
    },
    { name: 'fold', type: 'boolean', default: false, about: 'true: quoted parts are folded, and can be opened.' },
  ];
}

export const PAGE_HEADERS = {
  'X-Remote-Images':
    'Why images of other servers are shown (requested, trusted) or not: declined by the request; untrusted sender; unverified if the mail claims to be from a trusted sender and may be forged; forbidden if the token may not fetch them; unavailable if the text is shown because the HTML could not be made safe in time.',
  'X-Blocked-Remote-Items': 'How many items of other servers were left out.',
};

/** The original message. */
export async function sendSource(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { store, services, user, id } = call;
  const mail = await getMail(store, user, id, false);
  const source = await getSource(store, user, mail);
  const named = { ...source, filename: `${mail.id}.eml`, mime: 'message/rfc822' };
  await sendContent(request, reply, services.blobs, user, named);
}

/** The mail as a page for a frame: no script runs, and no remote content is loaded unless requested. */
export async function sendHtml(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { store, services, user, id, query } = call;
  const mail = await getMail(store, user, id, true);
  const attached = await attachedInstead(call, mail);
  if (attached) return sendPage(call, request, reply, attached);
  const images = await imagesOf(call, mail);
  const isShown = images === 'requested' || images === 'trusted';
  const showing = { remote: isShown && imageNames(call, mail.id), files: filesOf(mail), fold: query.fold === true };
  const shown = await services.cleaner.clean(user, mail.body_html, mail.body_plain, showing);
  await sendPage(call, request, reply, { ...shown, images, html: mail.body_html });
}

interface Page extends ShownMail {
  images: ImagesShown;
  /** As the mail has it. */
  html: string | null;
}

/** Sends the text of a mail as a page. */
export async function sendPage(
  { query }: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  { body, blocked, isInstead, images, html }: Page,
): Promise<void> {
  const outcome = isInstead ? 'unavailable' : images;
  const type = html === null || isInstead || isStandard(html) ? '' : TRANSITIONAL;
  const shown = page(body, outcome, query.theme === 'dark', type);
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('referrer-policy', 'no-referrer')
    .header('x-remote-images', outcome)
    .header('x-blocked-remote-items', blocked);
  // The tag of the content distinguishes the variants. A large page is not worth the time to compute it. Browsers do not
  // store the page: without HTTPS they could not be told to remove it on sign-out.
  if (shown.length <= limits.largeText) {
    const etag = `"${hash('sha256', String(shown), 'base64url').slice(0, 22)}"`;
    if (sendNotModified(request, reply, etag, shown.length)) return;
    reply.header('etag', etag);
  }
  await reply.send(payloadOf(shown));
}

/** Why images of other servers are shown or left out: the request says so, or else the trust in the sender. */
async function imagesOf(call: Call, mail: Email): Promise<ImagesShown> {
  const { store, user, query } = call;
  if (query.remote === false) return 'declined';
  const reason = query.remote === true ? 'requested' : await trustIn(store, user, mail);
  const isShown = reason === 'requested' || reason === 'trusted';
  return isShown && !(await mayFetchImages(call, mail)) ? 'forbidden' : reason;
}

/** The page of a mail that has nothing but a mail that is attached to it. */
async function attachedInstead(call: Call, mail: Email): Promise<Page | undefined> {
  if (!may(call.principal, 'files:read') || !isBlank(mail.body_plain, mail.body_html)) return undefined;
  const path = String(mail.attachments.findIndex(isAttachedMail));
  const found = await call.services.attached.mail(ownerOf(call, mail), path).catch(unlessMissing);
  if (!found) return undefined;
  const shown = await attachedPage(call, mail, path, found);
  return { ...shown, body: joinTexts([attachedHeader(found), shown.body]) };
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
}

export function ownerOf({ store, services, user }: Call, mail: Email) {
  return { store, blobs: services.blobs, user, mail };
}

/** The page of a mail that is attached; `path` as in the request for it. */
export async function attachedPage(call: Call, mail: Email, path: string, attached: ParsedMail): Promise<Page> {
  const images = await imagesOfAttached(call, mail);
  const files = attached.attachments.flatMap(({ content_id: id }, at) =>
    id === null ? [] : [[id, `/api/v1/emails/${mail.id}/attached-file?path=${path}.${at}`] as const],
  );
  const showing = {
    remote: images === 'requested' && imageNames(call, mail.id),
    files: Object.fromEntries(files),
    fold: call.query.fold === true,
  };
  const { body_html: html, body_plain: plain } = attached;
  return { ...(await call.services.cleaner.clean(call.user, html, plain, showing)), images, html };
}

/** Anyone can have written the sender into an attached mail, so no sender of one is trusted. */
async function imagesOfAttached(call: Call, mail: Email): Promise<ImagesShown> {
  const { remote } = call.query;
  if (remote !== true) return remote === false ? 'declined' : 'untrusted';
  return (await mayFetchImages(call, mail)) ? 'requested' : 'forbidden';
}

/**
 * Fetching an image sends its URL to its server. A token that may write mail but not send it could choose the URL, and
 * send out what it, or another token of its owner, has read. So a token that may not send gets no images of what such a
 * token has stored, nor of drafts, which such a token can change. If it may write itself, it gets only those of received
 * mail with a source, which no request changes.
 */
async function mayFetchImages({ store, user, principal }: Call, mail: Email): Promise<boolean> {
  if (may(principal, 'emails:send')) return true;
  const isOpen = (openStatuses as readonly string[]).includes(mail.status);
  if (isOpen || (await delivererOf(store, user, mail)) === 'other') return false;
  if (!may(principal, 'emails:write')) return true;
  return mail.status === 'received' && (await getContent(store, user, 'raw', mail.id)) !== undefined;
}

/**
 * No script runs: the sandbox and the sources forbid it. The origin is kept, so that a page of this service that frames
 * the mail can measure its height. Links may open a new page; everything else is disabled.
 */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** An image of a mail, fetched from another server. */
export async function sendImage(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { store, services, principal, user, id, query } = call;
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort());
  const mail = await getMail(store, user, id, false);
  if (!(await mayFetchImages(call, mail))) requireScope(principal, 'emails:send', HINT);
  request.flight?.endReading();
  const { url = '', signature = '' } = query as { url?: string; signature?: string };
  // Kept for a day, so that its server is not told of each look at the mail; but asked for here each time, which needs
  // the session.
  const known = request.headers['if-none-match'];
  if (isFresh(known, url))
    return void (await reply
      .code(304)
      .headers({ ...KEPT, etag: known })
      .send());
  const reader = { user, gone: closed.signal };
  const { bytes, mime } = await services.images.fetch(url, signature, imageNames(call, mail.id), reader);
  await reply
    .header('content-type', mime)
    .header('content-security-policy', 'sandbox')
    .headers({ ...KEPT, etag: imageTag(url, Date.now()) })
    .send(bytes);
}

const KEPT = { 'cache-control': 'private, no-cache' };

/** The tag of an image says when it was fetched. */
function imageTag(url: string, fetchedAt: number): string {
  return `"${hash('sha256', url, 'base64url').slice(0, 22)}.${fetchedAt}"`;
}

function isFresh(tag: string | undefined, url: string): boolean {
  const fetchedAt = Number(/\.(\d{1,16})"$/.exec(tag ?? '')?.[1] ?? Number.NaN);
  const age = Date.now() - fetchedAt;
  return tag === imageTag(url, fetchedAt) && age >= 0 && age < limits.imageKept;
}

const HINT =
  'Without it, images are fetched only for mail from a mail server, from the command line, or from a token that may send mail, and never for drafts; for a token with emails:write, only if the mail was received and has a source.';

function imageNames({ services }: Call, mail: string): ImageNames {
  return { mail, key: services.secrets.digest(['remote images']) };
}

function filesOf({ attachments }: Email): Record<string, string> {
  const named = attachments.filter(({ content_id, file_id }) => content_id && file_id);
  return Object.fromEntries(named.map(({ content_id, file_id }) => [content_id, `/api/v1/files/${file_id}/content`]));
}

/** A page that frames this one cannot read its headers, so the root element says too what became of the images. */
function page(body: ServedText, images: string, dark: boolean, type: string): ServedText {
  const head = `<!doctype html${type}>\n<html data-remote-images="${images}">${HEAD}${dark ? DARK : ''}}</style>`;
  return joinTexts([head, body, '</body></html>\n']);
}

// Other HTML was written for the line heights of older documents around images in tables. In the mode that browsers have
// for documents without a type, heights would depend on that of the frame.
function isStandard(html: string): boolean {
  const type = DOCTYPE.exec(html.slice(0, 1000));
  return type !== null && !OLDER.test(type[1] as string);
}

const DOCTYPE = /<!doctype\s{1,9}html(?=[\s>])([^>]{0,300})>/i;
// As the standard of HTML lists them: the rest of the public identifier counts, also a space in it.
const OLDER =
  /^\s{0,9}public\s{0,9}["']-\/\/(?:W3C\/\/DTD (?:X?HTML [14][\d.]{0,9} (?:Transitional|Frameset)\/\/|HTML [23])|(?!W3C\/))/i;
const TRANSITIONAL =
  ' PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"';

// The style sheet of the mail follows, and has precedence over a layer, except over what is important here: the frame is as
// high as the page, so the height of the page is that of its content, with the margins of the first and last element in
// the body. Lines of letters are far apart; those of layouts with tables are as their senders see them.
const HEAD = `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>
@layer page {
html, body { height: auto !important; min-height: 0 !important; max-height: none !important; float: none !important; position: static !important }
html { display: block !important; margin: 0 !important; overflow: auto hidden !important } head { display: none !important }
html, body { opacity: 1 !important; visibility: visible !important; transform: none !important; aspect-ratio: auto !important }
body { margin: 0; display: flow-root !important; overflow: visible !important; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: break-word }
body:has(table) { line-height: normal }
img:not(table img) { max-width: 100%; height: auto } pre { font: inherit; margin: 0 }
.attached, .attached * { all: revert !important; color: #111 !important; background: #fff !important; visibility: visible !important;
font-family: system-ui, sans-serif !important; font-size: 15px !important; line-height: 1.5 !important; letter-spacing: normal !important;
-webkit-text-fill-color: currentcolor !important; -webkit-text-stroke: 0 !important;
word-spacing: normal !important; text-indent: 0 !important; text-transform: none !important; white-space: normal !important;
unicode-bidi: revert !important }
.attached { position: relative !important; z-index: 2147483647 !important }
.attached::before, .attached::after, .attached *::before, .attached *::after { content: none !important }
details.quote { overflow: auto !important; position: static !important; margin: 0 !important; transform: none !important }
details.quote > summary { color: #666; cursor: pointer }
`;

// Mails set colours for a light background, so all colours are inverted, and those of images back again. White becomes
// the background. Paper has the original colours.
const DARK = `@media screen { html { background: #1f1e1c !important; color: #111; color-scheme: dark }
body { filter: invert(.88) hue-rotate(180deg); color-scheme: light }
img { filter: invert(1) hue-rotate(180deg) } }
`;
