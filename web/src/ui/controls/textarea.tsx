// An input for several lines of text that grows with its content.
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { classes } from '../classes.ts';
import { useField } from './field.tsx';
import styles from './input.module.css';

export interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'ref'> {
  onValue?: (value: string) => void;
}

// Browsers without `field-sizing` get the height from the content after each change.
const growsItself = CSS.supports('field-sizing', 'content');

export function Textarea({ onValue, onChange, className, ...rest }: TextareaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    if (growsItself || !element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + 2}px`;
  });
  return (
    <textarea
      {...useField()}
      {...rest}
      ref={area}
      className={classes(styles.input, styles.textarea, className)}
      onChange={(event) => {
        onChange?.(event);
        onValue?.(event.currentTarget.value);
      }}
    />
  );
}
