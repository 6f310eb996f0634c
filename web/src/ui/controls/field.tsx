// A label, a hint and an error around a control. The control gets its id and descriptions from here.
import { createContext, type ReactNode, use, useId } from 'react';
import { classes } from '../classes.ts';
import styles from './field.module.css';

interface ControlAttributes {
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-required'?: boolean | undefined;
}

const FieldContext = createContext<ControlAttributes>({});

/** The attributes that connect a control with the Field around it; none outside of a Field. */
export function useField(): ControlAttributes {
  return use(FieldContext);
}

export interface FieldProps {
  label: ReactNode;
  /** The label is only for screen readers. */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Label and control side by side, as in settings. */
  inline?: boolean;
  className?: string;
  children: ReactNode;
}

export function Field({ label, hideLabel, hint, error, required, inline, className, children }: FieldProps) {
  const id = useId();
  const describedBy = classes(hint !== undefined && `${id}-hint`, Boolean(error) && `${id}-error`) || undefined;
  const attributes = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  };
  return (
    <div className={classes(styles.field, inline && styles.inline, className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.control}>
        <FieldContext value={attributes}>{children}</FieldContext>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
