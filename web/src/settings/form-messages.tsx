// What a form says about itself: restored changes, errors of fields, a failure.
import { useEffect, useRef } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { Banner } from '../ui/feedback/banner.tsx';
import { Problem } from '../ui/icons.ts';
import { useWords } from '../words/words.ts';
import type { FormDraft } from './form-draft.ts';
import type { Submission } from './form-submit.ts';

interface FormMessagesProps {
  draft: Pick<FormDraft<object>, 'isRestored' | 'isDirty' | 'reset'>;
  submission: Pick<Submission, 'errors' | 'failure'>;
}

export function FormMessages({ draft, submission: { errors, failure } }: FormMessagesProps) {
  const { settings: words, common } = useWords();
  const box = useRef<HTMLDivElement>(null);
  // The first field with an error gets the focus; a failure is scrolled into view.
  useEffect(() => {
    if (errors.size > 0) box.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (failure) box.current?.scrollIntoView({ block: 'nearest' });
  }, [errors, failure]);
  const message = errors.size > 0 ? words.checkFields : failure && words.notSaved(failure);
  return (
    <div ref={box}>
      {draft.isRestored && draft.isDirty && (
        <Banner
          live
          actions={
            <Button size="small" onClick={draft.reset}>
              {common.discard}
            </Button>
          }
        >
          {words.unsaved}
        </Banner>
      )}
      {message && (
        <div role="alert">
          <Banner tone="danger" icon={<Problem aria-hidden />}>
            {message}
          </Banner>
        </div>
      )}
    </div>
  );
}
