// Back closes what is open above the page, first of all what was opened last: a dialog, a menu, the sidebar, a selection, a
// composer that covers the screen. Each of these layers has an entry of its own in the history of the browser, with the
// address of the page below. Only this file adds and removes such entries:
// - Closing a layer by its own button goes back over its entry.
// - A link in a layer leads from its entry to the next page by replacing it, so Back leads to the page with the link.
// - Forward to an entry whose layer is closed goes on to the page after it, or back again if there is none.
// A mouse leaves small layers by a click beside them: there only dialogs have entries, since an entry ends the way forward.
import { useLayoutEffect, useRef } from 'react';

interface Layer {
  close(): void;
}

/** Where Back is a gesture or a button of the system. */
const TOUCH = '(width < 640px), (pointer: coarse)';
const MARK = 'layer';
/** Without the Navigation API: an entry that is not reached by then does not exist. */
const MAX_TRAVERSAL_MS = 2000;

let layers: readonly Layer[] = [];
/** Number of consecutive layer entries, including the current one. */
let depth = 0;
/** Number of entries just left by Back, reused if their layer stays open. */
let ahead = 0;
/** The address that the page has, and the one that its entry has in the history. */
let address = '';
let pageAddress = '';
/** The index of the current entry, if the browser tells it. */
let position = -1;
/** Cancels what waits for the end of a traversal. */
let pendingTraversal: (() => void) | undefined;
let deferred: (() => void)[] = [];
let isSettling = false;
let native: Pick<History, 'pushState' | 'replaceState'> | undefined;

/** Once, before the first screen. */
export function startLayers(): void {
  if (native) return;
  const pushState = history.pushState.bind(history);
  native = {
    pushState(...entry) {
      pushState(...entry);
      position = currentPosition();
    },
    replaceState: history.replaceState.bind(history),
  };
  history.pushState = (state, title, url) => change(() => add(state, title, url));
  history.replaceState = (state, title, url) => change(() => replace(state, title, url));
  depth = depthOf(history.state);
  address = location.href;
  position = currentPosition();
  // Before the listeners of the router, which then read the right address.
  addEventListener('popstate', onPop, { capture: true });
  if (depth > 0) settleSoon(); // after a reload, the layers are closed
}

/**
 * Closes the layer when the person goes back, as long as it is open. `close` may ask first, and leave it open.
 * `isModal`: nothing else can be used meanwhile.
 */
export function useLayer(isOpen: boolean, close: () => void, isModal = false): void {
  const latest = useRef(close);
  latest.current = close;
  useLayoutEffect(() => {
    if (!isOpen || !(isModal || matchMedia(TOUCH).matches)) return;
    const layer = { close: () => latest.current() };
    layers = [...layers, layer];
    settleSoon();
    return () => {
      layers = layers.filter((one) => one !== layer);
      settleSoon();
    };
  }, [isOpen, isModal]);
}

function depthOf(state: unknown): number {
  const mark = (state as { [MARK]?: unknown } | null)?.[MARK];
  return typeof mark === 'number' ? mark : 0;
}

/** During a traversal, a change of the history would be of the wrong entry. */
function change(run: () => void): void {
  if (!pendingTraversal) run();
  else deferred.push(run);
}

function add(state: unknown, title: string, url?: string | URL | null): void {
  // A link in a layer: its entry becomes that of the page.
  if (depth > 0) native?.replaceState(state, title, url);
  else native?.pushState(state, title, url);
  depth = 0;
  ahead = 0; // adding an entry discards the forward history
  address = location.href;
  settleSoon();
}

function replace(state: unknown, title: string, url?: string | URL | null): void {
  native?.replaceState(depth > 0 ? { ...(state as object | null), [MARK]: depth } : state, title, url);
  address = location.href;
}

/** Together with what else happens at the same moment: a menu that opens a dialog leaves its entry to it. */
function settleSoon(): void {
  if (!isSettling) setTimeout(settle);
  isSettling = true;
}

/** Makes the history have an entry for each layer. */
function settle(): void {
  isSettling = false;
  if (pendingTraversal || !native) return; // again when it ends
  const missing = layers.length - depth;
  // Entries that exist are not added again: browsers skip entries added without user activation.
  const steps = missing < 0 ? missing : Math.min(ahead, missing);
  if (steps !== 0) {
    traverse(steps);
    return;
  }
  ahead = 0;
  if (missing > 0 && depth === 0) pageAddress = location.href;
  while (depth < layers.length) {
    depth += 1;
    native.pushState({ ...(history.state as object | null), [MARK]: depth }, '', location.href);
  }
}

function currentPosition(): number {
  return window.navigation?.currentEntry?.index ?? -1;
}

function traverse(steps: number): void {
  ahead = 0;
  if (!window.navigation) {
    const timer = setTimeout(onMissingEntry, MAX_TRAVERSAL_MS);
    pendingTraversal = () => clearTimeout(timer);
    history.go(steps);
    return;
  }
  // However slow: changes wait for its end, because it would undo those that are made before.
  const target = navigation.entries()[currentPosition() + steps];
  const isCurrent = () => pendingTraversal === cancel;
  const cancel = () => {};
  pendingTraversal = cancel;
  if (target) navigation.traverseTo(target.key).committed?.catch(() => isCurrent() && onTraversed(false));
  else queueMicrotask(() => isCurrent() && onMissingEntry());
}

function onPop(): void {
  const before = depth;
  const isForward = currentPosition() > position;
  position = currentPosition();
  depth = depthOf(history.state);
  if (pendingTraversal) {
    onTraversed(isForward);
    return;
  }
  const isOfPage = depth > 0 || location.href === pageAddress;
  if (depth > layers.length) {
    // An entry whose layer is closed.
    address = location.href;
    if (!goOnForward(isForward)) traverse(layers.length - depth);
  } else if (depth < layers.length && isOfPage) {
    keepAddress();
    ahead = Math.max(0, before - depth);
    layers.at(-1)?.close();
    settleSoon();
  } else {
    address = location.href;
    // A jump over several entries, such as from the history menu.
    if (depth < layers.length) for (const layer of [...layers].reverse()) layer.close();
    settleSoon(); // one that stays open gets an entry again
  }
}

/** Where a link in one of several layers has led to a page, entries of closed layers are between the two pages. */
function goOnForward(isForward: boolean): boolean {
  if (!isForward || layers.length > 0 || depth === 0 || !navigation.canGoForward) return false;
  traverse(1);
  return true;
}

function onTraversed(isForward: boolean): void {
  pendingTraversal?.();
  pendingTraversal = undefined;
  if (depth > 0 || location.href === pageAddress) keepAddress();
  else address = location.href;
  const changes = deferred;
  deferred = [];
  for (const run of changes) change(run);
  // The router has looked at the address before.
  if (changes.length > 0) dispatchEvent(new HashChangeEvent('hashchange'));
  if (pendingTraversal || !goOnForward(isForward && changes.length === 0)) settle();
}

/** The address was changed while a layer was open: it is that of the page, too. */
function keepAddress(): void {
  if (location.href === address) return;
  native?.replaceState(history.state, '', address);
  if (depth === 0) pageAddress = address;
}

/** Another page may have been restored with the state of this one. */
function onMissingEntry(): void {
  const { [MARK]: _, ...state } = (history.state ?? {}) as Record<string, unknown>;
  native?.replaceState(state, '', location.href);
  depth = 0;
  onTraversed(false);
}
