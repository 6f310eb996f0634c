// Shows a new token, which is the only time that it can be seen: Escape does not close it before it was copied. With the
// first token this browser signs in; if that fails, the token is still there.
import { useEffect, useState } from 'react';
import { refreshAll } from '../../data/live/refresh.ts';
import { endSession, holdSession, signIn } from '../../data/session.ts';
import { copyText } from '../../shell/copy-text.ts';
import { reasonOf } from '../../shell/reasons.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Copy, Warning } from '../../ui/icons.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import styles from './access.module.css';

interface CreatedTokenProps {
  token: string;
  isFirst: boolean;
  onClose: () => void;
}

export function CreatedToken({ token, isFirst, onClose }: CreatedTokenProps) {
  const { settings, common } = useWords();
  const { access } = settings;
  const [isCopied, setCopied] = useState(false);
  const session = useFirstSession(token, isFirst);
  useIgnoredEscape(!isCopied);
  const copy = async () => {
    if (await copyText(token, access.copied)) setCopied(true);
  };
  const close = () => {
    onClose();
    session.leave();
  };
  return (
    <Dialog
      open
      role="alertdialog"
      lightDismiss={false}
      title={access.createdTitle}
      description={access.createdText}
      onClose={close}
      footer={
        <>
          <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
            {access.copy}
          </Button>
          <Button variant="primary" busy={session.isStarting} onClick={close}>
            {common.done}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label={access.tokens} hideLabel>
          <TextInput
            readOnly
            data-autofocus
            className={styles.token ?? ''}
            value={token}
            // Backward, so that the beginning is shown.
            onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, token.length, 'backward')}
          />
        </Field>
        {session.failure !== '' && (
          <Banner
            live
            tone="danger"
            icon={<Warning aria-hidden />}
            actions={<Button onClick={() => void session.start()}>{common.retry}</Button>}
          >
            {access.notSignedIn(session.failure)}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

interface FirstSession {
  isStarting: boolean;
  /** Why this browser is not signed in. */
  failure: string;
  start: () => Promise<void>;
  /** The token is not shown any more: without a session the sign-in screen asks for it. */
  leave: () => void;
}

function useFirstSession(token: string, isFirst: boolean): FirstSession {
  const [isStarting, setStarting] = useState(isFirst);
  const [failure, setFailure] = useState('');
  const start = async () => {
    setStarting(true);
    setFailure('');
    try {
      await signIn(token);
      holdSession(false);
      await refreshAll();
    } catch (error) {
      setFailure(reasonOf(error));
    }
    setStarting(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the token is there.
  useEffect(() => {
    if (isFirst) void start();
  }, []);
  const leave = () => {
    holdSession(false);
    if (failure !== '') endSession();
  };
  return { isStarting, failure, start, leave };
}

/** Browsers close a dialog on a second Escape, whatever the page says; not if they do not see the key. */
function useIgnoredEscape(isIgnored: boolean): void {
  useEffect(() => {
    if (!isIgnored) return;
    const ignore = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault();
    addEventListener('keydown', ignore, true);
    return () => removeEventListener('keydown', ignore, true);
  }, [isIgnored]);
}
