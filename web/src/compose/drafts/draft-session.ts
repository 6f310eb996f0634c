// One draft that is being written: keeps what was typed in the browser, saves it as the person types, and sends it. It
// lives as long as the service does not have everything, also when its composer is closed.

import { newKey } from '../../data/changes/new-key.ts';
import { connectionState } from '../../data/live/live.ts';
import { endSession, isUnauthorized } from '../../data/session.ts';
import { createStore } from '../../data/store.ts';
import type { Email } from '../../data/types.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { Uploads } from '../attachments/uploads.ts';
import type { ComposerView } from '../compose-store.ts';
import { sendDraft } from '../sending/draft-sending.ts';
import { type DraftContent, fieldsOf } from './draft-content.ts';
import { differences } from './draft-fields.ts';
import { isMissing, isTemporary, sendWhileClosing } from './draft-requests.ts';
import { changeOf, createDraft, isSaved, reconcile, resolveConflict, saveChanges } from './draft-saving.ts';
import { type LocalDraft, releaseLocalDraft, removeLocalDraft, writeLocalDraft } from './local-drafts.ts';
import type { Problem, SessionState } from './session-state.ts';

const SAVE_DELAY = 800;
const FIRST_RETRY = 2000;
const LONGEST_RETRY = 30_000;

/** Whether it has something that the service does not have, as far as it is known before the service is asked. */
function isUnsaved({ draftId, base, content, change }: LocalDraft): boolean {
  if (draftId === undefined) return false;
  return change !== undefined || base === undefined || differences(base.mine, fieldsOf(content)).length > 0;
}

export class DraftSession {
  readonly key: string;
  readonly state;
  readonly local: LocalDraft;
  readonly uploads = new Uploads((attachment) =>
    this.change({ attachments: [...this.content.attachments, attachment] }),
  );
  /** Called when the service has accepted the mail for sending. */
  onAccepted: ((email: Email, isScheduled: boolean) => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retries = 0;
  #running: Promise<boolean> | undefined;
  #following: Promise<boolean> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #isEnded = false;
  #isKept = true;
  readonly #stopFollowing: () => void;

  constructor(local: LocalDraft) {
    this.key = local.key;
    this.local = local;
    this.state = createStore<SessionState>({
      content: local.content,
      draftId: local.draftId,
      sendAt: local.sendAt,
      save: { kind: isUnsaved(local) ? 'changed' : 'new' },
      problem: undefined,
      isSending: local.pendingSend !== undefined,
      isCancelling: local.pendingSend?.isCancelled ?? false,
      refusal: undefined,
    });
    this.#stopFollowing = connectionState.subscribe(() => {
      if (connectionState.get() === 'live' && this.state.get().save.kind === 'failed') void this.save();
    });
  }

  get content(): DraftContent {
    return this.local.content;
  }

  /** A change by the person: kept at once, saved a little later. */
  change(changes: Partial<DraftContent>): void {
    this.setContent({ ...this.content, ...changes });
    this.set({ save: { kind: 'changed' }, refusal: undefined });
    this.#schedule(SAVE_DELAY);
  }

  setContent(content: DraftContent): void {
    this.local.content = content;
    this.set({ content });
    void this.keep();
  }

  setView(view: ComposerView): void {
    this.local.view = view;
    void this.keep();
  }

  set(changes: Partial<SessionState>): void {
    this.state.set((state) => ({ ...state, ...changes }));
  }

  /** Stores the copy in the browser; resolves when it is stored. */
  async keep(): Promise<void> {
    // While one write runs, later ones wait as one.
    if (!this.#next) {
      const next = this.#writing.then(() => {
        this.#next = undefined;
        return this.#isKept ? writeLocalDraft({ ...this.local }) : undefined;
      });
      this.#next = next;
      this.#writing = next;
    }
    await this.#next;
  }

  /** Whether the person has changed something since the composer was opened. */
  get hasChanges(): boolean {
    const { initial, content } = this.local;
    return initial === undefined || differences(initial, fieldsOf(content)).length > 0;
  }

  get isSaved(): boolean {
    return isSaved(this);
  }

  /** Whether nothing is left to do or to decide. */
  get isDone(): boolean {
    const { problem, refusal } = this.state.get();
    return this.isSaved && !this.local.pendingSend && !problem && !refusal && this.uploads.state.get().length === 0;
  }

  /** Saves what has changed; true if the service then has everything. */
  save(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (!this.#running) return this.#begin();
    // The save that runs may have looked before the last change: another one follows it.
    this.#following ??= this.#running.then(() => {
      this.#following = undefined;
      return this.#running ?? this.#begin();
    });
    return this.#following;
  }

  /** Sends the mail once it is saved; also later, if the service cannot be reached now. */
  async send(body: Record<string, unknown>): Promise<void> {
    if (this.state.get().problem) return;
    this.local.pendingSend = { key: newKey(), path: '', body };
    this.set({ isSending: true, refusal: undefined });
    await this.keep();
    await this.save();
  }

  /** The person does not want to send it any more. What the service may have accepted already is cancelled there. */
  async cancelSend(): Promise<void> {
    const { pendingSend } = this.local;
    if (!pendingSend?.isAttempted) return this.clearPendingSend();
    pendingSend.isCancelled = true;
    this.set({ isCancelling: true });
    await this.keep();
    await this.save();
  }

  clearPendingSend(): void {
    this.local.pendingSend = undefined;
    this.set({ isSending: false, isCancelling: false });
    void this.keep();
  }

  /** What the person has to decide first. A mail that waits to be sent waits no longer: they decide about that again. */
  setProblem(problem: Problem): void {
    this.set({ problem, save: { kind: 'changed' } });
    this.clearPendingSend();
  }

  resolve(choice: 'mine' | 'theirs' | 'both'): Promise<boolean> {
    resolveConflict(this, choice);
    return this.save();
  }

  /** Reads what was changed elsewhere, up to the change `seq`. */
  async refresh(seq = Number.POSITIVE_INFINITY): Promise<void> {
    await this.#running;
    // A change that was not answered may be the one that is read here.
    if (this.local.change && !(await this.save())) return;
    const { draftId, etag } = this.local;
    // The ETag begins with the seq of the last change.
    if (!draftId || Number.parseInt(etag?.slice(1) ?? '0', 10) >= seq) return;
    // The answer to an attempt to send it decides, not what the feed says.
    if (this.state.get().problem || this.#isEnded || this.local.pendingSend?.isAttempted) return;
    await reconcile(this).catch(() => {});
    if (!this.isSaved) this.#schedule(SAVE_DELAY);
  }

  /** The page is being closed. */
  saveWhileClosing(): void {
    if (this.isSaved || this.state.get().problem) return;
    const change = changeOf(this);
    if (!change || !sendWhileClosing(change)) return;
    this.local.change = change;
    void this.keep();
  }

  /** Ends the session; the copy in the browser stays only if `keepCopy` is set. */
  async end(keepCopy = false): Promise<void> {
    this.#isEnded = true;
    this.#isKept = keepCopy;
    clearTimeout(this.#timer);
    this.#stopFollowing();
    this.uploads.cancelAll();
    await this.#writing;
    if (!keepCopy) await removeLocalDraft(this.key);
    releaseLocalDraft(this.key);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    if (!this.#isEnded) this.#timer = setTimeout(() => void this.save(), delay);
  }

  #begin(): Promise<boolean> {
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<boolean> {
    try {
      while (!this.isSaved) {
        if (this.state.get().problem || this.#isEnded) return false;
        this.set({ save: { kind: 'saving' } });
        if (this.local.draftId) await saveChanges(this);
        else await createDraft(this);
      }
      this.#retries = 0;
      if (this.local.draftId && this.state.get().save.kind !== 'saved')
        this.set({ save: { kind: 'saved', at: new Date() } });
      if (this.state.get().problem) return false;
      await sendDraft(this);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #fail(error: unknown): void {
    if (isUnauthorized(error)) endSession();
    if (isMissing(error)) {
      this.setProblem({ kind: 'gone', isSent: false });
      return;
    }
    const temporary = isTemporary(error) || isUnauthorized(error);
    this.set({ save: { kind: 'failed', reason: reasonOf(error), isTemporary: temporary } });
    // A text that the service refuses is saved again when it is changed; only a missing connection is worth waiting for.
    if (temporary) this.#schedule(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.#retries++));
    else this.clearPendingSend();
  }
}
