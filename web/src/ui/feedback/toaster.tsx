// Shows the toasts at the bottom of the screen, above dialogs. F8 moves the focus to the newest one.
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../classes.ts';
import { Close, Problem } from '../icons.ts';
import { useTopModal } from '../overlays/open-modals.ts';
import { useUiWords } from '../words.ts';
import { currentToasts, dismissToast, pauseToasts, subscribeToToasts, type Toast } from './toast.ts';
import styles from './toaster.module.css';

/** Once in the app. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const words = useUiWords();
  const region = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;
  // Inside of it, since nothing else can be used while it is open.
  const modal = useTopModal();
  // Shown anew for each toast, so that it is above a dialog that was opened after the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another dialog it is another element.
  useLayoutEffect(() => {
    const element = region.current;
    if (!element?.isConnected) return; // it was in a dialog that has closed in the same step
    const focused = element.contains(document.activeElement);
    if (newest === undefined) element.hidePopover();
    else if (!focused) {
      element.hidePopover();
      element.showPopover();
    }
  }, [newest, modal]);
  // A toast that is closed with a key takes the focus with it, of which no event tells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever a toast comes or goes.
  useEffect(() => {
    if (!region.current?.matches(':hover, :focus-within')) pauseToasts(false);
  }, [toasts]);
  useFocusKey(region);
  const list = (
    <section
      ref={region}
      popover="manual"
      aria-label={`${words.notifications} (F8)`}
      className={styles.toaster}
      onPointerEnter={() => pauseToasts(true)}
      onPointerLeave={(event) => pauseToasts(event.currentTarget.contains(document.activeElement))}
      onFocus={() => pauseToasts(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && pauseToasts(false)}
    >
      {/* Both live regions exist before their content, or screen readers would not announce it. */}
      <div role="status" className={styles.list}>
        {toasts.map((toast) => toast.tone !== 'danger' && <ToastView key={toast.id} toast={toast} />)}
      </div>
      <div role="alert" className={styles.list}>
        {toasts.map((toast) => toast.tone === 'danger' && <ToastView key={toast.id} toast={toast} />)}
      </div>
    </section>
  );
  return modal ? createPortal(list, modal) : list;
}

function ToastView({ toast }: { toast: Toast }) {
  const words = useUiWords();
  const { link, action, until } = toast;
  return (
    <div className={classes(styles.toast, styles[toast.tone])} data-wide={(link && action && true) || undefined}>
      {toast.tone === 'danger' && <Problem aria-hidden="true" />}
      <span className={styles.text}>
        {toast.text}
        {until !== undefined && <SecondsLeft until={until} />}
      </span>
      {[link, action].map(
        (one) =>
          one && (
            <button
              key={one.label}
              type="button"
              className={styles.action}
              onClick={() => {
                dismissToast(toast.id);
                one.run();
              }}
            >
              {one.label}
            </button>
          ),
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={words.dismiss}
        onClick={() => {
          dismissToast(toast.id);
          toast.onClose?.();
        }}
      >
        <Close />
      </button>
    </div>
  );
}

/** Counts down. Screen readers say only the text: they would announce every second. */
function SecondsLeft({ until }: { until: number }) {
  const words = useUiWords();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return <span aria-hidden="true"> {words.inSeconds(Math.max(0, Math.ceil((until - now) / 1000)))}</span>;
}

/** F8 moves the focus to the newest toast, Escape back to where it was. It also returns when the toast goes. */
function useFocusKey(region: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let before: HTMLElement | null = null;
    const goBack = () => before?.isConnected && before.focus();
    const onKey = (event: KeyboardEvent) => {
      const buttons = region.current?.querySelectorAll<HTMLElement>('button') ?? [];
      const inside = region.current?.contains(document.activeElement) ?? false;
      const last = buttons[buttons.length - 2] ?? buttons[0];
      if (event.key === 'F8' && last) {
        if (!inside) before = document.activeElement as HTMLElement | null;
        last.focus();
        event.preventDefault();
      } else if (event.key === 'Escape' && inside) {
        event.preventDefault(); // it would close the dialog
        goBack();
      }
    };
    const unsubscribe = subscribeToToasts(() => region.current?.contains(document.activeElement) && goBack());
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      unsubscribe();
    };
  }, [region]);
}
