// Printing a mail or a conversation: without the rest of the app, and with all mails expanded. print.css hides what does
// not contain what is printed.
import { actionTarget } from '../../shell/actions/action-target.ts';
import './print.css';

const ROOT = 'data-print';

export async function printConversation(): Promise<void> {
  const view = document.querySelector<HTMLElement>('section[data-print]');
  if (view?.querySelector('[data-toggle][aria-expanded="false"]')) actionTarget().toggleAllMails?.();
  await frames(view);
  print();
}

export async function printMail(id: string): Promise<void> {
  const mail = document.getElementById(`mail-${id}`);
  const view = mail?.closest<HTMLElement>(`section[${ROOT}]`);
  if (!mail || !view) return;
  await frames(mail);
  view.dataset.printOne = 'true';
  mail.dataset.printed = 'true';
  const end = () => {
    delete view.dataset.printOne;
    delete mail.dataset.printed;
  };
  addEventListener('afterprint', end, { once: true });
  print();
}

/** Resolves when the texts below the element are loaded, or after a time. */
async function frames(within: HTMLElement | null): Promise<void> {
  const until = performance.now() + 5000;
  const isLoading = () =>
    within?.querySelector('iframe:not([data-loaded]), [data-loading]') && performance.now() < until;
  do await new Promise(requestAnimationFrame);
  while (isLoading());
}
