// The idle connection of a session (IDLE, RFC 2177), on which the server reports changes of the inbox. Some servers
// allow only one connection: then new mail is found by polling, and the idle connection is tried again later.
import { limits } from '../limits.ts';
import { type ImapConnection, watchInbox } from '../protocols/imap/connection.ts';

interface IdleParts {
  /** A connection that is not open yet. */
  newConnection(): ImapConnection;
  /** The inbox has changed. */
  onChange(): void;
  /** The server closed a connection that had lasted. */
  onLoss(): void;
}

export class IdleConnection {
  private retryAt = Number.POSITIVE_INFINITY;
  private readonly parts: IdleParts;

  constructor(parts: IdleParts) {
    this.parts = parts;
  }

  async open(): Promise<void> {
    const { newConnection, onChange, onLoss } = this.parts;
    const openedAt = Date.now();
    const isSteady = () => Date.now() - openedAt >= limits.syncSteady;
    const connection = newConnection();
    this.retryAt = Number.POSITIVE_INFINITY;
    const giveUp = () => {
      this.retryAt = Date.now() + limits.syncRetryLast;
      connection.close();
    };
    try {
      await connection.connect();
      await watchInbox(connection, onChange, () => (isSteady() ? onLoss() : giveUp()));
    } catch {
      giveUp();
    }
  }

  /** Opens it again if it could not be opened before and the time for another try has come. */
  async retryIfDue(): Promise<void> {
    if (Date.now() >= this.retryAt) await this.open();
  }
}
