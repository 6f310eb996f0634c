// The changes for one client: read from the log while the client is behind, delivered by the hub while it keeps up,
// each once and in order.
import { setImmediate } from 'node:timers/promises';
import { limits } from '../limits.ts';
import type { Store } from '../store/port.ts';
import type { Hub } from './hub.ts';
import type { FeedMemory, Holder } from './memory.ts';
import { feedPage, readWanted } from './messages.ts';
import type { Outbox } from './outbox.ts';
import { type Packet, packetOf } from './packet.ts';

interface StreamParts {
  store: Store;
  hub: Hub;
  memory: FeedMemory;
  /** The client as a holder of memory. */
  holder: Holder;
  outbox: Outbox;
  /** Whether the client receives the bodies of records. */
  bodies: boolean;
  isOpen(): boolean;
  isWanted(event: string): boolean;
  /** Called when the client has stopped reading; closes it. */
  onStall(): void;
  onError(error: unknown): void;
}

export class ChangeStream {
  /** The seq up to which the client received its changes. */
  cursor = 0;
  /** Settled while the client is live. */
  following: Promise<void> = Promise.resolve();
  private live = false;
  private readonly parts: StreamParts;

  constructor(parts: StreamParts) {
    this.parts = parts;
  }

  /**
   * Takes changes from the hub. A client that is behind by more than the buffer reads the log at its own rate instead.
   */
  deliver(packets: Packet[]): void {
    for (const packet of packets) {
      if (!this.live) return;
      this.pass(packet);
      if (this.parts.outbox.waiting() > limits.socketBufferBytes) this.follow();
    }
  }

  /** Sends the log up to the position of the hub; from there on the hub delivers. */
  follow(): void {
    this.live = false;
    this.following = this.sendLog().catch(this.parts.onError);
  }

  private async sendLog(): Promise<void> {
    const { hub, memory, holder } = this.parts;
    while (await this.drained()) {
      // If the hub delivered more while the log was read, the log is read again.
      if (this.cursor >= hub.position(holder.user)) {
        this.live = true; // set immediately: the hub may deliver before the caller continues
        return;
      }
      await memory.turn(holder, () => this.sendPage());
      await setImmediate(); // few changes may match; other work must not wait for the whole log
    }
  }

  private async sendPage(): Promise<void> {
    const { store, holder, bodies, isOpen, isWanted } = this.parts;
    if (!isOpen()) return;
    const { messages, end } = await readWanted(store, holder.user, this.cursor, feedPage(bodies), isWanted);
    for (const message of messages) this.pass(packetOf(message));
    this.cursor = Math.max(this.cursor, end);
  }

  private pass(packet: Packet): void {
    const { outbox, isOpen, isWanted } = this.parts;
    const seq = packet.seq as number;
    if (seq <= this.cursor) return;
    this.cursor = seq;
    if (isOpen() && isWanted(packet.event)) outbox.push(packet);
  }

  /**
   * Whether the client can be sent more. A slow connection is not closed; only a client that has stopped reading is.
   */
  private async drained(): Promise<boolean> {
    const { outbox, isOpen, onStall } = this.parts;
    while (isOpen() && outbox.waiting() > limits.socketBufferBytes / 4)
      if (!(await outbox.moved(limits.socketDrain))) onStall();
    return isOpen();
  }
}
