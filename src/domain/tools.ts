// What the rules need that is no store: contents on disk, the seal on passwords, and someone who asks mail servers.
import type { Blobs } from '../store/blobs.ts';
import type { Secrets } from '../store/secrets.ts';
import type { HtmlCleaner } from './html-cleaner.ts';

/** What a server said when it was asked. */
export interface ServerAnswer {
  ok: boolean;
  /** The server's own words, or what happened instead. */
  message: string;
  /** What a person could do about it; null where all is well. */
  hint: string | null;
}

export interface ConnectionTest {
  smtp: ServerAnswer;
  imap: ServerAnswer | null;
}

export interface ServerFolder {
  path: string;
  /** The folder that its mail has here. */
  folder: string;
  /** INBOX, SENT, DRAFTS, TRASH, SPAM, ARCHIVE, or null. */
  special_use: string | null;
  messages: number | null;
}

/** Asks the servers of an account; implemented where the protocols are. */
export interface MailServers {
  /** Tests both servers of the account for a request, and stores its status with an event. */
  test(user: number, accountId: string): Promise<ConnectionTest>;
  folders(user: number, accountId: string): Promise<ServerFolder[]>;
}

/** Leaves mailing lists by a request to their server. */
export interface Unsubscriber {
  /** Throws UNSUBSCRIBE_FAILED where the server could not be asked or did not agree. */
  oneClick(url: string): Promise<void>;
}

export interface Tools {
  blobs: Blobs;
  /** How many bytes the files of one user may take; 0 for any number. */
  filesQuota: number;
  secrets: Secrets;
  servers: MailServers;
  unsubscriber: Unsubscriber;
  /** Makes the HTML of mails fit to be shown. */
  cleaner: HtmlCleaner;
}
