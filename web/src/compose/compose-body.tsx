// The text of the mail: the editor, the signature and the quoted mail, in the order in which they are sent.
import { lazy, Suspense, useRef, useState } from 'react';
import { loadPart } from '../shell/load-part.ts';
import { offerUndo } from '../shell/undo.ts';
import { useWords } from '../words/words.ts';
import editorStyles from './body/editor.module.css';
import { PlainEditor } from './body/plain-editor.tsx';
import styles from './composer.module.css';
import type { DraftBody } from './drafts/draft-body.ts';
import type { DraftSession } from './drafts/draft-session.ts';
import { QuoteBlock, SignatureBlock } from './drafts/quote-block.tsx';
import type { SessionState } from './drafts/session-state.ts';
import { useVisibleText } from './use-visible-text.ts';

const RichEditor = lazy(async () => ({ default: (await loadPart(() => import('./body/rich-editor.tsx'))).RichEditor }));

interface ComposeBodyProps {
  session: DraftSession;
  state: SessionState;
  /** The text gets the focus when the composer opens. */
  takesFocus: boolean;
}

export function ComposeBody({ session, state, takesFocus }: ComposeBodyProps) {
  const { compose } = useWords();
  const { body } = state.content;
  const setBody = (changes: Partial<DraftBody>) => session.change({ body: { ...session.content.body, ...changes } });
  /** Removes a part of the mail; the message offers it back. */
  const remove = (part: 'signature' | 'quote', text: string) => {
    const removed = session.content.body[part];
    setBody({ [part]: null });
    offerUndo(text, () => setBody({ [part]: removed }));
  };
  const signature = body.signature && (
    <SignatureBlock signature={body.signature} onRemove={() => remove('signature', compose.signatureRemoved)} />
  );
  const isWaiting = session.local.answers !== undefined && state.draftId === undefined;
  return (
    <>
      <Editor session={session} state={state} takesFocus={takesFocus} />
      {body.position === 'above' && signature}
      {body.quote && <QuoteBlock quote={body.quote} onRemove={() => remove('quote', compose.quoteRemoved)} />}
      {isWaiting && state.save.kind === 'failed' && <p className={styles.hint}>{compose.quoteLoading}</p>}
      {body.position === 'below' && signature}
    </>
  );
}

/** The editor of the mode. After a change of the mode the text has the focus. */
function Editor({ session, state, takesFocus }: ComposeBodyProps) {
  const { mode, body } = state.content;
  const editor = useRef<HTMLDivElement>(null);
  const [first] = useState(mode);
  const [isSwitched, setSwitched] = useState(false);
  if (mode !== first && !isSwitched) setSwitched(true);
  const autoFocus = takesFocus || isSwitched;
  const handlers = useVisibleText(editor);
  const setOwn = (own: DraftBody['own']) => session.change({ body: { ...session.content.body, own } });
  return (
    <div ref={editor} className={styles.editor} {...handlers}>
      {mode === 'plain' ? (
        <PlainEditor text={body.own.plain} autoFocus={autoFocus} onChange={(plain) => setOwn({ plain, html: null })} />
      ) : (
        <Suspense fallback={<div className={editorStyles.waiting} />}>
          <RichEditor
            html={body.own.html ?? ''}
            autoFocus={autoFocus}
            onChange={(html, plain) => setOwn({ html, plain })}
          />
        </Suspense>
      )}
    </div>
  );
}
