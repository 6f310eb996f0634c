// Tooltips. One host shows the text of the hovered or focused element, so that a button with a tooltip costs nothing.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Kbd } from '../display/kbd.tsx';
import { place } from './place.ts';
import styles from './tooltip.module.css';

/** Attributes of an element with a tooltip: `<a {...tooltip('Archive', 'e')}>`. It must have an accessible name itself. */
export function tooltip(text: string, keys?: string) {
  return { 'data-tooltip': text, 'data-tooltip-keys': keys };
}

interface Shown {
  anchor: Element;
  text: string;
  keys: string | undefined;
}

const DELAY = 450;

/** Once in the app. The tooltip repeats the accessible name of its element, so it is hidden from screen readers. */
export function TooltipHost() {
  const [shown, setShown] = useState<Shown | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => watchAnchors(setShown), []);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element || !shown) return;
    element.showPopover();
    const { left, top } = place({
      anchor: shown.anchor.getBoundingClientRect(),
      size: { width: element.offsetWidth, height: element.offsetHeight },
      viewport: { width: innerWidth, height: innerHeight },
      align: 'center',
      gap: 6,
    });
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    return () => element.hidePopover();
  }, [shown]);
  return (
    <div ref={panel} popover="manual" className={styles.tooltip} aria-hidden="true">
      {shown?.text}
      {shown?.keys && <Kbd keys={shown.keys} />}
    </div>
  );
}

function watchAnchors(show: (shown: Shown | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: HTMLElement | null = null;
  const hide = () => {
    clearTimeout(timer);
    if (!current) return;
    current = null;
    show(null);
  };
  const open = (target: EventTarget | null, delay: number) => {
    const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
    if (anchor === current) return;
    hide();
    const text = anchor?.dataset.tooltip;
    if (!anchor || !text) return;
    current = anchor;
    timer = setTimeout(() => {
      // A tooltip next to a menu that the same element has opened would cover it.
      const visible = anchor.isConnected && anchor.getAttribute('aria-expanded') !== 'true';
      if (visible) show({ anchor, text, keys: anchor.dataset.tooltipKeys });
    }, delay);
  };
  const options = { capture: true, passive: true, signal: undefined as AbortSignal | undefined };
  const controller = new AbortController();
  options.signal = controller.signal;
  document.addEventListener(
    'pointerover',
    (event) => event.pointerType === 'mouse' && open(event.target, DELAY),
    options,
  );
  document.addEventListener('focusin', (event) => isKeyboardFocus(event.target) && open(event.target, 0), options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('keydown', hide, options);
  document.addEventListener('scroll', hide, options);
  return () => {
    hide();
    controller.abort();
  };
}

function isKeyboardFocus(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':focus-visible');
}
