// An input with a list of suggestions, as the combobox pattern of ARIA 1.2 describes it: the focus stays in the input.
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { isolateEvents, useFloating } from '../overlays/floating.ts';
import { useUiWords } from '../words.ts';
import styles from './combobox.module.css';
import { useField } from './field.tsx';
import input from './input.module.css';

export interface ComboboxOption {
  value: string;
  label: string;
  /** A second, quieter text, such as the address of a person. */
  detail?: string;
  icon?: ReactNode;
}

type InputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onSelect' | 'role' | 'list'>;

export interface ComboboxProps<Option extends ComboboxOption> extends InputProps {
  /** The text of the input. */
  text: string;
  onText: (text: string) => void;
  /** What is suggested for the text, best first. The app filters, or asks the service. */
  options: readonly Option[];
  onPick: (option: Option) => void;
  /** Enter with a text and no chosen suggestion. Without it, Enter takes the first suggestion. */
  onFreeText?: ((text: string) => void) | undefined;
  /** With free text: Enter takes the first suggestion, which is marked; the text itself is one key up. */
  preselect?: boolean;
  /** Suggestions are being loaded. */
  busy?: boolean;
  /** Without the frame of an input, for use inside of another control. */
  bare?: boolean;
}

export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const {
    text,
    onText,
    options,
    onPick,
    onFreeText,
    preselect,
    busy = false,
    bare = false,
    className,
    ref,
    ...rest
  } = props;
  const { shown, active, setOpen, restart, close, pick, onKey } = useSuggestions(props);
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        {...useField()}
        {...rest}
        ref={(element) => {
          box.current = element;
          if (typeof ref === 'function') return ref(element);
          if (ref) ref.current = element;
        }}
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && options[active] ? `${id}-${active}` : undefined}
        className={classes(bare ? styles.bare : input.input, className)}
        value={text}
        onChange={(event) => {
          restart();
          onText(event.currentTarget.value);
        }}
        onClick={(event) => {
          rest.onClick?.(event);
          setOpen(true);
        }}
        onBlur={(event) => {
          rest.onBlur?.(event);
          close();
        }}
        onKeyDown={(event) => {
          rest.onKeyDown?.(event);
          onKey(event);
        }}
      />
      <SuggestionList
        id={id}
        label={rest['aria-label'] ?? rest.placeholder}
        anchor={() => box.current}
        {...{ shown, active, options, busy, pick }}
      />
    </>
  );
}

/** Whether the suggestions are shown and which one is active: -1 is the text itself, if free text is allowed. */
function useSuggestions<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { text, options, onPick, onFreeText, preselect = false, busy = false } = props;
  const first = onFreeText ? -1 : 0;
  const [open, setOpen] = useState(false);
  /** undefined: no arrow key was pressed since the text has changed. */
  const [chosen, setActive] = useState<number>();
  const active = chosen ?? (preselect && options.length > 0 ? 0 : first);
  const shown = open && (options.length > 0 || busy || (!onFreeText && text !== ''));
  const restart = (nextOpen = true) => {
    setOpen(nextOpen);
    setActive(undefined);
  };
  const close = () => restart(false);
  const pick = (option: Option) => {
    close();
    onPick(option);
  };
  const move = (step: number) => {
    setOpen(true);
    const count = options.length - first;
    const next = (shown ? active : first - (first === 0 && step > 0 ? 1 : 0)) + step;
    if (count > 0) setActive(((next - first + count) % count) + first);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const option = shown ? options[active] : undefined;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape' && shown) close();
    else if (event.key === 'Enter' && option) pick(option);
    else if (event.key === 'Enter' && onFreeText && text.trim() !== '') {
      close();
      onFreeText(text);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { shown, active, setOpen, restart, close, pick, onKey };
}

interface SuggestionListProps<Option> {
  id: string;
  label: string | undefined;
  anchor: () => Element | null;
  shown: boolean;
  active: number;
  options: readonly Option[];
  busy: boolean;
  pick: (option: Option) => void;
}

function SuggestionList<Option extends ComboboxOption>(props: SuggestionListProps<Option>) {
  const { id, label, anchor, shown, active, options, busy, pick } = props;
  const panel = useRef<HTMLDivElement>(null);
  const words = useUiWords();
  useFloating(panel, { open: shown, anchor, matchWidth: true });
  useEffect(() => {
    if (shown && active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [shown, active, id]);
  return (
    <div ref={panel} popover="manual" className={styles.panel} {...isolateEvents}>
      <div role="listbox" id={`${id}-list`} aria-label={label} aria-busy={busy}>
        {shown &&
          options.map((option, index) => (
            <Suggestion
              key={option.value}
              id={`${id}-${index}`}
              option={option}
              active={index === active}
              onPick={() => pick(option)}
            />
          ))}
      </div>
      {options.length === 0 && <p className={styles.message}>{busy ? words.loading : words.noMatches}</p>}
    </div>
  );
}

interface SuggestionProps {
  id: string;
  option: ComboboxOption;
  active: boolean;
  onPick: () => void;
}

function Suggestion({ id, option, active, onPick }: SuggestionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, as aria-activedescendant requires
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input
    <div
      role="option"
      id={id}
      aria-selected={active}
      className={styles.option}
      // A press must not take the focus from the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {option.icon}
      <span className={styles.label}>{option.label}</span>
      {option.detail && <span className={styles.detail}>{option.detail}</span>}
    </div>
  );
}
