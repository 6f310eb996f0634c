// A label, a person or a search operator as a small rounded piece, which can be removable.
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { type Hue, hueStyle } from '../hues.ts';
import { Close } from '../icons.ts';
import { useUiWords } from '../words.ts';
import styles from './chip.module.css';

export interface ChipProps extends ComponentProps<'span'> {
  hue?: Hue | undefined;
  icon?: ReactNode;
  size?: 'small' | 'medium';
  onRemove?: (() => void) | undefined;
  /** The accessible name of the remove button; by default "Remove" and the text of the chip. */
  removeLabel?: string;
}

export function Chip({ hue, icon, size = 'small', onRemove, removeLabel, className, children, ...rest }: ChipProps) {
  return (
    <span
      {...rest}
      className={classes(styles.chip, styles[size], className)}
      style={{ ...hueStyle(hue ?? 'gray'), ...rest.style }}
    >
      {icon}
      <span className={styles.text}>{children}</span>
      {onRemove && <RemoveButton label={removeLabel} of={children} onRemove={onRemove} />}
    </span>
  );
}

interface RemoveButtonProps {
  label: string | undefined;
  of: ReactNode;
  onRemove: () => void;
}

function RemoveButton({ label, of, onRemove }: RemoveButtonProps) {
  const { remove } = useUiWords();
  const name = typeof of === 'string' ? `${remove} ${of}` : remove;
  return (
    <button type="button" className={styles.remove} aria-label={label ?? name} onClick={onRemove}>
      <Close />
    </button>
  );
}
