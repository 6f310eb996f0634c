// Says whether the draft is saved; in the bar of a minimised composer also what its notices would say.
import { formatTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import styles from '../composer.module.css';
import type { SessionState } from './session-state.ts';

interface SaveStatusProps {
  state: SessionState;
  isMinimised: boolean;
}

export function SaveStatus({
  state: { save, isSending, isCancelling, refusal, problem },
  isMinimised,
}: SaveStatusProps) {
  const { compose } = useWords();
  const notice = (() => {
    if (!isMinimised) return undefined;
    if (refusal) return compose.refused(refusal);
    if (problem?.kind === 'gone') return problem.isSent ? compose.goneSent : compose.gone;
    return problem && compose.conflict;
  })();
  const text = (() => {
    if (notice) return notice;
    if (isCancelling) return compose.cancelling;
    if (isSending) return save.kind === 'failed' ? compose.waiting : compose.sending;
    if (save.kind === 'saving') return compose.saving;
    if (save.kind === 'saved') return compose.saved(formatTime(save.at));
    if (save.kind === 'failed') return save.isTemporary ? compose.keptHere : compose.notSaved(save.reason);
    return save.kind === 'changed' ? compose.notSavedYet : '';
  })();
  return (
    <span
      role="status"
      className={styles.status}
      data-failed={save.kind === 'failed' || notice !== undefined || undefined}
      title={text}
    >
      {text}
    </span>
  );
}
