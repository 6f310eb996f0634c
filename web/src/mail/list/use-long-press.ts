// A long press by touch on a row selects it, as in mail apps of phones. The click that ends the press does nothing else.
import { useMemo, useRef } from 'react';

const TIME = 450;
const TOLERANCE = 10;

export function useLongPress<T>(run: (value: T) => void) {
  const latest = useRef(run);
  latest.current = run;
  return useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let pointer = '';
    let isLong = false;
    const end = () => clearTimeout(timer);
    const handlers = (value: T) => ({
      onPointerDown: (event: React.PointerEvent) => {
        pointer = event.pointerType;
        isLong = false;
        end();
        if (pointer !== 'touch') return;
        start = { x: event.clientX, y: event.clientY };
        timer = setTimeout(() => {
          isLong = true;
          latest.current(value);
        }, TIME);
      },
      onPointerMove: (event: React.PointerEvent) => {
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > TOLERANCE) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
    });
    return Object.assign(handlers, {
      /** Whether the press that ends now was a long one. */
      isEnded: () => isLong,
      isTouch: () => pointer === 'touch',
    });
  }, []);
}
