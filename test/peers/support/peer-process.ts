// A mail server as a child process: started in a folder of its own on free ports, ended by its pid, and gone with
// everything it has written when the test file is done.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const running = new Set<ChildProcess>();
const folders: string[] = [];

afterAll(async () => {
  await Promise.all([...running].map((child) => end(child, 'SIGKILL')));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

// When another clean-up has failed before this one could be made, the process is simply ended.
for (const signal of ['exit', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const { pid } of running) process.kill(-(pid as number), 'SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    if (signal === 'SIGTERM') process.exit();
  });

/** Servers run as users of their own, so they must be able to come here. */
export function peerFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-peer-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

export interface Peer {
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts the program, and returns when it listens on all of the ports. */
export async function startPeer(program: string, args: string[], ports: number[]): Promise<Peer> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
    });
  for (const port of ports) await untilListening(port, child, () => said);
  return { stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') };
}

async function untilListening(port: number, child: ChildProcess, said: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} has ended: ${said()}`);
    if (await answers(port)) return;
    if (Date.now() > deadline) throw new Error(`${child.spawnfile} does not listen on ${port}: ${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** Ends it and what it has started: the group of its pid. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const late = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), 5000);
  process.kill(-(child.pid as number), signal);
  await ended;
  clearTimeout(late);
}

/** Files that the server's user must own. */
export function own(user: string, ...paths: string[]): void {
  execFileSync('chown', ['-R', `${user}:${user}`, ...paths]);
}
