// Shows a new token, which is the only time that it can be seen.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Copy } from '../../ui/icons.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/words.ts';
import styles from './access.module.css';

export function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { settings, common } = useWords();
  const { access } = settings;
  const copy = async () => {
    await navigator.clipboard.writeText(token);
    showToast({ text: access.copied });
  };
  return (
    <Dialog
      open
      lightDismiss={false}
      title={access.createdTitle}
      description={access.createdText}
      onClose={onClose}
      footer={
        <>
          <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
            {access.copy}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {common.done}
          </Button>
        </>
      }
    >
      <Field label={access.tokens} hideLabel>
        <TextInput
          readOnly
          data-autofocus
          className={styles.token ?? ''}
          value={token}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
    </Dialog>
  );
}
