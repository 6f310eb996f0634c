// The sign-in screen: exchanges a token for a session. The address stays what it was, so that the person is back at the
// same page afterwards; changes that were not sent wait in the browser.
import { DaybookError } from 'daybook-client';
import { type FormEvent, useEffect, useState } from 'react';
import { countChanges } from '../data/changes/mutation-ids.ts';
import { waitingChanges } from '../data/changes/mutations.ts';
import { signIn } from '../data/session.ts';
import { readKeys } from '../data/storage/storage.ts';
import { Button } from '../ui/controls/button.tsx';
import { Field } from '../ui/controls/field.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { TextInput } from '../ui/controls/text-input.tsx';
import { Banner } from '../ui/feedback/banner.tsx';
import { Copy, Eye, EyeOff, Info } from '../ui/icons.ts';
import { useWords, type Words } from '../words/words.ts';
import { copyText } from './copy-text.ts';
import styles from './sign-in.module.css';

interface SignInProps {
  hasEnded: boolean;
  /** The first token was created, and nobody has seen it. */
  isTokenLost: boolean;
}

export function SignIn({ hasEnded, isTokenLost }: SignInProps) {
  const { signIn: words, shell } = useWords();
  const unsent = useUnsent();
  useEffect(() => {
    document.title = `${words.title} – ${shell.app}`;
  }, [words.title, shell.app]);
  return (
    <main className={styles.page}>
      <div className={styles.panel}>
        <img src="/favicon.svg" alt="" className={styles.logo} width="48" height="48" />
        <h1 className={styles.title}>{words.title}</h1>
        {hasEnded ? (
          <Banner live tone="info" icon={<Info aria-hidden />}>
            {isTokenLost ? words.tokenLost : words.ended} {unsent > 0 && words.kept(unsent)}
          </Banner>
        ) : (
          <p className={styles.intro}>{words.intro}</p>
        )}
        <TokenForm />
        <Instructions isOpen={isTokenLost} />
      </div>
    </main>
  );
}

function TokenForm() {
  const { signIn: words } = useWords();
  const [token, setToken] = useState('');
  const [error, setError] = useState('');
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = problemOf(token.trim(), words);
    setError(problem);
    if (problem) return;
    setBusy(true);
    try {
      await signIn(token.trim());
    } catch (reason) {
      setError(textOf(reason, words));
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Field label={words.token} error={error}>
        <span className={styles.token}>
          <TextInput
            type={isShown ? 'text' : 'password'}
            name="token"
            autoComplete="current-password"
            autoFocus
            spellCheck={false}
            placeholder={words.placeholder}
            value={token}
            onValue={setToken}
          />
          <IconButton
            className={styles.eye ?? ''}
            size="small"
            label={isShown ? words.hide : words.show}
            icon={isShown ? <EyeOff /> : <Eye />}
            onClick={() => setShown(!isShown)}
          />
        </span>
      </Field>
      <Button type="submit" variant="primary" size="large" busy={isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}

function Instructions({ isOpen }: { isOpen: boolean }) {
  const { signIn: words } = useWords();
  return (
    <details className={styles.help} open={isOpen}>
      <summary>{words.how}</summary>
      <p>{words.howText}</p>
      <div className={styles.command}>
        <code>{words.command}</code>
        <IconButton
          size="small"
          label={words.copy}
          icon={<Copy />}
          onClick={() => void copyText(words.command, words.copied)}
        />
      </div>
      <p>{words.privacy}</p>
    </details>
  );
}

/** How many changes wait, also those of an earlier visit. */
function useUnsent(): number {
  const [count, setCount] = useState(waitingChanges());
  useEffect(() => void readKeys('mutations').then((keys) => setCount(countChanges(keys))), []);
  return count;
}

function problemOf(token: string, words: Words['signIn']): string {
  if (token === '') return words.missing;
  return /^dbk_\S+$/.test(token) ? '' : words.wrongForm;
}

function textOf(error: unknown, words: Words['signIn']): string {
  if (!(error instanceof DaybookError) || error.status !== 401) {
    const isUnreachable = !(error instanceof DaybookError) || [0, 502, 503, 504].includes(error.status);
    return isUnreachable ? words.unreachable : error.message;
  }
  const { reason } = error.details as { reason?: string };
  if (reason === 'expired') return words.expired;
  return reason === 'revoked' ? words.revoked : words.refused;
}
