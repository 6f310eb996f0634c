// A scheduled mail that is edited keeps its time: the composer offers to schedule it again, and closing the composer
// says that it is a draft now.
import { useEffect, useState } from 'react';
import { sendAsBefore } from '../../mail/unsent/unsent-sending.ts';
import { offerUndo } from '../../shell/undo.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { words } from '../../words/words.ts';
import { openCompose } from '../compose-store.ts';
import type { DraftSession } from '../drafts/draft-session.ts';

/** Long enough to read it, and to decide. */
const DURATION = 30_000;
/** Timers of browsers cannot be longer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The time, unless it has passed: then the mail would be sent at once. */
export function keptTime(sendAt: string | undefined): Date | undefined {
  return sendAt !== undefined && Date.parse(sendAt) > Date.now() ? new Date(sendAt) : undefined;
}

/** The same for a component, which is rendered again when the time has come. */
export function useKeptTime(sendAt: string | undefined): Date | undefined {
  const [, setPassed] = useState(false);
  useEffect(() => {
    const left = sendAt === undefined ? 0 : Date.parse(sendAt) - Date.now();
    if (left <= 0 || left > MAX_TIMER_MS) return;
    const timer = setTimeout(() => setPassed(true), left);
    return () => clearTimeout(timer);
  }, [sendAt]);
  return keptTime(sendAt);
}

/** The composer was closed without sending: the mail has no time any more. */
export function announceUnscheduled(session: DraftSession, sendAt: string): void {
  const { draftId, save, problem } = session.state.get();
  if (!draftId || problem) return;
  if (save.kind === 'failed') {
    showToast({ text: words().compose.unscheduledKept });
    return;
  }
  // Otherwise the composer opens again, and says it.
  if (session.isDone) showUnscheduledToast(draftId, sendAt);
}

/** The mail was scheduled for `sendAt`, and is a draft that nobody edits. */
export function showUnscheduledToast(draftId: string, sendAt: string): void {
  const { compose } = words();
  const link = { label: compose.open, run: () => openCompose({ draftId, sendAt }) };
  const undo = () => void sendAsBefore({ id: draftId, status: 'scheduled', scheduled_at: sendAt });
  offerUndo(compose.unscheduled, undo, { link, duration: DURATION, mail: draftId });
}
