// Says whether the draft is saved.
import { formatTime } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import styles from '../composer.module.css';
import type { SessionState } from './session-state.ts';

export function SaveStatus({ state: { save, isSending, isCancelling } }: { state: SessionState }) {
  const { compose } = useWords();
  const text = (() => {
    if (isCancelling) return compose.cancelling;
    if (isSending) return save.kind === 'failed' ? compose.waiting : compose.sending;
    if (save.kind === 'saving') return compose.saving;
    if (save.kind === 'saved') return compose.saved(formatTime(save.at));
    if (save.kind === 'failed') return save.isTemporary ? compose.keptHere : compose.notSaved(save.reason);
    return save.kind === 'changed' ? compose.notSavedYet : '';
  })();
  return (
    <span role="status" className={styles.status} data-failed={save.kind === 'failed' || undefined} title={text}>
      {text}
    </span>
  );
}
