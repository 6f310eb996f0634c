// The text of the mail: the editor, the signature and the quoted mail, in the order in which they are sent.

import { showToast } from '../ui/toast.ts';
import { useWords, words } from '../words/words.ts';
import { PlainEditor } from './body/plain-editor.tsx';
import styles from './composer.module.css';
import type { DraftBody } from './draft-body.ts';
import type { DraftSession, SessionState } from './draft-session.ts';
import { QuoteBlock, SignatureBlock } from './quote-block.tsx';

export function ComposeBody({ session, state }: { session: DraftSession; state: SessionState }) {
  const { compose } = useWords();
  const { body } = state.content;
  const setBody = (changes: Partial<DraftBody>) => session.change({ body: { ...session.content.body, ...changes } });
  /** Removes a part of the mail; the message offers it back. */
  const remove = (part: 'signature' | 'quote', text: string) => {
    const removed = session.content.body[part];
    setBody({ [part]: null });
    showToast({ text, action: { label: words().common.undo, run: () => setBody({ [part]: removed }) } });
  };
  const signature = body.signature && (
    <SignatureBlock signature={body.signature} onRemove={() => remove('signature', compose.signatureRemoved)} />
  );
  const quote = body.quote && <QuoteBlock quote={body.quote} onRemove={() => remove('quote', compose.quoteRemoved)} />;
  const isWaiting = session.local.answers !== undefined && state.draftId === undefined;
  return (
    <>
      <PlainEditor text={body.own.plain} onChange={(plain) => setBody({ own: { plain, html: null } })} />
      {body.position === 'above' && signature}
      {quote}
      {isWaiting && state.save.kind === 'failed' && <p className={styles.hint}>{compose.quoteLoading}</p>}
      {body.position === 'below' && signature}
    </>
  );
}
