// The editor of a mail with formatting: ProseMirror with a toolbar.
import { EditorState, Selection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import 'prosemirror-view/style/prosemirror.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWords, words } from '../../words/words.ts';
import { editorPlugins } from './editing.ts';
import styles from './editor.module.css';
import { keptView } from './kept-view.ts';
import { LinkDialog } from './link-dialog.tsx';
import { checkSlice } from './own-attributes.ts';
import { cleanPastedHtml, parseHtml } from './parse.ts';
import { linkAddress, schema } from './schema.ts';
import { htmlOf, plainOf } from './serialize.ts';
import { isShortcut, readSelection } from './shortcuts.ts';
import { Toolbar } from './toolbar.tsx';
import { isTypingElsewhere } from './typing.ts';

export interface RichEditorProps {
  html: string;
  onChange(html: string, plain: string): void;
  autoFocus: boolean;
}

export function RichEditor(props: RichEditorProps) {
  const { compose } = useWords();
  const [isLinking, setLinking] = useState(false);
  const { place, view, state } = useEditor(props, () => setLinking(true));
  const close = () => {
    // Before anything else is typed: a dialog that is still there keeps the focus, or takes it back.
    flushSync(() => setLinking(false));
    view?.focus();
  };
  return (
    <>
      <div ref={place} className={styles.rich} data-label={compose.text} />
      {/* Tab leads from the subject into the text, and from there to the toolbar, which is shown above the text. */}
      {view && state ? (
        <Toolbar view={view} state={state} openLink={() => setLinking(true)} />
      ) : (
        <div className={styles.toolbar} />
      )}
      {isLinking && view && <LinkDialog view={view} onClose={close} />}
    </>
  );
}

function useEditor(props: RichEditorProps, openLink: () => void) {
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView>();
  const [state, setState] = useState<EditorState>();
  const latest = useRef({ ...props, openLink });
  Object.assign(latest.current, props, { openLink });
  /** The HTML that the editor shows: what comes back from its own changes is not set again. */
  const shown = useRef(props.html);
  useEffect(() => {
    if (!place.current) return;
    const created = createView(place.current, shown.current, () => latest.current.openLink());
    created.setProps({
      dispatchTransaction(transaction) {
        const next = created.state.apply(transaction);
        created.updateState(next);
        setState(next);
        if (!transaction.docChanged) return;
        shown.current = htmlOf(next.doc);
        latest.current.onChange(shown.current, plainOf(next.doc));
      },
    });
    setView(created);
    setState(created.state);
    if (latest.current.autoFocus && !isTypingElsewhere(place.current)) created.focus();
    return () => created.destroy();
  }, []);
  // Before the next key can be typed: later, the HTML of this render may be older than what the editor shows.
  useLayoutEffect(() => {
    if (!view || view.isDestroyed || props.html === shown.current) return;
    shown.current = props.html;
    const doc = parseHtml(props.html);
    const cursor = Math.min(view.state.selection.head, doc.content.size);
    const selection = Selection.near(doc.resolve(cursor));
    const next = EditorState.create({ doc, selection, plugins: view.state.plugins });
    view.updateState(next);
    setState(next);
  }, [view, props.html]);
  return { place, view, state };
}

function createView(place: HTMLElement, html: string, openLink: () => void): EditorView {
  const doc = parseHtml(html);
  return new EditorView(place, {
    // Whoever opens a draft goes on at its end.
    state: EditorState.create({ doc, selection: Selection.atEnd(doc), plugins: editorPlugins(openLink) }),
    attributes: () => ({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': words().compose.text,
      'data-editor': '',
      class: styles.text ?? '',
    }),
    handleDOMEvents: {
      keydown(view, event) {
        if (isShortcut(event)) readSelection(view);
        return isForComposer(event);
      },
    },
    nodeViews: { kept: keptView },
    transformPastedHTML: cleanPastedHtml,
    transformPasted: checkSlice,
    handlePaste: pasteLink,
  });
}

/** ProseMirror takes Escape and every Enter for itself. Here Escape closes the composer, and Enter with Ctrl or Cmd sends. */
function isForComposer({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey);
}

/** An address that is pasted over a selection becomes its link. */
function pasteLink(view: EditorView, event: ClipboardEvent): boolean {
  const { from, to, empty } = view.state.selection;
  const text = event.clipboardData?.getData('text/plain') ?? '';
  const href = /^\S+$/.test(text) && /^(?:https?|mailto):/i.test(text) ? linkAddress(text) : undefined;
  if (empty || !href) return false;
  view.dispatch(view.state.tr.addMark(from, to, schema.marks.link.create({ href })));
  return true;
}
