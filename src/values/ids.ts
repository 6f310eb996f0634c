// Record ids (UUIDv7) and the short handles that stand for them in compact lists.
import { randomBytes } from 'node:crypto';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const HANDLE = /^#?([0-9a-f]{10})$/;

/**
 * A new id. The twelve bits after the time count up within a millisecond (RFC 9562 section 6.2, method 1),
 * so the ids that one process makes always grow and records made together keep their order.
 */
export function newId(): string {
  const now = Date.now();
  if (now > time) [time, count] = [now, 0];
  else if (++count > 0xfff) [time, count] = [time + 1, 0];
  const random = nextRandom();
  random[0] = ((random[0] as number) & 0x3f) | 0x80;
  const counted = count.toString(16).padStart(3, '0');
  const hex = `${time.toString(16).padStart(12, '0')}7${counted}${random.toString('hex')}`;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
let time = 0;
let count = 0;

/** The id in lower case, or undefined when the text is not one. */
export function readId(text: string): string | undefined {
  const id = text.toLowerCase();
  return ID.test(id) ? id : undefined;
}

/** The ten hex digits of a handle such as `#3f9a01c2de`, or undefined. */
export function readHandle(text: string): string | undefined {
  return HANDLE.exec(text.toLowerCase())?.[1];
}

/** The last ten hex digits of an id. */
export function handleOf(id: string): string {
  return id.slice(-10);
}

// Asking the system for eight bytes at a time is dear; a page of them lasts for five hundred ids.
const POOL = 4096;
let pool = Buffer.alloc(0);

function nextRandom(): Buffer {
  if (pool.length < 8) pool = randomBytes(POOL);
  const eight = pool.subarray(0, 8);
  pool = pool.subarray(8);
  return eight;
}
