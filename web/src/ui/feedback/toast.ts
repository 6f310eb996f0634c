// The store of toasts: short messages about what happened, often with "Undo".

type ToastTone = 'neutral' | 'success' | 'danger';

interface ToastAction {
  label: string;
  run: () => void;
}

export interface ToastOptions {
  text: string;
  action?: ToastAction;
  /** Leads to what the text is about; beside `action`. */
  link?: ToastAction;
  /** The person has closed it without the action; not called when its time is over. */
  onClose?: () => void;
  tone?: ToastTone;
  /** Milliseconds until the toast goes; Infinity keeps it until it is dismissed. */
  duration?: number;
  /** The time, as of Date.now(), until which the action works: the seconds are counted, and the toast goes then. */
  until?: number;
  /** It does not go to make room for others: what it says happens when it closes. */
  isKept?: boolean;
}

export interface Toast extends ToastOptions {
  id: number;
  tone: ToastTone;
  duration: number;
}

const MAX_TOASTS = 3;
const SHORT = 5000;
/** Time to read the text and to reach the button. */
const WITH_ACTION = 10_000;

interface Timer {
  handle: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  left: number;
  /** It goes at its time also while the pointer is on it. */
  isFixed: boolean;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
let paused = false;
const timers = new Map<number, Timer>();
const listeners = new Set<() => void>();

/** Shows a toast and returns its id. The oldest that may go does when there would be more than three. */
export function showToast(options: ToastOptions): number {
  const { until } = options;
  const isFixed = until !== undefined;
  const duration = isFixed ? until - Date.now() : (options.duration ?? (options.action ? WITH_ACTION : SHORT));
  const toast: Toast = { tone: 'neutral', ...options, id: ++lastId, duration };
  const surplus = Math.max(0, toasts.length - MAX_TOASTS + 1);
  for (const old of toasts.filter(mayGo).slice(0, surplus)) dismissToast(old.id);
  timers.set(toast.id, { handle: undefined, startedAt: 0, left: duration, isFixed });
  if (!paused || isFixed) start(toast.id);
  change([...toasts, toast]);
  return toast.id;
}

/** A reminder, or the only way back to something, stays until it is answered. */
function mayGo({ duration, until, onClose, isKept }: Toast): boolean {
  return Number.isFinite(duration) && until === undefined && !onClose && !isKept;
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id)?.handle);
  if (!timers.delete(id)) return;
  change(toasts.filter((toast) => toast.id !== id));
}

/** No toast goes while the pointer or the focus is on one. */
export function pauseToasts(pause: boolean): void {
  if (pause === paused) return;
  paused = pause;
  for (const [id, timer] of timers) {
    if (timer.isFixed) continue;
    if (!pause) start(id);
    else {
      clearTimeout(timer.handle);
      timer.left -= Date.now() - timer.startedAt;
    }
  }
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function start(id: number): void {
  const timer = timers.get(id);
  if (!timer || timer.left === Number.POSITIVE_INFINITY) return;
  timer.startedAt = Date.now();
  timer.handle = setTimeout(() => dismissToast(id), Math.max(0, timer.left));
}

function change(next: readonly Toast[]): void {
  toasts = next;
  if (next.length === 0) paused = false;
  for (const listener of listeners) listener();
}
