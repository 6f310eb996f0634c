// The dialog that creates a token, and shows it once. The first token makes the service require one: it has no end, and
// this browser exchanges it for a session while it is shown.
import { useState } from 'react';
import { daybook } from '../../data/client.ts';
import { startLive, stopLive } from '../../data/live/live.ts';
import { refreshAll } from '../../data/live/refresh.ts';
import { holdSession, setTokenLost, useSession } from '../../data/session.ts';
import { confirmDiscard } from '../../shell/confirm-discard.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Warning } from '../../ui/icons.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { addDays } from '../../words/days.ts';
import { useWords } from '../../words/words.ts';
import { useFormDraft } from '../form-draft.ts';
import { FormMessages } from '../form-messages.tsx';
import { useSubmission } from '../form-submit.ts';
import styles from './access.module.css';
import { CreatedToken } from './created-token.tsx';
import { noteIfLost } from './first-token.ts';
import { ScopeFields } from './scope-fields.tsx';
import { type Preset, READ_ONLY, type Scope, scopesOf } from './scopes.ts';

export interface TokenForm {
  name: string;
  preset: Preset;
  chosen: readonly Scope[];
  expiry: Expiry;
}

type Expiry = 'never' | 'month' | 'quarter' | 'year';
const DAYS: Record<Expiry, number | null> = { never: null, month: 30, quarter: 90, year: 365 };

interface TokenDialogProps {
  isFirst: boolean;
  onClose: () => void;
}

export function TokenDialog({ isFirst, onClose }: TokenDialogProps) {
  const { settings, common } = useWords();
  const { access } = settings;
  const start: TokenForm = { name: '', preset: isFirst ? 'all' : 'read', chosen: READ_ONLY, expiry: 'never' };
  const draft = useFormDraft('token', start);
  const { form, change } = draft;
  const submission = useSubmission();
  const [token, setToken] = useState<string | null>(null);
  const create = useCreate(isFirst, submission);
  if (token !== null) return <CreatedToken {...{ token, isFirst, onClose }} />;
  const close = async () => {
    if (draft.isDirty && !(await confirmDiscard())) return;
    draft.forget();
    onClose();
  };
  const submit = async () => {
    const created = await create(form);
    if (!created) return;
    draft.forget();
    setToken(created);
  };
  return (
    <Dialog
      open
      fullScreenOnPhone
      title={isFirst ? access.firstTitle : access.createTitle}
      onClose={() => void close()}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={() => void close()}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={submission.isSaving}>
            {access.create}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormMessages draft={draft} submission={submission} />
        {isFirst && (
          <Banner tone="warning" icon={<Warning aria-hidden />}>
            {access.firstText}
          </Banner>
        )}
        <Field label={access.name} hint={access.nameHint} required error={submission.errors.get('name')}>
          <TextInput data-autofocus value={form.name} onValue={(name) => change({ name })} />
        </Field>
        {!isFirst && <ScopeFields {...{ form, change }} error={submission.errors.get('scopes')} />}
        {!isFirst && (
          <Field label={access.expiry} error={submission.errors.get('expires_at')}>
            <Select
              value={form.expiry}
              onValue={(expiry: Expiry) => change({ expiry })}
              options={(Object.keys(DAYS) as Expiry[]).map((value) => ({ value, label: access.expiries[value] }))}
            />
          </Field>
        )}
      </div>
    </Dialog>
  );
}

/** Creates the token; resolves with its text. */
function useCreate(isFirst: boolean, { setErrors, submit }: ReturnType<typeof useSubmission>) {
  const { access } = useWords().settings;
  const session = useSession();
  return async ({ name, preset, chosen, expiry }: TokenForm): Promise<string | undefined> => {
    const scopes = scopesOf(preset, chosen);
    if (!name.trim()) return void setErrors(new Map([['name', access.nameMissing]]));
    if (scopes.length === 0) return void setErrors(new Map([['scopes', access.scopesMissing]]));
    const days = isFirst ? null : DAYS[expiry];
    const expires_at = days === null ? null : addDays(new Date().toISOString().slice(0, 10), days);
    const body = { name: name.trim(), scopes: [...scopes], expires_at };
    // When the first one exists, requests without a token look like a session that has ended.
    if (isFirst) {
      holdSession(true);
      stopLive();
    }
    const created = await submit(body, (idempotencyKey) => {
      const answer = daybook.tokens.create(body, { idempotencyKey });
      return isFirst ? noteIfLost(answer, setTokenLost) : answer;
    });
    if (!created && isFirst) {
      holdSession(false);
      await startLive(session);
    }
    if (!isFirst) await refreshAll();
    return created?.token;
  };
}
