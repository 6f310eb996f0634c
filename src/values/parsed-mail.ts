// A parsed message: the result of protocols/mime.
import type { Address } from './addresses.ts';
import type { AuthenticationField, MailingList, Report } from './mail-facts.ts';

/** A content in a temporary file, which belongs to the caller of the parser. */
export interface StoredContent {
  sha256: string;
  size: number;
  temporary: string;
}

export interface ParsedAttachment {
  filename: string;
  mime: string;
  inline: boolean;
  content_id: string | null;
  /** Empty if it is already stored. */
  content: Uint8Array;
  stored?: StoredContent;
}

/** The beginning of a message that is attached. */
export interface AttachedText {
  subject: string | null;
  plain: string | null;
  html: string | null;
}

/** A message as parsed by protocols/mime/read-message.ts, within limits. */
export interface ParsedMail {
  message_id: string | null;
  in_reply_to: string | null;
  references: string[];
  subject: string | null;
  from: Address | null;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  reply_to: Address[];
  /** Milliseconds: its Date, or else its topmost Received; null if the header has no valid date. */
  date: number | null;
  body_plain: string | null;
  body_html: string | null;
  attachments: ParsedAttachment[];
  /** If the mail has no text: that of a message attached to it, for the preview. */
  attached?: AttachedText;
  read_receipt_requested: boolean;
  /** The delivery report; null for an ordinary mail. */
  report: Report | null;
  list: MailingList | null;
  /** Authentication-Results fields that the recipient's servers may have written, from the top of the header. */
  authentication: AuthenticationField[];
  /** Why it could not be parsed completely; null if it was. The parts that could be parsed are present. */
  problem: { code: 'TOO_DEEP' | 'TOO_MANY_PARTS' | 'TOO_LARGE' | 'TOO_SLOW' | 'UNREADABLE'; message: string } | null;
}
