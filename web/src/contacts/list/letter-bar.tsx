// The letters beside the list: one press jumps to the first contact of a letter. One letter is in the tab order, the
// arrow keys move between them.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useWords } from '../../words/words.ts';
import styles from './letter-bar.module.css';
import { AFTER, BEFORE, LETTERS } from './letters.ts';

export function LetterBar({ onLetter }: { onLetter: (letter: string) => void }) {
  const { contacts: words } = useWords();
  const [focused, setFocused] = useState(1);
  const bar = useRef<HTMLDivElement>(null);
  const touched = useRef('');
  const names: Record<string, string> = { [BEFORE]: words.beforeLetters, [AFTER]: words.otherLetter };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const typed = LETTERS.indexOf(event.key.toUpperCase());
    const next = step === undefined ? typed : Math.max(0, Math.min(focused + step, LETTERS.length - 1));
    if (next < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    setFocused(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
    if (step === undefined) onLetter(LETTERS[next] ?? '');
  };
  // A finger that moves along the bar jumps from letter to letter.
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    const letter = document.elementFromPoint(event.clientX, event.clientY)?.getAttribute('data-letter');
    if (!letter || letter === touched.current) return;
    touched.current = letter;
    onLetter(letter);
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={words.letters}
      className={styles.bar}
      onKeyDown={onKeyDown}
      onPointerMove={onPointerMove}
    >
      {LETTERS.map((letter, index) => (
        <button
          key={letter}
          type="button"
          data-letter={letter}
          className={styles.letter}
          tabIndex={index === focused ? 0 : -1}
          aria-label={words.jumpTo(names[letter] ?? letter)}
          onFocus={() => setFocused(index)}
          onClick={() => onLetter(letter)}
        >
          {letter}
        </button>
      ))}
    </div>
  );
}
