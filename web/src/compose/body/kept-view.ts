// The block in the editor that represents a part that is kept unchanged: what it says, and a button that removes it. Its
// HTML is not shown: that of mails belongs into a frame without scripts.
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { words } from '../../words/words.ts';
import styles from './editor.module.css';
import { keptPart } from './kept-parts.ts';

export function keptView(node: Node, view: EditorView, positionOf: () => number | undefined): NodeView {
  const { compose } = words();
  const part = keptPart(node.attrs.key as string);
  const dom = document.createElement('div');
  dom.className = styles.kept ?? '';
  dom.contentEditable = 'false';
  dom.setAttribute('role', 'group');
  dom.setAttribute('aria-label', compose.kept);
  const remove = document.createElement('button');
  remove.type = 'button';
  remove.textContent = compose.keptRemove;
  remove.addEventListener('click', () => {
    const position = positionOf();
    if (position !== undefined) view.dispatch(view.state.tr.delete(position, position + node.nodeSize));
    view.focus();
  });
  const label = document.createElement('p');
  label.append(compose.kept, remove);
  const text = document.createElement('p');
  text.textContent = part?.text ?? '';
  dom.append(label, text);
  return { dom, stopEvent: (event) => event.target === remove, ignoreMutation: () => true };
}
