// Record ids (UUIDv7) and the short handles that represent them in compact lists. Node's crypto.randomUUIDv7 is not
// sufficient: it fills the bits after the millisecond at random, so half of 100,000 consecutive ids were smaller than
// their predecessor, and it cannot continue after stored ids if the clock was set back. It is not faster either
// (0.6 µs per id, as here).
import { randomBytes } from 'node:crypto';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const HANDLE = /^#?([0-9a-f]{10})$/;

/**
 * Returns a new id. The twelve bits after the time are a counter within the millisecond (RFC 9562 section 6.2, method
 * 1), so the ids of one process always increase and records that are created together keep their order.
 */
export function newId(): string {
  const now = Date.now();
  if (now > time) startMillisecond(now);
  else if (++count > 0xfff) startMillisecond(time + 1);
  if (used === pool.length) refill();
  const random = used;
  used += 16;
  const counted = (0x7000 + count).toString(16);
  return `${prefix}${counted}-${pool.slice(random, random + 4)}-${pool.slice(random + 4, used)}`;
}

/** Makes new ids larger than every id created up to this time (in milliseconds), by any process. */
export function startIds(ms: number): void {
  if (ms >= time) startMillisecond(ms + 1);
}

/** The time of a UUIDv7 in milliseconds; undefined for another text. */
export function timeOfId(id: string): number | undefined {
  return ID.test(id) && id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}

let time = 0;
let count = 0;
/** The time as the first two groups of an id. */
let prefix = '';

function startMillisecond(ms: number): void {
  time = ms;
  count = 0;
  prefix = prefixOf(ms);
}

function prefixOf(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-`;
}

// The last two groups of 512 ids as hex digits: getting and formatting random bytes eight at a time is expensive. Each
// begins with the two variant bits of a UUID.
const POOL_BYTES = 4096;
let pool = '';
let used = 0;

function refill(): void {
  const bytes = randomBytes(POOL_BYTES);
  for (let at = 0; at < POOL_BYTES; at += 8) bytes[at] = ((bytes[at] as number) & 0x3f) | 0x80;
  pool = bytes.toString('hex');
  used = 0;
}

/** The id in lower case, or undefined if the text is not an id. */
export function readId(text: string): string | undefined {
  const id = text.toLowerCase();
  return ID.test(id) ? id : undefined;
}

/** The ten hex digits of a handle such as `#3f9a01c2de`, or undefined. */
export function readHandle(text: string): string | undefined {
  return HANDLE.exec(text.toLowerCase())?.[1];
}

/** The last ten hex digits of an id; that of an occurrence keeps its start: `3f9a01c2de_20260602T090000Z`. */
export function handleOf(id: string): string {
  const end = id.indexOf('_');
  return end < 0 ? id.slice(-10) : `${id.slice(end - 10, end)}${id.slice(end)}`;
}
