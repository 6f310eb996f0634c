// Delivers every change to every listener of its user, once and in order. A notification says only that the log has
// grown; the changes are read from the log after the last delivered seq, so a lost notification causes a delay and
// never a loss. A listener that throws is dropped and does not block the others.
import type { Store } from '../store/port.ts';
import { feedPage, isFullPage, type Message, reach, readMessages, withoutBody } from './messages.ts';
import { type Packet, packetOf } from './packet.ts';

export interface Listener {
  /** Whether it needs the bodies of records. */
  readonly bodies: boolean;
  deliver(packets: Packet[]): void;
  /** Called when `deliver` has thrown. The listener receives nothing more; its client can resume with `since`. */
  drop(error: unknown): void;
}

export interface Hub {
  /**
   * The listener receives the changes after `newest`, the end of the log when it was read, or after a later position.
   */
  join(user: number, listener: Listener, newest: number): void;
  leave(user: number, listener: Listener): void;
  /** The seq up to which changes were delivered to the user's listeners. */
  position(user: number): number;
  /** The user's log has grown. */
  notify(user: number): void;
  /** Resolves when everything up to this seq was delivered, or the log cannot be read. */
  delivered(user: number, seq: number): Promise<void>;
  /**
   * Checks the log of every user with listeners: makes up for lost notifications and finds what another process wrote.
   */
  sweep(): Promise<void>;
}

interface Room {
  listeners: Set<Listener>;
  position: number;
  delivering: boolean;
  /** Whether the log may have grown since it was last read. */
  again: boolean;
  /** Callers that wait until a seq is delivered. */
  waiting: Set<{ seq: number; done: () => void }>;
}

export function createHub(
  store: Store,
  onDelivered: (message: Message) => void,
  onError: (error: unknown) => void,
): Hub {
  const rooms = new Map<number, Room>();
  let sweeping = false;

  async function deliverNew(user: number, room: Room): Promise<void> {
    room.again = true;
    if (room.delivering) return;
    room.delivering = true;
    try {
      while (room.again && room.listeners.size > 0) {
        room.again = false;
        const messages = await readNext(store, user, room);
        if (messages.length === 0) continue;
        const packets = packetsOf(messages);
        for (const listener of room.listeners) deliver(user, listener, packets(listener.bodies));
        room.position = (messages.at(-1) as Message).seq;
        release(room, room.position);
        for (const message of messages) onDelivered(message);
      }
    } catch (error) {
      onError(error); // the next notification or sweep tries again
    } finally {
      room.delivering = false;
      release(room, Number.POSITIVE_INFINITY);
    }
  }

  function deliver(user: number, listener: Listener, packets: Packet[]): void {
    try {
      listener.deliver(packets);
    } catch (error) {
      leave(user, listener);
      drop(listener, error, onError);
    }
  }

  function leave(user: number, listener: Listener): void {
    const room = rooms.get(user);
    room?.listeners.delete(listener);
    if (room?.listeners.size === 0) rooms.delete(user);
  }

  function notify(user: number): void {
    const room = rooms.get(user);
    if (room) void deliverNew(user, room);
  }

  return {
    join(user, listener, newest) {
      const room = rooms.get(user) ?? newRoom(newest);
      rooms.set(user, room);
      room.listeners.add(listener);
      notify(user); // for what was written after `newest` was read
    },
    leave,
    position: (user) => rooms.get(user)?.position ?? 0,
    notify,
    async delivered(user, seq) {
      const room = rooms.get(user);
      if (!room || room.position >= seq) return;
      const delivered = new Promise<void>((done) => room.waiting.add({ seq, done }));
      notify(user);
      await delivered;
    },
    async sweep() {
      if (sweeping) return;
      sweeping = true;
      try {
        // One at a time, so that requests find a free connection however many users have listeners.
        for (const [user, room] of rooms) if ((await reach(store, user)) > room.position) notify(user);
      } finally {
        sweeping = false;
      }
    },
  };
}

function needsBodies({ listeners }: Room): boolean {
  return [...listeners].some(({ bodies }) => bodies);
}

/** The next changes; none if a listener that needs bodies has joined while they were read without. */
async function readNext(store: Store, user: number, room: Room): Promise<Message[]> {
  const page = feedPage(needsBodies(room));
  const messages = await readMessages(store, user, room.position, page);
  const lacksBodies = !page.bodies && needsBodies(room);
  room.again ||= lacksBodies || isFullPage(messages, page);
  return lacksBodies ? [] : messages;
}

/** The packets with or without bodies; a message without a body has one packet for both. */
function packetsOf(messages: Message[]): (bodies: boolean) => Packet[] {
  const whole = messages.map(packetOf);
  let short: Packet[] | undefined;
  const shorten = (message: Message, index: number) =>
    message.short === undefined ? (whole[index] as Packet) : packetOf(withoutBody(message));
  return (bodies) => {
    if (bodies) return whole;
    short ??= messages.map(shorten);
    return short;
  };
}

function newRoom(position: number): Room {
  return { listeners: new Set(), position, delivering: false, again: false, waiting: new Set() };
}

function drop(listener: Listener, error: unknown, onError: (error: unknown) => void): void {
  try {
    listener.drop(error);
  } catch (another) {
    onError(another);
  }
}

function release(room: Room, seq: number): void {
  for (const one of room.waiting) {
    if (one.seq > seq) continue;
    room.waiting.delete(one);
    one.done();
  }
}
