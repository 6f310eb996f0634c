// The window of one composer: its title bar, and the form once its draft is there. The focus moves in when it opens and
// back when it closes.
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from '../data/store.ts';
import { reasonOf } from '../shell/reasons.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { showToast } from '../ui/feedback/toast.ts';
import { ChevronUp, Close, FullScreen, LeaveFullScreen, Minus } from '../ui/icons.ts';
import { useLayer } from '../ui/overlays/layers.ts';
import { LOW, PHONE, useMedia } from '../ui/use-media.ts';
import { useWords, words } from '../words/words.ts';
import { ComposeForm } from './compose-form.tsx';
import { type ComposerView, type OpenComposer, openCompose, removeComposer, showComposer } from './compose-store.ts';
import styles from './composer.module.css';
import { isMissing } from './drafts/draft-requests.ts';
import type { DraftSession } from './drafts/draft-session.ts';
import { SaveStatus } from './drafts/save-status.tsx';
import { closeDraft, isEmpty, sessionOf } from './drafts/sessions.ts';
import { announceSend } from './sending/after-send.ts';
import { announceUnscheduled, showUnscheduledToast } from './sending/kept-time.ts';

export function Composer({ composer, view }: { composer: OpenComposer; view: ComposerView }) {
  const session = useDraftSession(composer);
  if (!session) return <LoadingComposer composer={composer} view={view} />;
  return <OpenedComposer composer={composer} session={session} view={view} />;
}

function useDraftSession(composer: OpenComposer): DraftSession | undefined {
  const [session, setSession] = useState<DraftSession>();
  useEffect(() => {
    let isShown = true;
    sessionOf(composer).then(
      (found) => isShown && setSession(found),
      (error: unknown) => {
        showToast({ text: words().compose.openFailed(reasonOf(error)), tone: 'danger' });
        removeComposer(composer.key);
        const { request } = composer;
        if (request && 'draftId' in request && request.sendAt && !isMissing(error))
          showUnscheduledToast(request.draftId, request.sendAt);
      },
    );
    return () => {
      isShown = false;
    };
  }, [composer]);
  return session;
}

/**
 * Back leaves the full screen. In a small window every open composer has the full screen, so there it is closed. A window
 * in a corner is not in the way of the page: Back is for the page.
 */
function useFullScreenLayer(view: ComposerView, close: () => void, dock: () => void): void {
  const isPhone = useMedia(PHONE);
  const isLow = useMedia(LOW);
  useLayer(view === 'full', isPhone || isLow ? close : dock, true);
}

function LoadingComposer({ composer, view }: { composer: OpenComposer; view: ComposerView }) {
  const { compose } = useWords();
  const { key } = composer;
  const close = () => {
    removeComposer(key);
    void sessionOf(composer).then(closeComposer, () => {}); // the failure is shown already
  };
  useFullScreenLayer(view, close, () => showComposer(key, 'docked'));
  return (
    <div role="dialog" aria-label={compose.title} aria-busy="true" className={styles.window} data-view={view}>
      <div className={styles.bar}>{compose.title}</div>
      {view !== 'minimised' && (
        <div className={styles.loading}>
          <Skeleton width="60%" />
          <Skeleton width="40%" />
          <Skeleton height="8rem" />
        </div>
      )}
    </div>
  );
}

interface OpenedProps {
  composer: OpenComposer;
  session: DraftSession;
  view: ComposerView;
}

function OpenedComposer({ composer, session, view }: OpenedProps) {
  const { compose } = useWords();
  const state = useStore(session.state);
  const frame = useRef<HTMLDivElement>(null);
  const { key } = composer;
  const [isAnswer] = useState(session.local.answers !== undefined || Boolean(session.local.inReplyTo));
  const show = useCallback(
    (next: ComposerView) => {
      session.setView(next);
      showComposer(key, next, next !== 'minimised');
    },
    [session, key],
  );
  useEffect(() => {
    // One for which there was no room stays minimised: closing another one must not bring it back.
    if (view === 'minimised' && composer.view !== 'minimised') show('minimised');
  }, [view, composer.view, show]);
  const close = useCallback(() => void closeComposer(session), [session]);
  useEffect(() => {
    session.onAccepted = (email, isScheduled) => announceSend(session, email, isScheduled);
  }, [session]);
  useEffect(() => {
    // A mail that waits for the connection is not in the way.
    if (state.isSending && state.save.kind === 'failed') show('minimised');
    // Nor does one with a problem push away the one in which the person writes.
    else if (state.refusal || state.problem) showComposer(key, 'docked', false);
  }, [state.isSending, state.save.kind, state.refusal, state.problem, show, key]);
  useFullScreenLayer(view, close, () => show('docked'));
  const title = state.content.subject.trim() || compose.title;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
    // Single keys that are shortcuts of the app do nothing while a mail is written.
    // Nor is what was done elsewhere undone.
    const isUndo = event.key.toLowerCase() === 'z';
    if (isUndo || (!event.ctrlKey && !event.metaKey)) event.stopPropagation();
  };
  return (
    <div
      ref={frame}
      role="dialog"
      aria-label={title}
      className={styles.window}
      data-view={view}
      data-composer={key}
      data-answer={isAnswer || undefined}
      onKeyDown={onKeyDown}
    >
      <header className={styles.bar}>
        <button
          type="button"
          className={styles.title}
          onClick={() => show(view === 'minimised' ? 'docked' : 'minimised')}
          aria-expanded={view !== 'minimised'}
        >
          {title}
        </button>
        <SaveStatus state={state} isMinimised={view === 'minimised'} />
        <WindowButtons view={view} show={show} close={close} />
      </header>
      <ComposeForm
        session={session}
        state={state}
        isShown={view !== 'minimised'}
        isSmall={isAnswer && view === 'docked'}
        takesFocus={composer.takesFocus}
      />
    </div>
  );
}

interface WindowButtonsProps {
  view: ComposerView;
  show(view: ComposerView): void;
  close(): void;
}

function WindowButtons({ view, show, close }: WindowButtonsProps) {
  const { compose } = useWords();
  const isMinimised = view === 'minimised';
  const isFull = view === 'full';
  return (
    <>
      <IconButton
        size="small"
        label={isMinimised ? compose.expand : compose.minimise}
        icon={isMinimised ? <ChevronUp /> : <Minus />}
        onClick={() => show(isMinimised ? 'docked' : 'minimised')}
      />
      {!isMinimised && (
        <IconButton
          size="small"
          className={styles.wide ?? ''}
          label={isFull ? compose.leaveFullScreen : compose.fullScreen}
          icon={isFull ? <LeaveFullScreen /> : <FullScreen />}
          onClick={() => show(isFull ? 'docked' : 'full')}
        />
      )}
      <IconButton size="small" label={compose.close} icon={<Close />} keys="Escape" onClick={close} />
    </>
  );
}

/** Closes the window at once; the draft is saved meanwhile. */
async function closeComposer(session: DraftSession): Promise<void> {
  const isChanged = session.hasChanges || session.uploads.isRunning;
  const isSending = session.local.pendingSend !== undefined;
  removeComposer(session.key);
  await closeDraft(session);
  const { draftId, save } = session.state.get();
  const { compose } = words();
  if (isSending) return;
  if (session.local.sendAt) return announceUnscheduled(session, session.local.sendAt);
  if (isEmpty(session.content)) return;
  if (save.kind === 'failed') showToast({ text: compose.draftKept });
  else if (session.isDone && isChanged && draftId)
    showToast({ text: compose.draftSaved, action: { label: compose.open, run: () => openCompose({ draftId }) } });
}
