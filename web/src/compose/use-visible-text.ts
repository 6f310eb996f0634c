// Below many recipients the text would not be seen: it moves up when it gets the focus, and when what is above it grows.
import { useEffect } from 'react';
import { LOW } from '../ui/use-media.ts';

/** So much of the editor must be seen, in rem: its toolbar, and four lines of text. */
const MIN_VISIBLE = 8.5;

interface Handlers {
  onFocus(): void;
  onClick(): void;
}

/** The handlers of the editor, whose parent scrolls, and is below the fields. */
export function useVisibleText(editor: { current: HTMLElement | null }): Handlers {
  useEffect(() => {
    const { current } = editor;
    if (!current) return;
    // The sender and the recipients of an answer may come later than the focus.
    const observer = new ResizeObserver(() => {
      if (current.contains(document.activeElement)) showText(current);
    });
    for (const one of [current.parentElement, current.previousElementSibling]) if (one) observer.observe(one);
    return () => observer.disconnect();
  }, [editor]);
  const show = () => editor.current && showText(editor.current);
  return {
    // While the mouse is pressed, a move of the text would select what is then below the pointer.
    onFocus: () => void (editor.current?.matches(':active') || show()),
    onClick: () => void show(),
  };
}

/** In a low window the text has all the room. Elsewhere it moves no further than needed, so that recipients stay visible. */
function showText(editor: HTMLElement): void {
  const frame = editor.parentElement;
  if (!frame) return;
  const top = editor.getBoundingClientRect().top;
  const box = frame.getBoundingClientRect();
  const distance = top - box.top;
  if (matchMedia(LOW).matches) {
    if (top > innerHeight / 3) frame.scrollTop += distance;
    return;
  }
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const hidden = top + MIN_VISIBLE * rem - box.bottom;
  if (hidden > 0) frame.scrollTop += Math.min(hidden, distance);
}
