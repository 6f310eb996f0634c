// A dialog with an input and the options that fit to what is typed. The focus stays in the input; arrow keys choose.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { Check, Minus } from '../../ui/icons.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './pick-list.module.css';

export interface PickOption {
  value: string;
  label: string;
  detail?: string;
  icon?: ReactNode;
  /** For what is on or off, such as a label. */
  checked?: boolean | 'mixed';
}

export interface PickListProps<Option extends PickOption> {
  title: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  options: readonly Option[];
  /** Shown below the input, for example why a text is not understood. */
  message?: string | undefined;
  onPick: (option: Option) => void;
  onClose: () => void;
}

export function PickList<Option extends PickOption>(props: PickListProps<Option>) {
  const { title, placeholder, text, onText, options, message, onPick, onClose } = props;
  const [active, setActive] = useState(0);
  const id = useId();
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || options.length === 0) return;
    event.preventDefault();
    setActive((active + step + options.length) % options.length);
  };
  const submit = () => {
    const option = options[active];
    if (option) onPick(option);
  };
  return (
    <Dialog open size="small" title={title} onClose={onClose} onSubmit={submit} lightDismiss>
      <TextInput
        data-autofocus
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={title}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
        placeholder={placeholder}
        value={text}
        onValue={(value) => {
          setActive(0);
          onText(value);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className={styles.message}>
        {message}
      </p>
      <div role="listbox" id={`${id}-list`} aria-label={title} className={styles.options}>
        {options.map((option, index) => (
          <PickItem
            key={option.value}
            id={`${id}-${index}`}
            option={option}
            isActive={index === active}
            onPick={() => onPick(option)}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface PickItemProps {
  id: string;
  option: PickOption;
  isActive: boolean;
  onPick: () => void;
}

function PickItem({ id, option, isActive, onPick }: PickItemProps) {
  const { label, detail, icon, checked } = option;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, as aria-activedescendant requires
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      aria-checked={checked}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {icon}
      <span className={styles.label}>{label}</span>
      {detail && <span className={styles.detail}>{detail}</span>}
      {checked !== undefined && (
        <span className={styles.check}>{checked === true ? <Check /> : checked === 'mixed' && <Minus />}</span>
      )}
    </div>
  );
}
