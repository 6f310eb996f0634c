// What is typed into a form and not saved yet: kept while the app is open, so that a look at another screen loses
// nothing. Only in memory, because forms of accounts have passwords.
import { useEffect, useRef, useState } from 'react';
import { useUnloadGuard } from '../shell/use-unload-guard.ts';

const drafts = new Map<string, object>();

export interface FormDraft<F> {
  form: F;
  /** What the form began with. */
  initial: F;
  change: (changes: Partial<F>) => void;
  isDirty: boolean;
  /** It was typed on an earlier visit of the form. */
  isRestored: boolean;
  reset: () => void;
  /** It was saved, or is not wanted any more. */
  forget: () => void;
}

export function useFormDraft<F extends object>(key: string, start: F): FormDraft<F> {
  const [initial] = useState(start);
  const [form, setForm] = useState(() => (drafts.get(key) as F | undefined) ?? start);
  const [isRestored, setRestored] = useState(() => drafts.has(key));
  const isForgotten = useRef(false);
  const isDirty = JSON.stringify(form) !== JSON.stringify(initial);
  useEffect(() => {
    if (isDirty && !isForgotten.current) drafts.set(key, form);
    else drafts.delete(key);
  }, [key, form, isDirty]);
  useUnloadGuard(isDirty);
  return {
    form,
    initial,
    change: (changes) => setForm((before) => ({ ...before, ...changes })),
    isDirty,
    isRestored,
    reset: () => {
      setForm(initial);
      setRestored(false);
    },
    forget: () => {
      isForgotten.current = true;
      drafts.delete(key);
    },
  };
}
