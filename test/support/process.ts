// The program for tests: commands that run to their end, in this process or in one of their own, and services in
// processes of their own, which run until they are stopped or killed. Whatever a test file has left running is ended
// after it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject } from 'vitest';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { dataFolder, newFolder } from './databases.ts';

/** The command of the checkout itself. */
export const checkout = fileURLToPath(new URL('../../daybook', import.meta.url));
/** The command to start: of the compiled program, where the run has one (global-program.ts). */
export const program = compiledProgram() ?? checkout;
const started = new Set<ChildProcess>();
const folders: string[] = [];
let here: string | undefined;

/** A global setup, which runs before the tests, is given nothing. */
function compiledProgram(): string | undefined {
  try {
    return inject('program');
  } catch {
    return undefined;
  }
}

/** The file of a program of this folder that runs in a process of its own: compiled too, where the program is. */
export function testProgram(name: `${string}-process`): string {
  if (program === checkout) return fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return join(dirname(program), 'src', `${name}.js`);
}

/** Ends the processes that are left, and removes the folders. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...started].map(kill));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  here = undefined;
}

/** A folder that goes when the test file is done. */
export function temporaryFolder(): string {
  const folder = newFolder();
  folders.push(folder);
  return folder;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Finished extends Ended {
  out: string;
  err: string;
}

/**
 * Runs a command to its end in this process, as main.ts would run it: the same words, the same output, the same exit
 * code, without the quarter of a second of processor time that a process takes to start. `runProgram` is for what only
 * a process shows: that it starts and ends, its environment, its umask, a lock that another process holds.
 */
export async function run(args: string[]): Promise<Finished> {
  const said = { out: '', err: '' };
  if (running++ === 0) mask = process.umask(0o077); // as main.ts does
  const before = process.exitCode;
  const code = await output.run(said, () => runCommandLine(withFolders(args)));
  const ended = code ?? process.exitCode ?? 0;
  if (process.exitCode !== before) {
    process.exitCode = before;
    // It belongs to the whole process, so it is not known whose it is.
    if (running > 1) throw new Error('a command with an exit code of its own ran beside another; use runProgram');
  }
  if (--running === 0) process.umask(mask);
  return { code: Number(ended), signal: null, ...said };
}

let running = 0;
let mask = 0;

/** What is printed within a command is the command's, whatever else this process does meanwhile. */
const output = new AsyncLocalStorage<{ out: string; err: string }>();
collect(process.stdout, 'out');
collect(process.stderr, 'err');

function collect(stream: NodeJS.WriteStream, name: 'out' | 'err'): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (piece: string | Uint8Array, ...rest: unknown[]): boolean => {
    const said = output.getStore();
    if (!said) return write(piece, ...rest);
    said[name] += typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8');
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  };
}

/** Runs a command to its end in a process of its own. A service that should not have started is ended, which leaves no exit code. */
export async function runProgram(args: string[], env: Record<string, string> = {}): Promise<Finished> {
  const child = launch(program, withFolders(args), env);
  const out = textOf(child.stdout);
  const err = textOf(child.stderr);
  child.stdout?.on('data', () => {
    if (out().includes(' listens at ')) child.kill('SIGKILL');
  });
  const ended = await endOf(child);
  return { ...ended, out: out(), err: err() };
}

/** One clear sentence on stderr, nothing on stdout, exit code 2. */
export function expectRefusal({ code, out, err }: Finished, ...words: string[]): void {
  expect(err).toMatch(/^daybook: \S.+\n$/);
  for (const word of words) expect(err).toContain(word);
  expect({ code, out }).toEqual({ code: 2, out: '' });
}

export interface Served {
  url: string;
  pid: number;
  /** What it has printed so far. */
  out(): string;
  err(): string;
  /** The log lines so far; throws on one that is not JSON. */
  log(): Record<string, unknown>[];
  /** Ends it without a warning, as a power cut would end the process. */
  kill(): Promise<Ended>;
  /** Asks it to end, and waits. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
  ended: Promise<Ended>;
}

export interface ServeOptions {
  args?: string[];
  env?: Record<string, string>;
  /** Another copy of the program than this checkout. */
  program?: string;
  /** A shell command that comes before the program, such as a limit on its resources. */
  before?: string;
  /** For a test that does something to the process while it starts. */
  spawned?: (child: ChildProcess) => void;
}

/** The options that name where the data is: a database file, the address of a server's database, a data folder; '' for none. */
export function at(place: string): string[] {
  if (place === '') return [];
  return [/^postgres|\.db$/.test(place) ? '--database' : '--data', place];
}

/** Starts the service on a free port and returns when it says where it listens. */
export async function serve(place: string, options: ServeOptions = {}): Promise<Served> {
  const { args = [], env = {}, before, spawned, program: file = program } = options;
  const line = withFolders(['serve', '--port', '0', ...at(place), ...args]);
  const child = before
    ? launch('/bin/bash', ['-c', `${before}; exec "$0" "$@"`, file, ...line], env)
    : launch(file, line, env);
  spawned?.(child);
  const out = textOf(child.stdout);
  const err = textOf(child.stderr);
  const ended = endOf(child);
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /listens at (\S+)\n/.exec(out());
      if (found) resolve(found[1] as string);
    };
    child.stdout?.on('data', look);
    void ended.then(({ code, signal }) =>
      reject(new Error(`the service ended with ${code ?? signal} instead of listening: ${out()}${err()}`)),
    );
  });
  return {
    url,
    pid: child.pid as number,
    out,
    err,
    log: () =>
      err()
        .split('\n')
        .filter(Boolean)
        .map((text) => JSON.parse(text)),
    kill: () => kill(child),
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
    ended,
  };
}

/** Asks until the answer fits. The deadline is generous: it only ends a wait for what will never come. */
export async function eventually<T>(ask: () => Promise<T> | T, fits: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + 150_000; // which a test that moves the clock does not move
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (performance.now() > deadline)
      throw new Error(`the condition was not met in time; the last value was ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The words of a command, with the data folder of each server's database in them: the checkout's own is not for tests. */
export function withFolders(args: string[]): string[] {
  const folderOf = (option: string, folder: string) => {
    const place = args[args.indexOf(option) + 1] ?? '';
    const isNamed = args.includes(folder) || !args.includes(option);
    return !isNamed && /^postgres/.test(place) ? [folder, dataFolder(place)] : [];
  };
  return [
    ...args,
    ...folderOf('--database', '--data'),
    ...(args[0] === 'move' ? [...folderOf('--from', '--from-data'), ...folderOf('--to', '--to-data')] : []),
  ];
}

// The settings of whoever runs the tests are not ours, and what a command leaves in the current folder must not stay.
function launch(file: string, args: string[], env: Record<string, string>): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('DAYBOOK_'));
  here ??= temporaryFolder();
  const child = spawn(file, args, {
    cwd: here,
    // Few tests need the web app; the others do not wait for its build.
    env: { ...Object.fromEntries(inherited), DAYBOOK_NO_WEB: 'true', ...env },
  });
  started.add(child);
  child.on('exit', () => started.delete(child));
  return child;
}

async function kill(child: ChildProcess): Promise<Ended> {
  const ended = endOf(child);
  child.kill('SIGKILL');
  return ended;
}

function endOf(child: ChildProcess): Promise<Ended> {
  const { exitCode: code, signalCode: signal } = child;
  if (code !== null || signal !== null) return Promise.resolve({ code, signal });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
}

function textOf(stream: ChildProcess['stdout']): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  return () => text;
}
