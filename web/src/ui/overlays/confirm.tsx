// A question before an action: `if (await confirm({ title, text, action: 'Delete', danger: true }))`.
import { useSyncExternalStore } from 'react';
import { Button } from '../controls/button.tsx';
import { useUiWords } from '../words.ts';
import { Dialog } from './dialog.tsx';

export interface ConfirmOptions {
  title: string;
  text?: string;
  /** The text of the button, which says what happens: "Delete 3 mails". */
  action: string;
  danger?: boolean;
}

interface Question extends ConfirmOptions {
  answer: (yes: boolean) => void;
}

let question: Question | null = null;
const listeners = new Set<() => void>();

function ask(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Resolves to whether the person agreed. A second question answers the first one with no. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  question?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      ask(null);
      resolve(yes);
    };
    ask({ ...options, answer });
  });
}

/** Once in the app. */
export function ConfirmHost() {
  const current = useSyncExternalStore(subscribe, () => question);
  const words = useUiWords();
  if (!current) return null;
  const { title, text, action, danger, answer } = current;
  return (
    <Dialog
      open
      key={title}
      role="alertdialog"
      size="small"
      title={title}
      description={text}
      onClose={() => answer(false)}
      footer={
        <>
          {/* The safe answer has the focus of a dangerous question. */}
          <Button onClick={() => answer(false)} data-autofocus={danger || undefined}>
            {words.cancel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            onClick={() => answer(true)}
            data-autofocus={danger ? undefined : true}
          >
            {action}
          </Button>
        </>
      }
    />
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
