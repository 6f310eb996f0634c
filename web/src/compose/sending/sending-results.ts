// Says how sending has ended, on every screen: "Sent", or "Not sent" with the reason and what can be done. The results
// come from the change feed, so they include scheduled mail, and mail whose sending ends after a reload. One tab says each.
import type { Message } from 'daybook-client';
import { useEffect } from 'react';
import { onMessage } from '../../data/live/feed.ts';
import { collection, connectionState } from '../../data/live/live.ts';
import { readLocalValue, writeLocalValue } from '../../data/storage/local-values.ts';
import { withOpenTabs } from '../../data/storage/tabs.ts';
import type { Email } from '../../data/types.ts';
import { sendAgain } from '../../mail/unsent/unsent-sending.ts';
import { reasonOfSending } from '../../mail/unsent/unsent-text.ts';
import { mailHash } from '../../shell/navigation/linked-mail.ts';
import { goTo } from '../../shell/navigation/navigation-state.ts';
import { isNotifying, notify } from '../../shell/notify.ts';
import { currentToasts, dismissToast, showToast } from '../../ui/feedback/toast.ts';
import { words } from '../../words/words.ts';

interface Result {
  /** Identifies the change of the feed. */
  key: string;
  email: Email;
  receivedAt: number;
  /** It was received as it happened, not after an interruption. */
  isLive: boolean;
}

/** Results that come together are one message, in milliseconds. */
const COLLECT = 400;
/** A window that is visible, but not in use, leaves it to the one in use. */
const NOT_IN_USE = 400;
/** Longer than another tab that is visible takes to announce it: then the system does not. */
const NOTIFY_AFTER = 2000;
/** That a mail was sent is news for so long. That one was not sent is news until something is done about it. */
const RECENT = 5 * 60_000;
/** So many results are remembered by the browser, so that no tab says them again. */
const MAX_REMEMBERED = 200;
const REMEMBERED = 'sendingResults';
/** These may have arrived: whoever sends them again should have looked at them. */
const UNCERTAIN = ['OUTCOME_UNKNOWN', 'RESTORED'];

let waiting: Result[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** What the last alert is about. */
let alerted: { toast: number; emails: readonly Email[] } = { toast: 0, emails: [] };

/** Once in the app. */
export function useSendingResults(): void {
  useEffect(() => {
    const stop = [
      onMessage(['email.sent', 'email.send_failed'], collect),
      onMessage(['email.queued', 'email.scheduled', 'email.deleted'], ({ data }) => withdraw(data.id as string)),
    ];
    document.addEventListener('visibilitychange', plan);
    return () => {
      for (const end of stop) end();
      document.removeEventListener('visibilitychange', plan);
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    };
  }, []);
}

function collect({ event, seq, data }: Message): void {
  const email = data as unknown as Email;
  const key = `${seq} ${email.id}`;
  waiting.push({ key, email, receivedAt: Date.now(), isLive: connectionState.get() === 'live' });
  if (event === 'email.send_failed' && isNotifying()) setTimeout(() => notifyUnlessAnnounced(key, email), NOTIFY_AFTER);
  plan();
}

function notifyUnlessAnnounced(key: string, email: Email): void {
  if (announcedKeys().includes(key) || !isNotifying()) return;
  const { results } = words().compose;
  void notify({ title: results.notSentTitle, body: failureOf(email), tag: email.id, path: pathOf(email) });
}

/** While the page is not visible, its results wait: another tab may say them. */
function plan(): void {
  if (waiting.length === 0 || timer !== undefined || document.visibilityState === 'hidden') return;
  timer = setTimeout(
    () => {
      timer = undefined;
      const results = waiting;
      waiting = [];
      void announce(results);
    },
    COLLECT + (document.hasFocus() ? 0 : NOT_IN_USE),
  );
}

async function announce(results: readonly Result[]): Promise<void> {
  const fresh = await notYetAnnounced(results);
  const emails = fresh.map(({ email }) => email);
  const sent = fresh.filter((one) => one.email.status === 'sent' && isRecent(one)).map(({ email }) => email);
  announceSent(sent.filter(({ send_error }) => !send_error));
  for (const email of sent) if (email.send_error) announcePartlySent(email);
  // Meanwhile it may have been sent again, or deleted.
  announceFailed(emails.filter(({ id, status }) => status === 'failed' && collection('failed').get(id) !== undefined));
}

function notYetAnnounced(results: readonly Result[]): Promise<Result[]> {
  return withOpenTabs(async () => {
    const before = announcedKeys();
    const fresh = results.filter(({ key }) => !before.includes(key));
    if (fresh.length > 0)
      writeLocalValue(REMEMBERED, [...before, ...fresh.map(({ key }) => key)].slice(-MAX_REMEMBERED));
    return fresh;
  });
}

function announcedKeys(): string[] {
  const stored = readLocalValue(REMEMBERED);
  return Array.isArray(stored) ? (stored as string[]) : [];
}

/** The clock of this device may be wrong, so it is compared with that of the service only for what came late. */
function isRecent({ isLive, receivedAt, email: { sent_at } }: Result): boolean {
  const since = isLive ? receivedAt : sent_at === null ? 0 : Date.parse(sent_at);
  return Date.now() - since < RECENT;
}

function announceSent(emails: readonly Email[]): void {
  const [email] = emails;
  if (!email) return;
  const { results } = words().compose;
  showToast({
    tone: 'success',
    text: emails.length === 1 ? results.sent(subjectOf(email)) : results.sentMany(emails.length),
  });
}

function announcePartlySent(email: Email): void {
  const { results } = words().compose;
  const reason = reasonOfSending(email, words().mail);
  const link = { label: results.open, run: () => goTo(pathOf(email)) };
  showToast({ tone: 'danger', text: results.partlySent(subjectOf(email), reason), link, duration: Infinity });
}

/** Those of an alert that is still there are part of the new one. */
function announceFailed(failed: readonly Email[]): void {
  if (failed.length === 0) return;
  const isShown = currentToasts().some(({ id }) => id === alerted.toast);
  const before = isShown ? alerted.emails.filter(({ id }) => failed.every((one) => one.id !== id)) : [];
  showAlert([...before, ...failed]);
}

function showAlert(emails: readonly Email[]): void {
  dismissToast(alerted.toast);
  const [email] = emails;
  if (!email) return;
  const { results } = words().compose;
  const common = { tone: 'danger', duration: Infinity } as const;
  const many = { label: results.show, run: () => goTo('/mail/failed') };
  const open = { label: results.open, run: () => goTo(pathOf(email)) };
  const again = { label: results.sendAgain, run: () => void sendAgain(email) };
  const toast =
    emails.length > 1
      ? showToast({ ...common, text: results.notSentMany(emails.length), action: many })
      : UNCERTAIN.includes(email.send_error?.code ?? '')
        ? showToast({ ...common, text: failureOf(email), action: open })
        : showToast({ ...common, text: failureOf(email), link: open, action: again });
  alerted = { toast, emails };
}

/** Something was done about a mail that was not sent. */
function withdraw(id: string): void {
  const rest = alerted.emails.filter((email) => email.id !== id);
  if (rest.length === alerted.emails.length) return;
  const isShown = currentToasts().some((toast) => toast.id === alerted.toast);
  if (isShown) showAlert(rest);
  if (!isShown || rest.length === 0) alerted = { toast: 0, emails: [] };
}

function failureOf(email: Email): string {
  const reason = reasonOfSending(email, words().mail) || words().common.unknownError;
  return words().compose.results.notSent(subjectOf(email), reason);
}

function subjectOf({ subject }: Email): string {
  return subject?.trim() || words().mail.noSubject;
}

function pathOf({ id, thread_id, status }: Email): string {
  return `/mail/${status === 'failed' ? 'failed' : 'sent'}/${thread_id ?? id}${mailHash(id)}`;
}
