// Asks for the address of a link. Without a selection the address itself becomes the text.
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
  const close = () => {
    onClose();
    view.focus();
  };
  const apply = () => {
    if (!href) return;
    setLink(view, href);
    close();
  };
  return (
    <Dialog
      open
      size="small"
      title={compose.link}
      onClose={close}
      onSubmit={apply}
      footer={
        <>
          {current !== undefined && (
            <Button
              onClick={() => {
                removeLink(view);
                close();
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
  const { from, to, empty } = selection;
  const text = href.replace(/^mailto:/, '');
  view.dispatch(
    empty ? tr.insert(from, schema.text(text, [mark])) : tr.removeMark(from, to, link).addMark(from, to, mark),
  );
}

/** Removes the link around the cursor as a whole, or the links of the selection. */
function removeLink(view: EditorView): void {
  const { tr, selection } = view.state;
  const { $from, from, to, empty } = selection;
  const mark = link.isInSet($from.marks());
  let [start, end] = [from, to];
  if (empty && mark)
    $from.parent.forEach((node, offset) => {
      const begin = $from.start() + offset;
      if (mark.isInSet(node.marks) && begin <= from && begin + node.nodeSize >= from)
        [start, end] = [begin, begin + node.nodeSize];
    });
  view.dispatch(tr.removeMark(start, end, link));
}
