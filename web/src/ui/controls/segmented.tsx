// A choice between a few values side by side, such as the views of the calendar.
import { type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import styles from './segmented.module.css';

export interface SegmentedProps<Value extends string> {
  /** The accessible name of the choice. */
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Shows only the icons; the labels stay their accessible names. */
  iconsOnly?: boolean;
  className?: string;
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, iconsOnly = false, className } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes(styles.segmented, className)}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment} data-checked={option.value === value || undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span className={iconsOnly ? 'visually-hidden' : undefined}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
