// The sessions of drafts by the key of their composer: how they begin, and how they end.

import { mutate } from '../../data/changes/mutations.ts';
import { onMessage } from '../../data/live/feed.ts';
import { collection, untilFilled } from '../../data/live/live.ts';
import { preferences } from '../../data/storage/preferences.ts';
import { parseAddressList } from '../../words/address-list.ts';
import { linesToHtml } from '../compose-mode.ts';
import { type ComposeRequest, type OpenComposer, reopenComposer, setDraftOf } from '../compose-store.ts';
import { lookupsOf } from '../recipients/lookups.ts';
import { sendersOf } from '../recipients/senders.ts';
import { answerContent } from './answer-content.ts';
import { type DraftContent, fieldsOf } from './draft-content.ts';
import { getEmail } from './draft-requests.ts';
import { readContent } from './draft-saving.ts';
import { DraftSession } from './draft-session.ts';
import { type LocalDraft, lockLocalDraft, readLocalDraft } from './local-drafts.ts';
import { setUnsavedDraft } from './unsaved-drafts.ts';

const sessions = new Map<string, Promise<DraftSession>>();
const started = new Set<DraftSession>();

/** The session of a composer; begins when it is first asked for. Rejects if its draft cannot be read. */
export function sessionOf({ key, request }: OpenComposer): Promise<DraftSession> {
  let found = sessions.get(key);
  if (!found) {
    found = begin(key, request);
    sessions.set(key, found);
    found.catch(() => sessions.delete(key));
  }
  return found;
}

/** Forgets a session, and the copy in the browser unless it is still needed. */
export async function endSessionOf(session: DraftSession, keepCopy = false): Promise<void> {
  sessions.delete(session.key);
  started.delete(session);
  setDraftOf(session.key, undefined);
  setUnsavedDraft(session.key, undefined);
  await session.end(keepCopy);
}

async function begin(key: string, request: ComposeRequest | undefined): Promise<DraftSession> {
  const local = request ? await newLocalDraft(key, request) : await readLocalDraft(key);
  if (!local) throw new Error('The copy of the draft does not exist any more.');
  await lockLocalDraft(key);
  const session = new DraftSession(local);
  started.add(session);
  setDraftOf(key, local.draftId);
  session.state.subscribe(() => started.has(session) && listIfUnsaved(session));
  // Although nothing was changed: the time would be lost with the page.
  if (request && local.sendAt) void session.keep();
  if (!request) void session.refresh().then(() => session.save());
  return session;
}

/** A new draft that could not be saved is in the list of drafts, so that it is found again. */
function listIfUnsaved(session: DraftSession): void {
  const { content, draftId, save, isSending } = session.state.get();
  // While it is tried again, it stays.
  if (draftId === undefined && (save.kind === 'saving' || save.kind === 'changed')) return;
  const { to, cc, bcc, subject, body } = content;
  const isUnsaved = draftId === undefined && save.kind === 'failed' && !isSending && !isEmpty(content);
  setUnsavedDraft(session.key, isUnsaved ? { to, cc, bcc, subject, text: body.own.plain } : undefined);
}

async function newLocalDraft(key: string, request: ComposeRequest): Promise<LocalDraft> {
  if ('draftId' in request) return openedDraft(key, request.draftId, request.sendAt);
  await untilFilled(); // a mail that a link begins has its sender and signature too
  const content =
    'replyTo' in request ? answerContent(request.replyTo, request.mode, emptyContent()) : newContent(request);
  const hadSignature = content.body.signature !== null;
  const answers = 'replyTo' in request ? { emailId: request.replyTo.id, mode: request.mode, hadSignature } : undefined;
  return { key, view: 'docked', content, isNew: true, initial: fieldsOf(content), answers };
}

async function openedDraft(key: string, id: string, sendAt: string | undefined): Promise<LocalDraft> {
  const version = await getEmail(id);
  const content = readContent(version);
  const fields = fieldsOf(content);
  const base = { mine: fields, theirs: fields };
  const inReplyTo = version.email.in_reply_to;
  return {
    key,
    view: 'docked',
    content,
    isNew: false,
    initial: fields,
    draftId: id,
    etag: version.etag,
    base,
    inReplyTo,
    sendAt,
  };
}

function emptyContent(): DraftContent {
  const [sender] = sendersOf(collection('accounts').values(), collection('identities').values());
  return {
    account_id: sender?.account_id ?? null,
    identity_id: sender?.identity_id ?? null,
    to: [],
    cc: [],
    bcc: [],
    subject: '',
    mode: preferences.get().composeMode,
    body: { own: { plain: '', html: '' }, signature: sender?.signature ?? null, quote: null, position: position() },
    attachments: [],
  };
}

function position(): 'above' | 'below' {
  return collection('settings').get()?.signature_position ?? 'above';
}

function newContent({ to, subject, body }: { to?: string; subject?: string; body?: string }): DraftContent {
  const content = emptyContent();
  const own = { plain: body ?? '', html: linesToHtml(body ?? '') };
  return { ...content, to: parseAddressList(to ?? ''), subject: subject ?? '', body: { ...content.body, own } };
}

/** Whether nothing was written that is worth keeping. */
export function isEmpty({ to, cc, bcc, subject, body, attachments }: DraftContent): boolean {
  const isBlank = subject.trim() === '' && body.own.plain.trim() === '' && body.quote === null;
  return isBlank && [...to, ...cc, ...bcc, ...attachments].length === 0;
}

/**
 * Closes a draft: saved if it has changed, removed if the composer has begun it and nothing was written. Until the
 * service has everything the session goes on without its composer, which opens again if there is something to decide.
 */
export async function closeDraft(session: DraftSession): Promise<void> {
  const { local, uploads } = session;
  const lookups = lookupsOf(session);
  if (lookups) await lookups;
  // What was not answered decides whether there is a draft, and which version of it is known.
  if (isUnwritten(session) && !local.creation && !local.change) return removeUnwritten(session);
  // Those that have failed before were seen.
  uploads.cancelFailed();
  await session.save();
  await uploads.ended();
  await session.save();
  if (endOrReopen(session)) return;
  const stop = session.state.subscribe(() => {
    if (endOrReopen(session)) stop();
  });
}

/** Whether the composer has begun the draft and nothing was written in it. */
function isUnwritten({ local, content, hasChanges, uploads }: DraftSession): boolean {
  return local.isNew && (!hasChanges || isEmpty(content)) && !local.pendingSend && !uploads.isRunning;
}

/** Only the version that is known: what another device has written since stays. */
function removeUnwritten(session: DraftSession): Promise<void> {
  const { draftId, etag } = session.local;
  if (draftId && etag) {
    const doneIf = ['PRECONDITION_FAILED', 'NOT_FOUND'];
    const path = `/emails/${draftId}`;
    void mutate([{ method: 'DELETE', path, query: { permanent: true }, ifMatch: etag, doneIf }]).catch(() => {});
  }
  return endSessionOf(session);
}

/** False if the session has to wait. */
function endOrReopen(session: DraftSession): boolean {
  const { problem, refusal } = session.state.get();
  if (session.isDone) void (isUnwritten(session) ? removeUnwritten(session) : endSessionOf(session));
  else if (problem || refusal || session.uploads.hasFailed) reopenComposer(session.key);
  else return false;
  return true;
}

// What another window or device changes is shown here.
onMessage(['email.updated', 'email.deleted'], ({ seq, data }) => {
  for (const session of started) if (session.local.draftId === data.id) void session.refresh(seq);
});

function saveAllWhileClosing(): void {
  for (const session of started) session.saveWhileClosing();
}

addEventListener('pagehide', saveAllWhileClosing);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const session of started) void session.save();
});
