// The copies of drafts in the browser: what was typed survives a crash, a reload, a full disk of the service and a lost
// connection. A copy is removed when its composer is closed and the service has all of it.
import { currentUser } from '../../data/session.ts';
import { readValue, readValues, removeValue, writeValue } from '../../data/storage/storage.ts';
import type { AnswerMode } from '../compose-address.ts';
import type { ComposerView } from '../compose-store.ts';
import type { DraftContent } from './draft-content.ts';
import type { DraftFields } from './draft-fields.ts';
import type { Base } from './draft-merge.ts';

/** A request with the idempotency key that makes it happen once, however often it is sent. */
export interface KeyedRequest {
  key: string;
  path: string;
  body: Record<string, unknown>;
}

/** The request that creates a draft. It is stored when it is sent, so a draft without one does not exist at the service. */
export interface Creation extends KeyedRequest {
  /** When it was sent first, in milliseconds. The service knows its key for a day. */
  sentAt: number;
}

/** A change of a saved draft. */
export interface DraftChange extends KeyedRequest {
  etag: string;
  /** The whole draft with this change. */
  fields: DraftFields;
}

interface PendingSend extends KeyedRequest {
  /** It was sent to the service, which may have accepted it even if no answer came. */
  isAttempted?: boolean;
  /** The person has changed their mind after that: the service is asked to cancel it. */
  isCancelled?: boolean;
}

export interface LocalDraft {
  key: string;
  /** Who has written it; set when it is stored. */
  user?: string | undefined;
  view: ComposerView;
  content: DraftContent;
  /** Whether the composer has begun it: such a draft is not kept if nothing was written. */
  isNew: boolean;
  /** The content when the composer was opened; undefined if it is to be saved in any case. */
  initial: DraftFields | undefined;
  /** The mail that is answered, until the service has created the draft. */
  answers?: { emailId: string; mode: AnswerMode; hadSignature: boolean } | undefined;
  /** The Message-ID that is answered, for a draft that has to be created again. */
  inReplyTo?: string | null | undefined;
  draftId?: string | undefined;
  etag?: string | undefined;
  /** What the service has. */
  base?: Base | undefined;
  /** The request that creates the draft, once it was sent, and what the draft then has. */
  creation?: Creation | undefined;
  created?: DraftFields | undefined;
  /** The change that was sent last, until it is answered: whether the service has it is not known before. */
  change?: DraftChange | undefined;
  /** The time for which it was scheduled before it was edited: it is offered again. */
  sendAt?: string | undefined;
  /** The request that sends the mail, once the person has decided it. */
  pendingSend?: PendingSend | undefined;
}

/** The same text as a draft that the service does not have yet. */
export function asNewDraft(local: LocalDraft): LocalDraft {
  return {
    ...local,
    draftId: undefined,
    etag: undefined,
    base: undefined,
    change: undefined,
    creation: undefined,
    created: undefined,
    initial: undefined,
  };
}

export async function readLocalDrafts(): Promise<LocalDraft[]> {
  return (await readValues<LocalDraft>('drafts')).filter(isOwn);
}

export async function readLocalDraft(key: string): Promise<LocalDraft | undefined> {
  const draft = await readValue<LocalDraft>('drafts', key);
  return draft && isOwn(draft) ? draft : undefined;
}

function isOwn({ user }: LocalDraft): boolean {
  return user === currentUser();
}

export function writeLocalDraft(draft: LocalDraft): Promise<void> {
  return writeValue('drafts', draft.key, { ...draft, user: currentUser() } satisfies LocalDraft);
}

export function removeLocalDraft(key: string): Promise<void> {
  return removeValue('drafts', key);
}

const held = new Map<string, () => void>();

/**
 * Takes the copy for this window until it is released. False if another window has it open. Without the Web Locks API
 * every window may have it, and If-Match protects the draft.
 */
export async function lockLocalDraft(key: string): Promise<boolean> {
  if (!('locks' in navigator) || held.has(key)) return true;
  return new Promise((resolve) => {
    void navigator.locks.request(`daybook-draft-${key}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise<void>((release) => held.set(key, release));
    });
  });
}

export function releaseLocalDraft(key: string): void {
  held.get(key)?.();
  held.delete(key);
}
