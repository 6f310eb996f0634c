// The form of an identity in a dialog.
import { daybook } from '../../data/client.ts';
import type { Account, Identity } from '../../data/types.ts';
import { confirmDiscard } from '../../shell/confirm-discard.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { Textarea } from '../../ui/controls/textarea.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import { useFormDraft } from '../form-draft.ts';
import { FormMessages } from '../form-messages.tsx';
import { useSubmission } from '../form-submit.ts';
import styles from './accounts.module.css';
import { createIdentity, identityChanges, identityForm } from './identity-requests.ts';

interface IdentityDialogProps {
  accounts: readonly Account[];
  identity: Identity | undefined;
  onClose: () => void;
}

export function IdentityDialog({ accounts, identity, onClose }: IdentityDialogProps) {
  const { settings, common } = useWords();
  const texts = settings.accounts.identities;
  const draft = useFormDraft(`identity/${identity?.id ?? 'new'}`, identityForm(accounts, identity));
  const submission = useSubmission();
  const { form } = draft;
  const close = async () => {
    if (draft.isDirty && !(await confirmDiscard())) return;
    draft.forget();
    onClose();
  };
  const submit = async () => {
    const body = identity ? identityChanges(draft.initial, form) : form;
    const saved = await submission.submit(body, (key) =>
      identity ? daybook.identities.update(identity.id, () => body) : createIdentity(form, key),
    );
    if (!saved) return;
    draft.forget();
    showToast({ text: texts.saved });
    onClose();
  };
  return (
    <Dialog
      open
      fullScreenOnPhone
      title={identity ? texts.editTitle : texts.addTitle}
      onClose={() => void close()}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={() => void close()}>{common.cancel}</Button>
          <Button type="submit" variant="primary" busy={submission.isSaving}>
            {common.save}
          </Button>
        </>
      }
    >
      <div className={styles.dialogForm}>
        <FormMessages draft={draft} submission={submission} />
        <IdentityFields {...{ accounts, draft, submission }} isNew={!identity} />
      </div>
    </Dialog>
  );
}

interface IdentityFieldsProps {
  accounts: readonly Account[];
  draft: ReturnType<typeof useFormDraft<ReturnType<typeof identityForm>>>;
  submission: ReturnType<typeof useSubmission>;
  isNew: boolean;
}

function IdentityFields({ accounts, draft: { form, change }, submission: { errors }, isNew }: IdentityFieldsProps) {
  const texts = useWords().settings.accounts.identities;
  return (
    <>
      {isNew && accounts.length > 1 && (
        <Field label={texts.account} error={errors.get('account_id')}>
          <Select
            value={form.account_id}
            onValue={(account_id) =>
              change({ account_id, address: accounts.find(({ id }) => id === account_id)?.address ?? form.address })
            }
            options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      <Field label={texts.name} hint={texts.nameHint} error={errors.get('name')}>
        <TextInput data-autofocus autoComplete="name" value={form.name} onValue={(name) => change({ name })} />
      </Field>
      <Field label={texts.address} hint={texts.addressHint} error={errors.get('address')}>
        <TextInput type="email" value={form.address} onValue={(address) => change({ address })} />
      </Field>
      <Field label={texts.replyTo} hint={texts.replyToHint} error={errors.get('reply_to')}>
        <TextInput type="email" value={form.reply_to} onValue={(reply_to) => change({ reply_to })} />
      </Field>
      <Field label={texts.signature} error={errors.get('signature_plain')}>
        <Textarea rows={4} value={form.signature} onValue={(signature) => change({ signature })} />
      </Field>
      <Checkbox label={texts.isDefault} checked={form.is_default} onChecked={(is_default) => change({ is_default })} />
    </>
  );
}
