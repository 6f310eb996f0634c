// A switch for a setting that takes effect at once, with its label before it.
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './choice.module.css';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'checked' | 'children'> {
  checked: boolean;
  onChecked: (checked: boolean) => void;
  label: ReactNode;
  hideLabel?: boolean;
  hint?: ReactNode;
}

export function Switch({ checked, onChecked, label, hideLabel, hint, className, ...rest }: SwitchProps) {
  return (
    <label className={classes(styles.choice, styles.switchRow, className)}>
      <span className={hideLabel ? 'visually-hidden' : styles.text}>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the state of a checkbox is its checked attribute
        role="switch"
        className={styles.switch}
        checked={checked}
        onChange={(event) => {
          rest.onChange?.(event);
          onChecked(event.currentTarget.checked);
        }}
      />
    </label>
  );
}
