// The select of the browser, with the look of the other inputs.
import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import { ChevronDown } from '../icons.ts';
import { useField } from './field.tsx';
import styles from './input.module.css';

export interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value'> {
  value: Value;
  onValue: (value: Value) => void;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
}

export function Select<Value extends string>({ options, onValue, className, ...rest }: SelectProps<Value>) {
  return (
    <span className={classes(styles.selectBox, className)}>
      <select
        {...useField()}
        {...rest}
        className={classes(styles.input, styles.select)}
        onChange={(event) => {
          rest.onChange?.(event);
          onValue(event.currentTarget.value as Value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  );
}
