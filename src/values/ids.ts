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
  if (now > time) startMillisecond(now);
  else if (++count > 0xfff) startMillisecond(time + 1);
  if (used === pool.length) refill();
  const random = used;
  used += 16;
  const counted = (0x7000 + count).toString(16);
  return `${prefix}${counted}-${pool.slice(random, random + 4)}-${pool.slice(random + 4, used)}`;
}

/** From now on ids are larger than those made up to this time, in milliseconds, wherever they were made. */
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

// The last two groups of five hundred ids, as hex digits: asking the system for eight bytes at a time is dear, and so
// is writing them out. Each begins with the two bits that name the variant of a UUID.
const POOL_BYTES = 4096;
let pool = '';
let used = 0;

function refill(): void {
  const bytes = randomBytes(POOL_BYTES);
  for (let at = 0; at < POOL_BYTES; at += 8) bytes[at] = ((bytes[at] as number) & 0x3f) | 0x80;
  pool = bytes.toString('hex');
  used = 0;
}

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
