// Printing a mail or a conversation: without the rest of the app, with all mails and their texts. print.css, which the
// conversation loads, hides what does not contain what is printed.
import { dismissToast, showToast } from '../../ui/feedback/toast.ts';
import { words } from '../../words/words.ts';
import { waitForPrint } from './print-waiting.ts';
import { type Printed, printed } from './printed.ts';

const VIEW = 'section[data-print]';
/** Mails that were left out or are collapsed, texts that are being read, pages that are being shown. */
const MISSING = '[data-gap], [data-toggle][aria-expanded="false"], [data-loading], iframe:not([data-loaded])';
const FAILED = '[data-failed]';
/** Milliseconds without progress; fewer when the person has seen that something is missing. */
const TIMEOUT = 15_000;
const TIMEOUT_ANYWAY = 2000;
/** What is loaded sooner needs no message. */
const QUIET = 400;

export async function printConversation(): Promise<void> {
  const view = document.querySelector<HTMLElement>(VIEW);
  if (view) await printWhole(view, view, {});
}

export async function printMail(id: string): Promise<void> {
  const mail = document.getElementById(`mail-${id}`);
  const view = mail?.closest<HTMLElement>(VIEW);
  if (mail && view) await printWhole(view, mail, { mail: id });
}

/** The message that offers to print without what could not be loaded. */
let offer: number | undefined;

/** The conversation is closed. */
export function endPrinting(): void {
  withdrawOffer();
  printed.set(null);
}

async function printWhole(view: HTMLElement, within: HTMLElement, what: Printed, isAnyway = false): Promise<void> {
  withdrawOffer();
  printed.set(what);
  const isCurrent = () => printed.get() === what && within.isConnected;
  const waiting = showWaiting(isCurrent, what);
  const outcome = await waitForPrint({
    countMissing: () => within.querySelectorAll(MISSING).length,
    hasFailed: () => within.querySelector(FAILED) !== null,
    isCancelled: () => !isCurrent(),
    timeout: isAnyway ? TIMEOUT_ANYWAY : TIMEOUT,
  });
  waiting.end();
  if (outcome === 'complete' || (outcome === 'incomplete' && isAnyway)) return show(view, within, what);
  end(view, what);
  if (outcome === 'incomplete') offerAnyway(() => printWhole(view, within, what, true));
}

/** Until it is answered the conversation is as it was, so that mails can be collapsed. */
function offerAnyway(run: () => Promise<void>): void {
  const { printIncomplete, printAnyway } = words().conversation;
  const action = { label: printAnyway, run: () => void run() };
  offer = showToast({ tone: 'danger', text: printIncomplete, action, duration: Number.POSITIVE_INFINITY });
}

function withdrawOffer(): void {
  if (offer !== undefined) dismissToast(offer);
  offer = undefined;
}

/** Says that it takes a while, and offers to end it. */
function showWaiting(isCurrent: () => boolean, what: Printed): { end: () => void } {
  let toast: number | undefined;
  const timer = setTimeout(() => {
    if (!isCurrent()) return;
    const cancel = () => printed.set((current) => (current === what ? null : current));
    const action = { label: words().common.cancel, run: cancel };
    toast = showToast({ text: words().conversation.preparingPrint, action, duration: Number.POSITIVE_INFINITY });
  }, QUIET);
  const end = () => {
    clearTimeout(timer);
    if (toast !== undefined) dismissToast(toast);
  };
  return { end };
}

/** The dialog of the browser. Where it does not block, the event says when it is closed. */
function show(view: HTMLElement, within: HTMLElement, what: Printed): void {
  if (within !== view) {
    view.dataset.printOne = 'true';
    within.dataset.printed = 'true';
  }
  const onEnd = () => {
    delete within.dataset.printed;
    end(view, what);
  };
  addEventListener('afterprint', onEnd, { once: true });
  print();
}

function end(view: HTMLElement, what: Printed): void {
  // Another one may have begun.
  if (printed.get() !== null && printed.get() !== what) return;
  delete view.dataset.printOne;
  printed.set(null);
}
