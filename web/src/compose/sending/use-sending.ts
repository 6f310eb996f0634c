// What happens when the person sends a mail: checks that are worth a question, then the request that sends it.
import { useCallback, useState } from 'react';
import { holdSeconds } from '../../data/hold-seconds.ts';
import { useStore } from '../../data/store.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { isMailAddress } from '../../words/address-list.ts';
import { formatDayTime } from '../../words/format.ts';
import { words } from '../../words/words.ts';
import { mentionsAttachment } from '../attachments/attachment-words.ts';
import type { DraftContent } from '../drafts/draft-content.ts';
import type { DraftSession } from '../drafts/draft-session.ts';
import { lookupsOf } from '../recipients/lookups.ts';
import { hasAccount } from '../recipients/senders.ts';
import { keptTime } from './kept-time.ts';

export interface Sending {
  /** Why the mail cannot be sent yet. */
  problem: string | undefined;
  isBusy: boolean;
  /** At the given time; without one, at the time that the mail had before it was edited, else at once. */
  send(at?: Date | 'now'): void;
  clear(): void;
}

export function useSending(session: DraftSession, frame: () => HTMLElement | null): Sending {
  const [problem, setProblem] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const { isSending } = useStore(session.state);
  const isBusy = isSending || isWaiting;
  const run = useCallback(
    async (asked: Date | 'now' | undefined) => {
      // Decided now: while a question waits for its answer, the time can pass.
      const at = asked === 'now' ? undefined : (asked ?? keptTime(session.local.sendAt));
      const lookups = lookupsOf(session);
      if (lookups) {
        setWaiting(true);
        await lookups;
        setWaiting(false);
        if (!frame()) return; // closed or discarded meanwhile
      }
      const found = blocker(session);
      setProblem(found);
      if (found) return focusProblem(frame());
      const doubt = await doubtAbout(session.content);
      if (doubt === 'subject') focusSubject(frame());
      if (doubt) return;
      if (at && at.getTime() <= Date.now()) return setProblem(words().compose.timeHasPassed(formatDayTime(at)));
      // Without an account there is nothing to hold: the mail waits in the outbox.
      await session.send(at ? { scheduled_at: at.toISOString() } : { hold_seconds: hasAccount() ? holdSeconds() : 0 });
    },
    [session, frame],
  );
  const isFree = !isBusy;
  return {
    problem,
    isBusy,
    send: useCallback((at) => void (isFree && run(at)), [run, isFree]),
    clear: useCallback(() => setProblem(undefined), []),
  };
}

/** What must be put right first. */
function blocker(session: DraftSession): string | undefined {
  const { compose } = words();
  const { problem } = session.state.get();
  if (problem?.kind === 'gone') return problem.isSent ? compose.goneSent : compose.gone;
  const { to, cc, bcc } = session.content;
  const recipients = [...to, ...cc, ...bcc];
  if (recipients.length === 0) return compose.noRecipients;
  const invalid = recipients.filter(({ address }) => !isMailAddress(address));
  if (invalid.length > 0) return compose.invalidRecipients(invalid.map(({ address }) => address).join(', '));
  if (session.uploads.hasFailed) return compose.uploadsFailed;
  return session.uploads.isRunning ? compose.uploadsRunning : undefined;
}

function focusProblem(frame: HTMLElement | null): void {
  const target = frame?.querySelector<HTMLElement>('[data-invalid]') ?? frame?.querySelector<HTMLElement>('input');
  target?.focus();
}

function focusSubject(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLElement>('[data-subject]')?.focus();
}

/** Asks about what is probably a mistake, each question once; returns what the person does not want to send so. */
async function doubtAbout({ subject, body, attachments }: DraftContent): Promise<string | undefined> {
  const { compose } = words();
  const questions = [
    subject.trim() === '' && { about: 'subject', title: compose.noSubject, action: compose.sendAnyway },
    attachments.length === 0 &&
      mentionsAttachment(`${subject}\n${body.own.plain}`) && {
        about: 'attachments',
        title: compose.noAttachment,
        text: compose.noAttachmentText,
        action: compose.sendAnyway,
      },
    !hasAccount() && {
      about: 'account',
      title: compose.noAccount,
      text: compose.noAccountText,
      action: compose.toOutbox,
    },
  ];
  for (const question of questions) if (question && !(await confirm(question))) return question.about;
  return undefined;
}

export function goToAccounts(): void {
  goTo('/settings/accounts');
}
