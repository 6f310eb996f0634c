// Types of the information in a message besides its text: delivery report, mailing list, authentication results,
// and who delivered it.
export type ReportKind = 'bounce' | 'delay' | 'receipt';

export interface ReportedRecipient {
  /** null if the report does not name one. */
  address: string | null;
  /**
   * RFC 3464: failed, delayed, delivered, relayed, expanded; RFC 8098: displayed, deleted, dispatched, processed,
   * denied.
   */
  action: string;
  /** The enhanced status code (RFC 3463), such as 5.1.1. */
  status: string | null;
  /** The reply of the server. */
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

/** The ways to unsubscribe from a mailing list (RFC 2369, RFC 8058). */
export interface Unsubscribe {
  /** Whether a POST to `url` is enough; otherwise `url` is a page to open. */
  one_click: boolean;
  url: string | null;
  mailto: string | null;
}

/** Results of RFC 8601; null for a method without a result. */
export interface Authentication {
  spf: string | null;
  dkim: string | null;
  dmarc: string | null;
  /** Whether SPF or DKIM passed for the domain of From, or one above or below it. Mail of an earlier version lacks it. */
  aligned?: boolean;
}

/** An Authentication-Results field (RFC 8601), and how certain it is that a server of the recipient wrote it. */
export interface AuthenticationField {
  /** The authserv-id, in lower case. */
  server: string;
  /**
   * own: above the Received field of the server that received the message from outside, so nobody else can have written
   * it. border: directly below that field, where the sender can also have written it.
   */
  place: 'own' | 'border';
  results: Authentication;
  /** The domains for which SPF or DKIM passed, in lower case. */
  passed: string[];
}

/** Whether an action means failure, delay, or success. */
export function kindOfAction(action: string): ReportKind {
  if (action === 'failed') return 'bounce';
  return action === 'delayed' ? 'delay' : 'receipt';
}

/** Whether this is an unsubscribe URL with the protocol `https:` or `http:` and without credentials. */
export function isWebAddress(text: string, protocol: string): boolean {
  if (!text.slice(0, protocol.length).toLowerCase().startsWith(protocol) || /[^!-~]/.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
}

/** Whether an attachment is a message (RFC 2046 section 5.2.1): by its type, or by its name where the type says less. */
export function isAttachedMail({ filename, mime }: { filename: string; mime: string | null }): boolean {
  const type = (mime ?? '').toLowerCase().split(';', 1)[0]?.trim();
  if (type === 'message/rfc822' || type === 'message/global') return true;
  return /\.eml$/i.test(filename) && (!type || ['application/octet-stream', 'text/plain'].includes(type));
}

export const DELIVERED_BY = ['account', 'command_line', 'sender', 'other'] as const;

/**
 * Who delivered a mail to Daybook. A page of a mail that loads an image sends its URL to another server, so whoever can
 * write a mail that is believed can send data out.
 *
 * - account: the sync of a mail account fetched it.
 * - command_line: `daybook import`, run by a person who can read the data anyway.
 * - sender: a request whose token may send mail too, or whose session has such a token.
 * - other: a request whose token may not send mail, also if the mail was exported and imported since; and mail of an
 *   earlier version, which did not store it.
 */
export type DeliveredBy = (typeof DELIVERED_BY)[number];
