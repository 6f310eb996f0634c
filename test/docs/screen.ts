// What a terminal shows, and waiting for it.
import type { ChildProcess } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

export interface Screen {
  text(): string;
  clear(): void;
  /** Resolves when the text is as it is wanted; `what` names that for the error when it never is. */
  when(wanted: (text: string) => boolean, what: string): Promise<void>;
}

const PATIENCE = 120_000; // ends a wait for what will never come

export function watch(program: ChildProcess): Screen {
  let received = '';
  const lookers = new Set<() => void>();
  const look = () => {
    for (const one of lookers) one();
  };
  program.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    received += piece;
    look();
  });
  program.on('close', look);
  // A carriage return begins the line anew, as progress bars do.
  const text = () => stripVTControlCharacters(received.replaceAll(/\r+\n/g, '\n').replaceAll(/^.*\r/gm, ''));
  return {
    text,
    clear() {
      received = '';
    },
    when: (wanted, what) =>
      new Promise((resolve, reject) => {
        const end = (problem?: string) => {
          clearTimeout(late);
          lookers.delete(check);
          if (problem === undefined) resolve();
          else reject(new Error(`the terminal ${problem} ${what}; printed was:\n${text()}`));
        };
        const check = () => {
          if (wanted(text())) end();
          else if (hasEnded(program)) end('has ended without');
        };
        const late = setTimeout(() => end('does not show'), PATIENCE);
        lookers.add(check);
        check();
      }),
  };
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
