// The editor of plain text.
import { useEffect, useRef } from 'react';
import { useWords } from '../../words/words.ts';
import styles from './editor.module.css';
import { isTypingElsewhere } from './typing.ts';

export interface PlainEditorProps {
  text: string;
  onChange(text: string): void;
  autoFocus: boolean;
}

export function PlainEditor({ text, onChange, autoFocus }: PlainEditorProps) {
  const { compose } = useWords();
  const area = useRef<HTMLTextAreaElement>(null);
  const isFocused = useRef(autoFocus);
  useEffect(() => {
    const { current } = area;
    current?.setSelectionRange(current.value.length, current.value.length);
    if (isFocused.current && current && !isTypingElsewhere(current)) current.focus();
  }, []);
  return (
    <textarea
      ref={area}
      className={styles.plain}
      aria-label={compose.text}
      data-editor
      spellCheck
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
