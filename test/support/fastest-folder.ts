// Where tests put their databases.
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const ROOM = 2 * 2 ** 30;

// In memory where there is room: the tests make some hundred thousand durable writes, and a disk takes milliseconds for
// each. A file system in memory keeps what a killed process wrote, as a disk does.
export function fastestFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM ? MEMORY : tmpdir();
}
