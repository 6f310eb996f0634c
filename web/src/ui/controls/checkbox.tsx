// A checkbox with its label.
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../classes.ts';
import styles from './choice.module.css';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'ref' | 'children'> {
  checked: boolean | 'indeterminate';
  onChecked: (checked: boolean) => void;
  label: ReactNode;
  /** The label is only for screen readers, as in rows of a list. */
  hideLabel?: boolean;
  hint?: ReactNode;
}

export function Checkbox({ checked, onChecked, label, hideLabel, hint, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = checked === 'indeterminate';
  }, [checked]);
  return (
    <label className={classes(styles.choice, hideLabel && styles.bare, className)}>
      <input
        {...rest}
        ref={input}
        type="checkbox"
        className={styles.checkbox}
        checked={checked === true}
        onChange={(event) => {
          rest.onChange?.(event);
          onChecked(event.currentTarget.checked);
        }}
      />
      <span className={hideLabel ? 'visually-hidden' : styles.text}>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
    </label>
  );
}
