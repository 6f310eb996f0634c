// An input for one line of text: also for passwords, addresses, numbers, dates and times.
import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import { useField } from './field.tsx';
import styles from './input.module.css';

export interface TextInputProps extends ComponentProps<'input'> {
  onValue?: (value: string) => void;
}

export function TextInput({ onValue, onChange, className, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      {...useField()}
      {...rest}
      className={classes(styles.input, className)}
      onChange={(event) => {
        onChange?.(event);
        onValue?.(event.currentTarget.value);
      }}
    />
  );
}
