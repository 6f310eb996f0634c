// The editor of plain text.
import { useWords } from '../../words/words.ts';
import styles from './editor.module.css';

export interface PlainEditorProps {
  text: string;
  onChange(text: string): void;
}

export function PlainEditor({ text, onChange }: PlainEditorProps) {
  const { compose } = useWords();
  return (
    <textarea
      className={styles.plain}
      aria-label={compose.text}
      data-editor
      spellCheck
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
