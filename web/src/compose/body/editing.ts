// How the editor of a mail behaves: keys, input rules and the history of changes.
import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history, redo, undo } from 'prosemirror-history';
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { MarkType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState, Plugin } from 'prosemirror-state';
import { linkAddress, schema } from './schema.ts';

const { nodes, marks } = schema;

/** Wraps in a quote, or takes out of it. */
export const toggleQuote: Command = (state, dispatch, view) =>
  isInside(state, 'blockquote') ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch, view);

export function toggleList(name: 'bullet_list' | 'ordered_list'): Command {
  return (state, dispatch, view) => {
    if (isInside(state, name)) return liftListItem(nodes.list_item)(state, dispatch, view);
    return wrapInList(nodes[name])(state, dispatch, view);
  };
}

export const toggleHeading: Command = (state, dispatch, view) => {
  const type = isInside(state, 'heading') ? nodes.paragraph : nodes.heading;
  return setBlockType(type)(state, dispatch, view);
};

/** Letters and blocks without formatting. Links stay: without their address the text would mean something else. */
export const clearFormatting: Command = (state, dispatch) => {
  const { from, to, empty } = state.selection;
  if (!dispatch) return true;
  const tr = state.tr;
  for (const mark of [marks.strong, marks.em, marks.underline, marks.strike, marks.code])
    if (empty) tr.removeStoredMark(mark);
    else tr.removeMark(from, to, mark);
  tr.doc.nodesBetween(from, to, (node, position) => {
    if (node.type === nodes.heading || node.type === nodes.code_block)
      tr.setBlockType(position, position + node.nodeSize, nodes.paragraph);
  });
  dispatch(tr);
  return true;
};

export function isInside({ selection: { $from } }: EditorState, name: string): boolean {
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type.name === name) return true;
  return false;
}

export function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  return empty ? Boolean(type.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, type);
}

function lift(state: EditorState, dispatch?: Parameters<Command>[1]): boolean {
  const { $from, $to } = state.selection;
  const range = $from.blockRange($to, ({ type }) => type.name === 'blockquote');
  if (!range) return false;
  dispatch?.(state.tr.lift(range, range.depth - 1));
  return true;
}

const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

// Mod-Enter sends the mail, wherever the cursor is.
const { 'Mod-Enter': _, ...basicKeys } = baseKeymap;

export function editorPlugins(openLink: () => void): Plugin[] {
  return [
    rules(),
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-b': toggleMark(marks.strong),
      'Mod-i': toggleMark(marks.em),
      'Mod-u': toggleMark(marks.underline),
      'Mod-Shift-x': toggleMark(marks.strike),
      'Mod-e': toggleMark(marks.code),
      'Mod-k': () => {
        openLink();
        return true;
      },
      'Mod-Shift-7': toggleList('ordered_list'),
      'Mod-Shift-8': toggleList('bullet_list'),
      'Mod-Shift-9': toggleQuote,
      'Mod-\\': clearFormatting,
      'Alt-F10': (_state, _dispatch, view) => {
        const toolbar = view?.dom.closest('[data-composer]')?.querySelector('[role="toolbar"] [tabindex="0"]');
        if (toolbar instanceof HTMLElement) toolbar.focus();
        return true;
      },
      'Shift-Enter': chainCommands(exitCode, insertBreak),
      Enter: splitListItem(nodes.list_item),
      // Outside of lists Tab leaves the editor.
      Tab: sinkListItem(nodes.list_item),
      'Shift-Tab': liftListItem(nodes.list_item),
    }),
    keymap(basicKeys),
    history(),
    dropCursor(),
    gapCursor(),
  ];
}

function rules(): Plugin {
  return inputRules({
    rules: [
      wrappingInputRule(/^\s*([-*])\s$/, nodes.bullet_list),
      wrappingInputRule(/^(\d+)\.\s$/, nodes.ordered_list, (match) => ({ order: Number(match[1]) })),
      wrappingInputRule(/^>\s$/, nodes.blockquote),
      textblockTypeInputRule(/^```$/, nodes.code_block),
      textblockTypeInputRule(/^(#{1,3})\s$/, nodes.heading, (match) => ({ level: match[1]?.length ?? 2 })),
      markRule(/\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong),
      markRule(/`([^`]+)`$/, marks.code),
      linkRule(),
    ],
  });
}

function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const text = match[1] ?? '';
    return state.tr.replaceWith(start, end, schema.text(text, [type.create()])).removeStoredMark(type);
  });
}

/** An address becomes a link when the word ends. */
function linkRule(): InputRule {
  return new InputRule(/(?:^|\s)(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])\s$/, (state, match, _start, end) => {
    const href = linkAddress(match[1] ?? '');
    if (!href) return null;
    const from = end - (match[1]?.length ?? 0);
    return state.tr.addMark(from, end, marks.link.create({ href })).insertText(' ', end).removeStoredMark(marks.link);
  });
}
