// A modal <dialog>. The browser keeps the focus inside, makes the rest of the page inert, and gives the focus back.
import { type ComponentProps, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { useLayer } from './layers.ts';
import { addModal } from './open-modals.ts';

export interface ModalProps extends Omit<ComponentProps<'dialog'>, 'open' | 'onClose' | 'ref'> {
  onClose: () => void;
  /** A press on the backdrop closes the dialog; not for forms, whose input would be lost. */
  lightDismiss?: boolean;
}

/** Open as long as it is rendered. */
export function Modal({ onClose, lightDismiss = true, children, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayer(true, onClose, true);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement as HTMLElement | null;
    element.showModal();
    const remove = addModal(element);
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    return () => {
      remove();
      element.close();
      // The browser does this too, but not for an element that React removes in the same step.
      if (before?.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const onPointerDown = (event: PointerEvent<HTMLDialogElement>) => {
    event.stopPropagation();
    if (lightDismiss && event.target === event.currentTarget && !isInside(event)) onClose();
  };
  return (
    <dialog
      {...rest}
      ref={dialog}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return; // a file input inside emits "cancel" too
        event.preventDefault();
        onClose();
      }}
      onPointerDown={onPointerDown}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        event.stopPropagation();
      }}
    >
      {children}
    </dialog>
  );
}

/** A press on the backdrop has the dialog as its target, but is outside of its box. */
function isInside(event: PointerEvent<HTMLElement>): boolean {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  return event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
}
