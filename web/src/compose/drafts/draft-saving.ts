// How the session of a draft talks to the service: creates the draft once, saves what has changed with If-Match, and
// merges what another window or device has changed.

import { newKey } from '../../data/changes/new-key.ts';
import { collection } from '../../data/live/live.ts';
import { isUnauthorized, requireSession } from '../../data/session.ts';
import { timeZone } from '../../words/format.ts';
import { setDraftOf } from '../compose-store.ts';
import { mergeAnswer } from './answer-merge.ts';
import { contentOf, type DraftContent, fieldsOf, withParts } from './draft-content.ts';
import { type DraftFields, differences, FIELD_NAMES, type FieldName, requestOf } from './draft-fields.ts';
import { merge, mergedBase } from './draft-merge.ts';
import { getEmail, hasStatus, isMissing, isTemporary, patchOnce, postOnce, type Versioned } from './draft-requests.ts';
import type { DraftSession } from './draft-session.ts';
import { asNewDraft, type DraftChange } from './local-drafts.ts';

/**
 * Whether the service has everything. A new mail or an answer without changes needs nothing, unless it was being
 * created: then there can be a draft with what was typed before.
 */
export function isSaved(session: DraftSession): boolean {
  const { local, content, hasChanges } = session;
  if (!local.draftId) return !hasChanges && !local.pendingSend && !local.creation;
  return !local.change && local.base !== undefined && differences(local.base.mine, fieldsOf(content)).length === 0;
}

/** The content of an email, with the identities that are known now. */
export function readContent({ email }: Versioned): DraftContent {
  return contentOf(email, collection('identities').values());
}

/** Creates the draft. The request is stored first, so that it is the same one however often it is sent. */
export async function createDraft(session: DraftSession): Promise<void> {
  const { local } = session;
  requireSession();
  if (!local.creation) {
    const fields = fieldsOf(session.content);
    local.created = fields;
    local.creation = local.answers
      ? {
          ...newRequest(),
          path: `/emails/${local.answers.emailId}/${local.answers.mode}`,
          // The quote says the time that the app shows, which is that of this device if the settings name no zone.
          body: { timezone: timeZone() },
        }
      : { ...newRequest(), path: '/emails/drafts', body: { ...requestOf(fields), ...inReplyTo(session) } };
    await session.keep();
  }
  const { creation } = local;
  const version = await postOnce(creation).catch((error: unknown) => {
    if (isTemporary(error) || isUnauthorized(error)) throw error;
    if (!local.answers) {
      // Nothing was created: what is changed after that is sent with another request.
      local.creation = undefined;
      local.created = undefined;
      throw error;
    }
    // A newer browser may be in a zone that the service does not know: the answer matters more than its time.
    if (hasStatus(error, 400) && creation.body.timezone) {
      local.creation = { ...creation, ...newRequest(), body: {} };
      return undefined;
    }
    // The mail cannot be answered, for example because it was erased: what was typed is a mail of its own.
    local.answers = undefined;
    local.creation = undefined;
    return undefined;
  });
  if (!version) return;
  const stored = readContent(version);
  const { answers } = local;
  local.draftId = version.email.id;
  local.etag = version.etag;
  local.inReplyTo = version.email.in_reply_to;
  local.creation = undefined;
  local.answers = undefined;
  setDraftOf(session.key, version.email.id);
  session.set({ draftId: version.email.id });
  if (answers) adoptAnswer(session, stored, answers.hadSignature);
  else {
    const theirs = fieldsOf(stored);
    local.base = { mine: { ...(local.created ?? fieldsOf(session.content)), sender: theirs.sender }, theirs };
    // Without accounts the composer could not name a sender; the service may have chosen one.
    if (session.content.account_id === null) session.setContent(withParts(session.content, stored, ['sender']));
  }
  local.created = undefined;
  await session.keep();
}

const newRequest = () => ({ key: newKey(), sentAt: Date.now() });

function inReplyTo({ local }: DraftSession): { in_reply_to?: string } {
  return local.inReplyTo ? { in_reply_to: local.inReplyTo } : {};
}

function adoptAnswer(session: DraftSession, stored: DraftContent, hadSignature: boolean): void {
  const { local, content: typed } = session;
  const { content, untouched } = mergeAnswer({ content: typed, initial: local.initial, hadSignature }, stored);
  const fields = fieldsOf(stored);
  local.initial = fieldsOf(untouched);
  local.base = { mine: fields, theirs: fields };
  session.setContent(content);
}

/**
 * The next request that saves what has changed. One that was not answered is sent again as it was, before what was typed
 * since then: otherwise a change that the service has made would look like one that was made elsewhere.
 */
export function changeOf({ local, content }: DraftSession): DraftChange | undefined {
  const { change, draftId, base, etag } = local;
  if (change || !draftId || !base || !etag) return change;
  const fields = fieldsOf(content);
  const body = requestOf(fields, differences(base.mine, fields));
  return { key: newKey(), path: `/emails/drafts/${draftId}`, body, etag, fields };
}

/** Saves the parts that have changed. The request is stored first, so that it is made once even if the page is closed. */
export async function saveChanges(session: DraftSession): Promise<void> {
  const { local } = session;
  const change = changeOf(session);
  if (!change) return reconcile(session);
  local.change = change;
  await session.keep();
  try {
    const version = await patchOnce(change);
    local.change = undefined;
    if (isGone(session, version)) return;
    local.etag = version.etag;
    local.base = { mine: change.fields, theirs: fieldsOf(readContent(version)) };
    await session.keep();
  } catch (error) {
    if (!isTemporary(error) && !isUnauthorized(error)) local.change = undefined;
    if (hasStatus(error, 412)) return reconcile(session, change.fields);
    if (isMissing(error) || hasStatus(error, 409))
      return session.setProblem({ kind: 'gone', isSent: hasStatus(error, 409) });
    throw error;
  }
}

/** Reads the draft and merges what was changed elsewhere. Both versions are kept if they contradict. */
export async function reconcile(session: DraftSession, sent?: DraftFields): Promise<void> {
  const { local } = session;
  if (!local.draftId) return;
  const version = await getEmail(local.draftId).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!version) return session.setProblem({ kind: 'gone', isSent: false });
  if (isGone(session, version) || version.etag === local.etag) return;
  const stored = readContent(version);
  const theirs = fieldsOf(stored);
  const mine = fieldsOf(session.content);
  // The service has the change already, and has forgotten its key.
  const isOwn = sent && differences(sent, theirs).length === 0;
  const base = isOwn ? { mine: sent, theirs } : (local.base ?? { mine: theirs, theirs });
  const { taken, conflicts } = merge(base, mine, theirs);
  if (conflicts.length > 0) return session.setProblem({ kind: 'conflict', theirs: stored, version, fields: conflicts });
  accept(session, version, stored, taken);
  local.base = mergedBase(base, theirs, taken);
}

function accept(session: DraftSession, version: Versioned, stored: DraftContent, names: readonly FieldName[]): void {
  session.local.etag = version.etag;
  if (names.length > 0) session.setContent(withParts(session.content, stored, names));
}

function isGone(session: DraftSession, { email }: Versioned): boolean {
  const isSent = email.status !== 'draft';
  if (!isSent && email.deleted_at === null) return false;
  session.setProblem({ kind: 'gone', isSent });
  return true;
}

/** What the person has decided: `both` keeps the other version as it is and saves this one as another draft. */
export function resolveConflict(session: DraftSession, choice: 'mine' | 'theirs' | 'both'): void {
  const { local } = session;
  const { problem } = session.state.get();
  if (!problem) return;
  if (problem.kind === 'conflict' && choice !== 'both') {
    const theirs = fieldsOf(problem.theirs);
    const base = local.base ?? { mine: theirs, theirs };
    const { taken } = merge(base, fieldsOf(session.content), theirs);
    const names = choice === 'theirs' ? FIELD_NAMES : taken;
    accept(session, problem.version, problem.theirs, names);
    local.base = { mine: theirs, theirs };
  } else {
    Object.assign(local, asNewDraft(local));
    setDraftOf(session.key, undefined);
    session.set({ draftId: undefined });
  }
  session.set({ problem: undefined, save: { kind: 'changed' } });
}
