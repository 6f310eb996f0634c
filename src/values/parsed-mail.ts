// A message as it was read under budgets, wherever it came from: what protocols/mime hands to the rules.
import type { Address } from './addresses.ts';
import type { AuthenticationField, MailingList, Report } from './mail-facts.ts';

export interface ParsedAttachment {
  filename: string;
  mime: string;
  inline: boolean;
  content_id: string | null;
  content: Uint8Array;
}

/** A message as protocols/mime/read-message.ts reads it, under budgets. */
export interface ParsedMail {
  message_id: string | null;
  in_reply_to: string | null;
  references: string[];
  subject: string | null;
  from: Address | null;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  /** Milliseconds; null where the header has none that can be read. */
  date: number | null;
  body_plain: string | null;
  body_html: string | null;
  attachments: ParsedAttachment[];
  read_receipt_requested: boolean;
  /** The delivery that it reports; null where it is an ordinary mail. */
  report: Report | null;
  list: MailingList | null;
  /** What servers of the recipient can have found out about the sender, from the top of the header on. */
  authentication: AuthenticationField[];
  /** Why it could not be read whole; null when it could. What could be read is there all the same. */
  problem: { code: 'TOO_DEEP' | 'TOO_MANY_PARTS' | 'TOO_LARGE' | 'TOO_SLOW' | 'UNREADABLE'; message: string } | null;
}
