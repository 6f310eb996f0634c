// What the composer shows about its draft: its content, whether it is saved, and what has to be decided.
import type { DraftContent } from './draft-content.ts';
import type { FieldName } from './draft-fields.ts';
import type { Versioned } from './draft-requests.ts';

type SaveState =
  | { kind: 'new' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'failed'; reason: string; isTemporary: boolean };

export type Problem =
  /** Both sides have changed the same part. */
  | { kind: 'conflict'; theirs: DraftContent; version: Versioned; fields: readonly FieldName[] }
  /** The draft was deleted or sent elsewhere. */
  | { kind: 'gone'; isSent: boolean };

export interface SessionState {
  content: DraftContent;
  draftId: string | undefined;
  /** The time for which it was scheduled before it was edited. */
  sendAt: string | undefined;
  save: SaveState;
  problem: Problem | undefined;
  /** The person has sent it; the service does not have that yet. */
  isSending: boolean;
  /** The person has changed their mind after the service was asked to send it. */
  isCancelling: boolean;
  /** Why the service does not send it. */
  refusal: string | undefined;
}
