// Gives every change to every listener of its user, once and in order. The bell only says that the log has grown;
// what is delivered is read from the log after the last seq given out, so a lost bell delays and never loses. A listener
// that fails is dropped, and does not keep the others from their changes.
import { feedPage, isFullPage, type Message, reach, readMessages } from '../domain/feed.ts';
import type { Store } from '../store/store.ts';
import { type Packet, packetOf } from './packet.ts';

export interface Listener {
  deliver(packets: Packet[]): void;
  /** Called when `deliver` has thrown. The listener gets nothing more; its client can go on by `since`. */
  drop(error: unknown): void;
}

export interface Hub {
  /** The listener hears what comes after `newest`, the end of the log when it asked, or after a later position. */
  join(user: number, listener: Listener, newest: number): void;
  leave(user: number, listener: Listener): void;
  /** The seq up to which a user's listeners have been told. */
  position(user: number): number;
  /** The user's log has grown. */
  ring(user: number): void;
  /** Returns when the listeners have been told everything up to this seq, or the log cannot be read. */
  told(user: number, seq: number): Promise<void>;
  /** Looks at every listened-to log: heals a lost bell and finds what another process wrote. */
  sweep(): Promise<void>;
}

interface Room {
  listeners: Set<Listener>;
  position: number;
  telling: boolean;
  /** Whether there may be more than the telling has read. */
  again: boolean;
  /** Who waits for a seq to be told. */
  waiting: Set<{ seq: number; done: () => void }>;
}

export function createHub(
  store: Store,
  onDelivered: (message: Message) => void,
  onError: (error: unknown) => void,
): Hub {
  const rooms = new Map<number, Room>();
  let sweeping = false;

  async function tell(user: number, room: Room): Promise<void> {
    room.again = true;
    if (room.telling) return;
    room.telling = true;
    try {
      while (room.again && room.listeners.size > 0) {
        room.again = false;
        const messages = await readMessages(store, user, room.position, feedPage);
        const last = messages.at(-1);
        if (!last) continue;
        room.again ||= isFullPage(messages, feedPage);
        const packets = messages.map(packetOf);
        for (const listener of room.listeners) deliver(user, listener, packets);
        room.position = last.seq;
        release(room, room.position);
        for (const message of messages) onDelivered(message);
      }
    } catch (error) {
      onError(error); // the next bell or sweep tries again
    } finally {
      room.telling = false;
      release(room, Number.POSITIVE_INFINITY);
    }
  }

  function deliver(user: number, listener: Listener, packets: Packet[]): void {
    try {
      listener.deliver(packets);
    } catch (error) {
      leave(user, listener);
      try {
        listener.drop(error);
      } catch (another) {
        onError(another);
      }
    }
  }

  function leave(user: number, listener: Listener): void {
    const room = rooms.get(user);
    room?.listeners.delete(listener);
    if (room?.listeners.size === 0) rooms.delete(user);
  }

  function ring(user: number): void {
    const room = rooms.get(user);
    if (room) void tell(user, room);
  }

  return {
    join(user, listener, newest) {
      const room = rooms.get(user) ?? {
        listeners: new Set(),
        position: newest,
        telling: false,
        again: false,
        waiting: new Set(),
      };
      rooms.set(user, room);
      room.listeners.add(listener);
      ring(user); // for what was written after `newest` was read
    },
    leave,
    position: (user) => rooms.get(user)?.position ?? 0,
    ring,
    async told(user, seq) {
      const room = rooms.get(user);
      if (!room || room.position >= seq) return;
      const told = new Promise<void>((done) => room.waiting.add({ seq, done }));
      ring(user);
      await told;
    },
    async sweep() {
      if (sweeping) return;
      sweeping = true;
      try {
        // One after the other, so that however many are listened to, requests find a free connection.
        for (const [user, room] of rooms) if ((await reach(store, user)) > room.position) ring(user);
      } finally {
        sweeping = false;
      }
    },
  };
}

function release(room: Room, seq: number): void {
  for (const one of room.waiting) {
    if (one.seq > seq) continue;
    room.waiting.delete(one);
    one.done();
  }
}
