// The form of a composer: sender, recipients, subject, text, attachments, and what can be done with the mail.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from '../data/store.ts';
import { useActionTarget } from '../shell/actions/action-target.ts';
import { classes } from '../ui/classes.ts';
import { useWords } from '../words/words.ts';
import { AttachmentList } from './attachments/attachment-list.tsx';
import { useFileDrop } from './attachments/use-file-drop.ts';
import { ComposeBody } from './compose-body.tsx';
import { ComposeFooter } from './compose-footer.tsx';
import styles from './composer.module.css';
import type { DraftContent } from './drafts/draft-content.ts';
import { DraftNotices } from './drafts/draft-notices.tsx';
import type { DraftSession } from './drafts/draft-session.ts';
import type { SessionState } from './drafts/session-state.ts';
import { FromField } from './recipients/from-field.tsx';
import { RecipientFields } from './recipients/recipient-fields.tsx';
import { discardDraft } from './sending/after-send.ts';
import { useSending } from './sending/use-sending.ts';

interface ComposeFormProps {
  session: DraftSession;
  state: SessionState;
  isShown: boolean;
  /** The window is low: lists of recipients show fewer before they are unfolded. */
  isSmall: boolean;
  takesFocus: boolean;
}

export function ComposeForm({ session, state, isShown, isSmall, takesFocus }: ComposeFormProps) {
  const { compose } = useWords();
  const form = useRef<HTMLDivElement>(null);
  const { uploads } = session;
  const pending = useStore(uploads.state);
  const sending = useSending(
    session,
    useCallback(() => form.current, []),
  );
  const { isTarget, handlers } = useFileDrop((files) => !state.isSending && uploads.add(files));
  const { content } = state;
  const [first] = useState(() => firstField(content));
  useFirstFocus(form, takesFocus ? first : 'text');
  useComposerTarget(session, sending.send, form);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped anywhere; there is a button for it too.
    <div
      ref={form}
      hidden={!isShown}
      className={classes(styles.form, isTarget && styles.target)}
      onBlur={() => void session.save()}
      {...handlers}
    >
      {isTarget && <div className={styles.drop}>{compose.dropFiles}</div>}
      {/* In a form that is hidden, a dialog would not be seen, and yet keep everything else from being used. */}
      {isShown && <DraftNotices session={session} state={state} />}
      {/* What would be typed now would not be in the mail. */}
      <div className={styles.scroll} inert={state.isSending}>
        <div className={styles.fields}>
          <FromField session={session} content={content} />
          <RecipientFields session={session} content={content} isSmall={isSmall} />
          <input
            className={styles.subject}
            data-subject
            aria-label={compose.subject}
            placeholder={compose.subject}
            value={content.subject}
            maxLength={998}
            onChange={(event) => session.change({ subject: event.currentTarget.value })}
          />
        </div>
        <ComposeBody session={session} state={state} takesFocus={takesFocus && first === 'text'} />
      </div>
      {/* Below the part that scrolls, so that a file is seen when it is attached, however long the text is. */}
      <AttachmentList
        attachments={content.attachments}
        pending={pending}
        uploads={uploads}
        inert={state.isSending}
        onRemove={(removed) => session.change({ attachments: content.attachments.filter((one) => one !== removed) })}
      />
      <ComposeFooter session={session} content={content} sending={sending} onFiles={(files) => uploads.add(files)} />
    </div>
  );
}

/** Where one begins to write: what is empty. An answer has its subject, and a draft with a text goes on in it. */
function firstField({ to, subject, body }: DraftContent): keyof typeof FIRST | 'text' {
  if (to.length === 0) return 'to';
  return subject.trim() === '' && body.own.plain.trim() === '' ? 'subject' : 'text';
}

const FIRST = { to: '[data-list="to"] input', subject: '[data-subject]' };

/** The text takes the focus by itself, because its editor is loaded later. */
function useFirstFocus(form: { current: HTMLElement | null }, field: keyof typeof FIRST | 'text'): void {
  const first = useRef(field);
  useEffect(() => {
    if (first.current !== 'text') form.current?.querySelector<HTMLElement>(FIRST[first.current])?.focus();
  }, [form]);
}

/** The shortcuts of the composer belong to the one that has the focus. */
function useComposerTarget(session: DraftSession, send: () => void, form: { current: HTMLElement | null }): void {
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    const frame = form.current?.closest('[role="dialog"]');
    const follow = () => setFocus(frame?.contains(document.activeElement) ?? false);
    follow();
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [form]);
  const target = useMemo(
    () =>
      hasFocus
        ? { composer: { send, save: () => void session.save(), discard: () => void discardDraft(session) } }
        : {},
    [hasFocus, session, send],
  );
  useActionTarget(target);
}
