// The form of an account, new or existing. The service tests the servers when it stores the account.
import { daybook } from '../../data/client.ts';
import { untilLive } from '../../data/live/live.ts';
import type { Account } from '../../data/types.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { useWords } from '../../words/words.ts';
import { type FormDraft, useFormDraft } from '../form-draft.ts';
import { FormMessages } from '../form-messages.tsx';
import { type Submission, useSubmission } from '../form-submit.ts';
import { Group } from '../group.tsx';
import {
  type AccountForm,
  accountChanges,
  accountFormOf,
  accountInput,
  accountProblems,
  emptyAccountForm,
  isGuessed,
  withAddress,
} from './account-form.ts';
import styles from './accounts.module.css';
import { ServerFields } from './server-fields.tsx';

export interface EditorPart {
  draft: FormDraft<AccountForm>;
  submission: Submission;
  account: Account | undefined;
}

export function AccountEditor({ account }: { account?: Account }) {
  const { accounts: words } = useWords().settings;
  const { common } = useWords();
  const draft = useFormDraft(`account/${account?.id ?? 'new'}`, account ? accountFormOf(account) : emptyAccountForm());
  const submission = useSubmission();
  const part = { draft, submission, account };
  const save = useSave(part);
  const back = account ? `/settings/accounts/${account.id}` : '/settings/accounts';
  const cancel = () => {
    draft.forget();
    goTo(back);
  };
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={account ? words.editTitle : words.addTitle}
      onSubmit={(event) => {
        event.preventDefault();
        if (!submission.isSaving) void save();
      }}
    >
      <FormMessages draft={draft} submission={submission} />
      <PersonFields {...part} />
      <ServerGroups {...part} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={submission.isSaving}>
          {account ? words.form.submitEdit : words.form.submitNew}
        </Button>
        <Button onClick={cancel}>{common.cancel}</Button>
        <span role="status" className={styles.testing}>
          {submission.isSaving && words.form.testing}
        </span>
      </div>
    </form>
  );
}

function useSave({ draft, submission, account }: EditorPart): () => Promise<void> {
  const { form: texts } = useWords().settings.accounts;
  return async () => {
    const problems = accountProblems(draft.form);
    submission.setErrors(new Map([...problems].map(([field, problem]) => [field, texts[problem]])));
    if (problems.size > 0) return;
    const body = account ? accountChanges(draft.initial, draft.form) : accountInput(draft.form);
    const saved = await submission.submit(body, (idempotencyKey) =>
      account
        ? daybook.accounts.update(account.id, () => body)
        : daybook.accounts.create(body as ReturnType<typeof accountInput>, { idempotencyKey }),
    );
    if (!saved) return;
    draft.forget();
    await untilLive().catch(() => {});
    goTo(`/settings/accounts/${saved.id}`, { replace: true });
  };
}

function PersonFields({ draft: { form, change }, submission: { errors }, account }: EditorPart) {
  const { form: words, addTitle, editTitle } = useWords().settings.accounts;
  return (
    <Group title={account ? editTitle : addTitle}>
      <div className={styles.fields}>
        <Field label={words.address} required error={errors.get('address')}>
          <TextInput
            type="email"
            autoComplete="email"
            autoFocus={!account}
            value={form.address}
            onValue={(address) => change(withAddress(form, address))}
            onBlur={() => change(withUsers(form))}
          />
        </Field>
        <Field
          label={words.password}
          hint={account ? words.keptPassword : words.passwordHint}
          error={errors.get('smtp.password') ?? errors.get('imap.password')}
        >
          <TextInput
            type="password"
            autoComplete="new-password"
            value={form.password}
            onValue={(password) => change({ password })}
          />
        </Field>
        <Field label={words.fromName} hint={words.fromNameHint} error={errors.get('from_name')}>
          <TextInput autoComplete="name" value={form.from_name} onValue={(from_name) => change({ from_name })} />
        </Field>
        <Field label={words.name} hint={words.nameHint} error={errors.get('name')}>
          <TextInput value={form.name} onValue={(name) => change({ name })} />
        </Field>
      </div>
    </Group>
  );
}

function ServerGroups(part: EditorPart) {
  const { form: words } = useWords().settings.accounts;
  const { form, change } = part.draft;
  const guessed = !part.account && isGuessed(form) ? { text: words.guessed } : {};
  return (
    <>
      <Group title={words.imap} {...guessed}>
        <div className={styles.fields}>
          <Switch label={words.usesImap} checked={form.usesImap} onChecked={(usesImap) => change({ usesImap })} />
          {form.usesImap && <ServerFields kind="imap" {...part} />}
        </div>
      </Group>
      <Group title={words.smtp} {...guessed}>
        <div className={styles.fields}>
          <ServerFields kind="smtp" {...part} />
        </div>
      </Group>
    </>
  );
}

/** The user of a server is the address, unless another was typed. */
function withUsers(form: AccountForm): Partial<AccountForm> {
  const { address, smtp, imap } = form;
  return {
    smtp: { ...smtp, user: smtp.user || address.trim() },
    imap: { ...imap, user: imap.user || address.trim() },
  };
}
