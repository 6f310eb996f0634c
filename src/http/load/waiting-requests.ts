// Requests that wait until their clients have read enough responses, or until other reads of the same client have
// finished. A request that waits too long is refused.
import { AppError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { type Client, type Flight, RETRY, type Totals, tooMuch } from './flight.ts';
import type { Turns } from './turns.ts';

interface Waiting {
  flight: Flight;
  isRead: boolean;
  until: number;
  go: () => void;
  refuse: (error: AppError) => void;
}

export interface WaitingRequests {
  /** Calls `go` if the request need not wait; returns whether it did. */
  begin(flight: Flight, isRead: boolean, go: () => void): boolean;
  /** Calls `go` now or later, or `refuse`. */
  admit(request: Waiting): void;
  /** Wakes one request per finished one, so that the waiting requests do not all respond at the same time. */
  wakeOne(): void;
  /** The request is finished: it no longer waits, and another may continue. */
  leave(flight: Flight): void;
  refuseLate(now: number): void;
}

export function createWaitingRequests(totals: Totals, run: Turns['run']): WaitingRequests {
  const waiting = new Set<Waiting>();

  const mayGo = ({ client }: Flight, isRead: boolean) =>
    !isFull(client) && totals.unread <= limits.allUnread && !(isRead && client.reading >= limits.clientReads);

  function begin(flight: Flight, isRead: boolean, go: () => void): boolean {
    if (!mayGo(flight, isRead)) return false;
    if (isRead) flight.reads();
    go();
    return true;
  }

  function wakeOne(): void {
    if (waiting.size === 0) return;
    for (const one of waiting) {
      if (one.flight.isGone()) {
        waiting.delete(one);
        continue;
      }
      if (!mayGo(one.flight, one.isRead)) continue;
      waiting.delete(one);
      // The turn may be over, and other requests may come first in the next one.
      run(() => admit(one), one.flight.client.owner.key);
      return;
    }
  }

  function admit(one: Waiting): void {
    if (!one.flight.isGone()) {
      if (begin(one.flight, one.isRead, one.go)) return;
      waiting.add(one);
    }
    wakeOne(); // another request may be able to continue
  }

  function leave(flight: Flight): void {
    if (waiting.size === 0) return;
    for (const one of waiting) if (one.flight === flight) waiting.delete(one);
    wakeOne();
  }

  function refuseLate(now: number): void {
    for (const one of waiting) {
      if (one.until >= now) continue;
      waiting.delete(one);
      run(() => one.refuse(refusalOf(one.flight.client)), one.flight.client.owner.key);
    }
  }

  return { begin, admit, wakeOne, leave, refuseLate };
}

function isFull({ unread }: Client): boolean {
  return unread > limits.clientUnread;
}

function refusalOf(client: Client): AppError {
  return isFull(client)
    ? tooMuch(`More than ${limits.clientUnread} bytes of answers wait to be read by you; read them first.`)
    : new AppError('SERVICE_UNAVAILABLE', 'The service is busy with other requests; try again.', {}, RETRY);
}
