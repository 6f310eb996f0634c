// Before a shortcut is run, the editor reads what is selected: browsers report a selection only after the key that has
// made it, so that a dialog which opens with the next key would be for another place.
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

export function isShortcut({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey || altKey) && (key.length === 1 || key === 'F10');
}

export function readSelection(view: EditorView): void {
  const { state, dom, root } = view;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = (root as Document).getSelection() ?? {};
  if (view.composing || !(state.selection instanceof TextSelection)) return;
  if (!anchorNode || !focusNode || !dom.contains(anchorNode) || !dom.contains(focusNode)) return;
  const anchor = view.posAtDOM(anchorNode, anchorOffset ?? 0);
  const head = view.posAtDOM(focusNode, focusOffset ?? 0);
  const found = TextSelection.between(state.doc.resolve(anchor), state.doc.resolve(head));
  if (!found.eq(state.selection)) view.dispatch(state.tr.setSelection(found));
}
