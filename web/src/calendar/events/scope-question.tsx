// Asks whether a change of one event of a series is for this one, for this and the following ones, or for all of them.
import { createStore, useStore } from '../../data/store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import styles from './scope-question.module.css';

const SCOPES = ['this', 'following', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

interface Question {
  kind: 'change' | 'remove';
  title: string;
  /** What changes, such as the old and the new time. */
  change?: string | undefined;
  /** The answers that are possible; default: all. */
  offered?: readonly Scope[] | undefined;
}

const store = createStore<(Question & { answer: (scope: Scope | null) => void }) | null>(null);

/** Resolves with the answer, or with null if the question is closed. */
export function askScope(question: Question): Promise<Scope | null> {
  store.get()?.answer(null);
  return new Promise((resolve) => {
    store.set({
      ...question,
      answer: (scope) => {
        store.set(null);
        resolve(scope);
      },
    });
  });
}

/** Once in the calendar. */
export function ScopeQuestion() {
  const question = useStore(store);
  const { calendar, common } = useWords();
  if (!question) return null;
  const { kind, title, change, offered = SCOPES, answer } = question;
  const texts = { this: calendar.scopeThis, following: calendar.scopeFollowing, all: calendar.scopeAll };
  return (
    <Dialog
      open
      size="small"
      role="alertdialog"
      title={kind === 'remove' ? calendar.removeSeries(title) : calendar.changeSeries(title)}
      description={change}
      onClose={() => answer(null)}
      footer={<Button onClick={() => answer(null)}>{common.cancel}</Button>}
    >
      <div className={styles.choices}>
        {SCOPES.filter((scope) => offered.includes(scope)).map((scope, index) => (
          <Button
            key={scope}
            size="large"
            variant={index === 0 ? 'primary' : 'secondary'}
            data-autofocus={index === 0 || undefined}
            onClick={() => answer(scope)}
          >
            {texts[scope]}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
