// Ports for servers that cannot choose a free one themselves. They lie outside the range from which the kernel gives
// ports to everyone, and a file per port keeps tests of other processes off it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [FIRST, COUNT] = [20_000, 10_000];
const folder = join(tmpdir(), 'daybook-test-ports');
const claimed = new Set<string>();
process.once('exit', () => {
  for (const file of claimed) rmSync(file, { force: true });
});
let next = (process.pid * 37) % COUNT;

/** A port that nobody listens on, and that is given to nobody else while this process runs. */
export async function freePort(): Promise<number> {
  mkdirSync(folder, { recursive: true });
  for (let tries = 0; tries < COUNT; tries++) {
    const port = FIRST + (next++ % COUNT);
    if (claim(join(folder, String(port))) && (await isFree(port))) return port;
  }
  throw new Error(`No port from ${FIRST} to ${FIRST + COUNT - 1} is free.`);
}

function claim(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    if (!isLeft(file)) return false;
    rmSync(file, { force: true });
    return claim(file);
  }
  claimed.add(file);
  return true;
}

/** Whether the process that wrote the file has ended without removing it. */
function isLeft(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
