// Receivers of webhooks in processes of their own, one after the other at the same port, each killed without a warning.
// The next ones are started beforehand, so that the port is not closed for long.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { freePort } from './ports.ts';
import { temporaryFolder } from './process.ts';
import { waitUntil } from './wait-until.ts';

const script = fileURLToPath(new URL('./webhook-receiver-process.mjs', import.meta.url));

interface Line {
  id: string;
  seq: number;
  /** Whether no other request was open. */
  isAlone: boolean;
}

export interface ReceiverProcesses {
  url: string;
  /** What all of them have received, in order, repeats included. */
  received(): Line[];
  /** Resolves when what was received fits. */
  until(fits: (lines: Line[]) => boolean): Promise<void>;
  /** Kills the one that listens, and lets the next one listen. */
  replace(): Promise<void>;
  end(): void;
}

/** `delay` is how long each answer takes, in milliseconds. */
export async function startReceiverProcesses(delay = 0): Promise<ReceiverProcesses> {
  const file = join(temporaryFolder(), 'received');
  const port = await freePort();
  const start = (): ChildProcess =>
    spawn(process.execPath, [script, file, String(delay)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const listen = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      child.stdout?.once('data', () => resolve());
      child.stdin?.write(String(port));
    });
  let current = start();
  const spare = [start(), start(), start()];
  await listen(current);
  const received = () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    return lines.map((line) => {
      const [id = '', seq, isAlone] = line.split(' ');
      return { id, seq: Number(seq), isAlone: isAlone === 'true' };
    });
  };
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    until: (fits) => waitUntil(received, fits),
    async replace() {
      const gone = new Promise((resolve) => current.once('exit', resolve));
      current.kill('SIGKILL');
      await gone;
      current = spare.shift() as ChildProcess;
      spare.push(start());
      await listen(current);
    },
    end() {
      for (const child of [current, ...spare]) child.kill('SIGKILL');
    },
  };
}

/** The seqs in the order of their first arrival, without repeats. */
export function firstSeqs(lines: readonly Line[]): number[] {
  return [...new Map(lines.map(({ id, seq }) => [id, seq])).values()];
}

const KILLS = 50;

/**
 * Kills the receiver of a webhook for all events again and again while contacts are created, the first of them with the
 * second change of the log. Every change must arrive, in order, and never two at the same time.
 */
export async function expectDeliveredDespiteKills(
  receiver: ReceiverProcesses,
  create: (number: number) => Promise<void>,
): Promise<void> {
  let written = 0;
  const write = async (contacts: number) => {
    for (let count = 0; count < contacts; count++) await create(written++);
  };
  for (let kill = 0; kill < KILLS; kill++) {
    const before = receiver.received().length;
    const writing = write(4);
    await receiver.until(({ length }) => length > before + (kill % 3));
    await receiver.replace();
    await writing;
  }
  await receiver.until((lines) => firstSeqs(lines).length >= written);
  const lines = receiver.received();
  expect(firstSeqs(lines)).toEqual(Array.from({ length: written }, (_, index) => index + 2));
  expect(lines.filter(({ isAlone }) => !isAlone)).toEqual([]);
}
