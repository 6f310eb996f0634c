// The reading side of a socket: pauses while a message is being answered, and while the client does not read the
// answers.
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { limits } from '../limits.ts';
import { type Outbox, UNDER_WAY } from './outbox.ts';

export class Intake {
  /** Whether messages wait because the client does not read the answers. */
  heldBack = false;
  private pauses = 0;
  private readonly socket: WebSocket;
  private readonly outbox: Outbox;

  constructor(socket: WebSocket, outbox: Outbox) {
    this.socket = socket;
    this.outbox = outbox;
  }

  /** Several may pause it; it resumes when each has resumed it. */
  pause(): void {
    this.pauses++;
    this.socket.pause();
  }

  resume(): void {
    if (--this.pauses === 0) this.socket.resume();
  }

  /** Unread answers must not accumulate: further messages of such a client wait. */
  async holdBack(): Promise<void> {
    if (this.heldBack || !this.isFlooded()) return;
    this.heldBack = true;
    this.pause();
    while (this.socket.readyState === this.socket.OPEN && this.isFlooded()) await sleep(50);
    this.heldBack = false;
    this.resume();
  }

  private isFlooded(): boolean {
    return this.outbox.notices() > limits.socketMessageBytes || this.socket.bufferedAmount > 2 * UNDER_WAY;
  }
}
