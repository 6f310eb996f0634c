// What a message says about itself besides its text: which delivery it reports, which mailing list it came through, and
// what servers on the way found out about its sender.

export type ReportKind = 'bounce' | 'delay' | 'receipt';

export interface ReportedRecipient {
  /** null where the report does not name one. */
  address: string | null;
  /** Of RFC 3464: failed, delayed, delivered, relayed, expanded; of RFC 8098: displayed, deleted, dispatched, processed, denied. */
  action: string;
  /** The enhanced status code (RFC 3463), such as 5.1.1. */
  status: string | null;
  /** What the server said. */
  diagnostic: string | null;
}

export interface Report {
  kind: ReportKind;
  recipients: ReportedRecipient[];
  original_message_id: string | null;
}

export interface MailingList {
  /** The List-Id (RFC 2919) without its description. */
  id: string | null;
  unsubscribe: Unsubscribe | null;
}

/** The ways to leave a mailing list (RFC 2369, RFC 8058). */
export interface Unsubscribe {
  /** Whether a POST to `url` is enough; otherwise `url` is a page to open. */
  one_click: boolean;
  url: string | null;
  mailto: string | null;
}

/** Results of RFC 8601; null for a method without one. */
export interface Authentication {
  spf: string | null;
  dkim: string | null;
  dmarc: string | null;
}

/** An Authentication-Results field (RFC 8601), and how certain it is that a server of the recipient wrote it. */
export interface AuthenticationField {
  /** The authserv-id, in lower case. */
  server: string;
  /**
   * own: above the Received field of the server that took the message from outside, so nobody else can have written it.
   * border: directly below that field, where the sender can have written as well.
   */
  place: 'own' | 'border';
  results: Authentication;
}

/** Whether a message with this action reports a failure, a delay, or that the mail has arrived. */
export function kindOfAction(action: string): ReportKind {
  if (action === 'failed') return 'bounce';
  return action === 'delayed' ? 'delay' : 'receipt';
}

/** Whether a list can be left at this address: of the protocol `https:` or `http:`, without a login. */
export function isWebAddress(text: string, protocol: string): boolean {
  if (!text.slice(0, protocol.length).toLowerCase().startsWith(protocol) || /[^!-~]/.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
}
