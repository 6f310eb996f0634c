// Asks for the address of a link. Without a selection the link around the cursor is changed, or the address itself becomes
// the text. What is typed afterwards comes after the link.
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useWords } from '../../words/words.ts';
import { linkAddress, schema } from './schema.ts';

const { link } = schema.marks;

export function LinkDialog({ view, onClose }: { view: EditorView; onClose(): void }) {
  const { compose } = useWords();
  const current = currentLink(view);
  const [typed, setTyped] = useState(current ?? '');
  const href = linkAddress(typed);
  const apply = () => {
    if (!href) return;
    setLink(view, href);
    onClose();
  };
  return (
    <Dialog
      open
      size="small"
      title={compose.link}
      onClose={onClose}
      onSubmit={apply}
      footer={
        <>
          {current !== undefined && (
            <Button
              onClick={() => {
                removeLink(view);
                onClose();
              }}
            >
              {compose.linkRemove}
            </Button>
          )}
          <Button variant="primary" type="submit" disabled={!href}>
            {compose.linkAdd}
          </Button>
        </>
      }
    >
      <TextInput
        data-autofocus
        type="url"
        aria-label={compose.linkAddress}
        placeholder="https://"
        value={typed}
        onValue={setTyped}
      />
    </Dialog>
  );
}

function currentLink({ state }: EditorView): string | undefined {
  const { from, $from, empty, to } = state.selection;
  if (empty) return link.isInSet($from.marks())?.attrs.href as string | undefined;
  let found: string | undefined;
  state.doc.nodesBetween(from, to, (node) => {
    found ??= link.isInSet(node.marks)?.attrs.href as string | undefined;
  });
  return found;
}

function setLink(view: EditorView, href: string): void {
  const { tr, selection } = view.state;
  const mark = link.create({ href });
  const { from, to } = linkRange(view);
  if (from < to) tr.removeMark(from, to, link).addMark(from, to, mark);
  else tr.insert(from, schema.text(href.replace(/^mailto:/, ''), [mark]));
  const end = selection.empty && from < to ? selection.head : tr.mapping.map(to);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end)).removeStoredMark(link).scrollIntoView());
}

/** Removes the link around the cursor as a whole, or the links of the selection. */
function removeLink(view: EditorView): void {
  const { from, to } = linkRange(view);
  view.dispatch(view.state.tr.removeMark(from, to, link));
}

/** The selection; of a cursor in a link, the whole link. */
function linkRange({ state }: EditorView): { from: number; to: number } {
  const { $from, from, to, empty } = state.selection;
  const mark = empty ? link.isInSet($from.marks()) : undefined;
  if (!mark) return { from, to };
  const { parent } = $from;
  const isLinked = (index: number) => mark.isInSet(parent.maybeChild(index)?.marks ?? []);
  let [first, last] = [$from.index(), $from.index()];
  // At the border of two pieces of a link with other formatting, the index is that of the second.
  while (first > 0 && isLinked(first - 1)) first--;
  while (isLinked(last + 1)) last++;
  const offsetOf = (index: number) => parent.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  return { from: $from.start() + offsetOf(first), to: $from.start() + offsetOf(last + 1) };
}
