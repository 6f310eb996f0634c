// The toolbar of the editor: one stop for Tab, arrow keys between its buttons, Alt+F10 from the text and Escape back.
import { toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { MarkType } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import {
  Bold,
  Code,
  Heading,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Redo,
  RemoveFormatting,
  Strikethrough,
  Underline,
  Undo,
} from '../../ui/icons.ts';
import { useWords, type Words } from '../../words/words.ts';
import { clearFormatting, hasMark, isInside, toggleHeading, toggleList, toggleQuote } from './editing.ts';
import styles from './editor.module.css';
import { schema } from './schema.ts';

const { marks } = schema;

interface Tool {
  label: keyof Words['compose'];
  icon: ReactNode;
  keys?: string;
  command: Command;
  isOn?: (state: EditorState) => boolean;
}

const TOOLS: readonly Tool[] = [
  mark('bold', <Bold />, 'mod+b', marks.strong),
  mark('italic', <Italic />, 'mod+i', marks.em),
  mark('underline', <Underline />, 'mod+u', marks.underline),
  mark('strike', <Strikethrough />, 'mod+Shift+x', marks.strike),
  { label: 'heading', icon: <Heading />, command: toggleHeading, isOn: (state) => isInside(state, 'heading') },
  list('bulletList', <List />, 'mod+Shift+8', 'bullet_list'),
  list('orderedList', <ListOrdered />, 'mod+Shift+7', 'ordered_list'),
  {
    label: 'blockquote',
    icon: <Quote />,
    keys: 'mod+Shift+9',
    command: toggleQuote,
    isOn: (state) => isInside(state, 'blockquote'),
  },
  mark('code', <Code />, 'mod+e', marks.code),
  { label: 'clearFormatting', icon: <RemoveFormatting />, keys: 'mod+\\', command: clearFormatting },
  { label: 'undoTyping', icon: <Undo />, keys: 'mod+z', command: undo },
  { label: 'redoTyping', icon: <Redo />, keys: 'mod+Shift+z', command: redo },
];

function mark(label: Tool['label'], icon: ReactNode, keys: string, type: MarkType): Tool {
  return { label, icon, keys, command: toggleMark(type), isOn: (state) => hasMark(state, type) };
}

function list(label: Tool['label'], icon: ReactNode, keys: string, name: 'bullet_list' | 'ordered_list'): Tool {
  return { label, icon, keys, command: toggleList(name), isOn: (state) => isInside(state, name) };
}

interface ToolbarProps {
  view: EditorView;
  state: EditorState;
  openLink(): void;
}

export function Toolbar({ view, state, openLink }: ToolbarProps) {
  const { compose } = useWords();
  const bar = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault(); // the composer stays open
      view.focus();
      return;
    }
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const index = buttons.indexOf(event.target as HTMLButtonElement);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const found = (next + buttons.length) % buttons.length;
    setActive(found);
    buttons[found]?.focus();
  };
  const tools: readonly Tool[] = [
    ...TOOLS.slice(0, 4),
    {
      label: 'link',
      icon: <Link />,
      keys: 'mod+k',
      command: () => {
        openLink();
        return true;
      },
      isOn: (current) => hasMark(current, marks.link),
    },
    ...TOOLS.slice(4),
  ];
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={compose.formatting}
      aria-keyshortcuts="Alt+F10"
      className={styles.toolbar}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {tools.map(({ label, icon, keys, command, isOn }, index) => (
        <IconButton
          key={label}
          size="small"
          label={compose[label] as string}
          icon={icon}
          keys={keys}
          pressed={isOn?.(state)}
          tabIndex={index === active ? 0 : -1}
          // The editor keeps the focus and the selection.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setActive(index)}
          onClick={() => command(view.state, view.dispatch, view)}
        />
      ))}
    </div>
  );
}
