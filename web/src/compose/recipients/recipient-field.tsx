// A field of recipients: chips and an input with completion. Lists can be pasted, chips can be dragged between fields,
// and everything works with the keyboard: the left arrow leads from the input to the chips.
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { Combobox } from '../../ui/controls/combobox.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import {
  formatRecipient,
  isMailAddress,
  parseAddress,
  parseAddressList,
  type Recipient,
} from '../../words/address-list.ts';
import { useWords } from '../../words/words.ts';
import { draggedRecipient, isRecipientDrag, type RecipientList } from './recipient-chip.tsx';
import { RecipientChips, RowEnd } from './recipient-chips.tsx';
import styles from './recipients.module.css';
import { useFolding } from './use-folding.ts';
import { suggest, useSuggestions } from './use-suggestions.ts';

export interface RecipientFieldProps {
  list: RecipientList;
  recipients: readonly Recipient[];
  /** In the low window of an answer a list shows fewer recipients before it is unfolded. */
  isSmall: boolean;
  onAdd(list: RecipientList, added: readonly Recipient[]): void;
  onRemove(list: RecipientList, recipient: Recipient): void;
  onMove(recipient: Recipient, from: RecipientList, to: RecipientList): void;
  /** A chip of this field is being dragged, or not any more. */
  onDrag(isDragged: boolean): void;
  /** A name has left the input, and its address is added when this resolves. */
  onLookup(lookup: Promise<void>): void;
  /** What stands at the end of the row. */
  end?: ReactNode;
}

export function RecipientField(props: RecipientFieldProps) {
  const { list, recipients, isSmall, onMove, onDrag, end } = props;
  const { compose } = useWords();
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const [isTarget, setTarget] = useState(false);
  const input = useRecipientInput(props, row);
  const folding = useFolding(recipients, row, isSmall);
  const onDrop = (event: DragEvent) => {
    setTarget(false);
    const dragged = draggedRecipient(event);
    if (!dragged) return;
    event.preventDefault();
    if (dragged.from !== list) onMove(dragged.recipient, dragged.from, list);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend.
    <div
      ref={row}
      role="group"
      aria-label={compose[list]}
      className={styles.row}
      data-target={isTarget || undefined}
      data-list={list}
      data-unfolded={folding.isUnfolded || undefined}
      onDragStart={(event) => isRecipientDrag(event) && onDrag(true)}
      onDragEnd={() => onDrag(false)}
      onDragOver={(event) => {
        if (!isRecipientDrag(event)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={onDrop}
    >
      <label className={styles.label} htmlFor={id}>
        {compose[list]}
      </label>
      <RowEnd id={`${id}-list`} folding={folding} end={end} />
      <div className={styles.content}>
        <RecipientChips
          {...props}
          id={`${id}-list`}
          folding={folding}
          onEdit={input.edit}
          onKeyDown={input.onChipKey}
          focusInput={input.focus}
        />
        <Combobox
          bare
          id={id}
          className={styles.input ?? ''}
          aria-label={compose[list]}
          aria-describedby={recipients.length > 0 ? `${id}-help` : undefined}
          text={input.text}
          onText={input.setText}
          options={input.options}
          preselect={input.isName}
          onPick={({ recipient }) => input.add([recipient])}
          onFreeText={input.commit}
          onKeyDown={input.onInputKey}
          onPaste={input.onPaste}
          // What was typed stays when the person goes on; it is marked if it is not an address.
          onBlur={() => input.add(parseAddressList(input.text))}
        />
        <span id={`${id}-help`} hidden>
          {compose.recipientsHelp(recipients.length)}
        </span>
      </div>
    </div>
  );
}

/** The input of a field: what is typed, what it can mean, and how it becomes a recipient. */
function useRecipientInput({ list, recipients, onAdd, onRemove, onLookup }: RecipientFieldProps, row: Row) {
  const [text, setText] = useState('');
  const { people, text: asked } = useSuggestions(text);
  const isName = asked === text.trim() && !text.includes('@');
  const known = new Set(recipients.map(({ address }) => address.toLowerCase()));
  const options = people
    .filter(({ address }) => !known.has(address.toLowerCase()))
    .map(({ address, name }) => ({
      value: address,
      label: name || address,
      ...(name && { detail: address }),
      icon: <Avatar size="small" name={name} address={address} />,
      recipient: { address, name },
    }));
  const add = (added: readonly Recipient[]) => {
    setText('');
    onAdd(list, added);
  };
  /** Takes what was typed: addresses as they are, part of a name as the person it most likely means. */
  const commit = (typed: string) => {
    const parsed = parseAddressList(typed);
    setText('');
    const isName = parsed.length > 0 && !parsed.some(({ address }) => address.includes('@'));
    if (!isName) return onAdd(list, parsed);
    const lookup = suggest(typed.trim()).catch(() => []);
    onLookup(lookup.then(([first]) => onAdd(list, first ? [{ address: first.address, name: first.name }] : parsed)));
  };
  const focus = () => row.current?.querySelector('input')?.focus();
  const edit = (recipient: Recipient) => {
    onRemove(list, recipient);
    setText(formatRecipient(recipient));
    focus();
  };
  return { text, setText, options, isName, add, commit, focus, edit, ...keysOf({ row, text, commit, add, focus }) };
}

interface Row {
  current: HTMLElement | null;
}

interface Keys {
  row: Row;
  text: string;
  commit(text: string): void;
  add(added: readonly Recipient[]): void;
  focus(): void;
}

function keysOf({ row, text, commit, add, focus }: Keys) {
  const chips = () => [...(row.current?.querySelectorAll<HTMLElement>('li > button') ?? [])];
  const focusChip = (index: number) => {
    const all = chips();
    if (index >= all.length) focus();
    else all[Math.max(0, index)]?.focus();
  };
  const onInputKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isAtStart = selectionStart === 0 && selectionEnd === 0;
    const isComplete = isMailAddress(parseAddress(text).address);
    if ((event.key === 'ArrowLeft' || event.key === 'Backspace') && isAtStart && chips().length > 0) {
      event.preventDefault();
      focusChip(chips().length - 1);
    } else if ([',', ';', ' '].includes(event.key) && isComplete) {
      event.preventDefault();
      add([parseAddress(text)]);
    } else if (event.key === 'Tab' && !event.shiftKey && text.trim() !== '' && !isComplete) {
      // A name is looked up, and whom it means is seen before the next field. An address is added on blur.
      event.preventDefault();
      commit(text);
    }
  };
  const onChipKey = (event: KeyboardEvent, remove?: () => void) => {
    const index = chips().indexOf(event.currentTarget as HTMLElement);
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: chips().length }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      focusChip(target);
    } else if (remove && (event.key === 'Backspace' || event.key === 'Delete')) {
      event.preventDefault();
      remove();
      requestAnimationFrame(() => focusChip(event.key === 'Delete' ? index : Math.max(0, index - 1)));
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = parseAddressList(event.clipboardData.getData('text/plain'));
    if (text !== '' || !pasted.some(({ address }) => address.includes('@'))) return;
    event.preventDefault();
    add(pasted);
  };
  return { onInputKey, onChipKey, onPaste };
}
