// The two programs as child processes: started on free ports of the loopback address, watched through /proc, and
// ended with this process, however that ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Program {
  name: string;
  port: number;
  /** Milliseconds from its start to the line that says that it listens. */
  startedIn: number;
  /** Milliseconds of processor time it has used so far, all threads; undefined if the system does not report it. */
  cpu(): number | undefined;
  /** Megabytes of memory it holds now. */
  memory(): number | undefined;
  /** The most that it has held. */
  peak(): number | undefined;
  /** What each of its descriptors refers to, without numbers; undefined if the system does not report it. */
  descriptors(): string[] | undefined;
  /** Collects its garbage, where it was started with collect.ts. */
  collect(): void;
  /** Ends it in order. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
const TICK_MS = 10; // the kernel counts in hundredths of a second (USER_HZ)

/** As it ships: the defaults of the service, a line of log for each request included. */
export function startDaybook(folder: string, place: string, ...more: string[]): Promise<Program> {
  const args = ['serve', '--data', folder, '--database', place, '--port', '0', ...more];
  return start('daybook', pathOf('../daybook'), args, /http:\/\/[\d.]+:(\d+)/);
}

export function startBare(place: string): Promise<Program> {
  return start('bare', process.execPath, [pathOf('limit.ts'), place], /listens at (\d+)/);
}

/** Runs a command of Daybook to its end, and returns what it has printed. */
export async function runDaybook(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [pathOf('../src/main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: ownEnvironment(),
  });
  running.add(child);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const [code] = await once(child, 'close');
  running.delete(child);
  if (code !== 0) throw new Error(`daybook ${args[0]} ended with code ${code}`);
  return out;
}

export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
}

function start(name: string, file: string, args: string[], greeting: RegExp): Promise<Program> {
  const began = performance.now();
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: ownEnvironment(),
  });
  running.add(child);
  const { promise, resolve, reject } = Promise.withResolvers<Program>();
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2_000);
  });
  child.once('exit', (code, signal) => {
    const isExpected = code === 0 || !running.delete(child);
    if (!isExpected) process.stderr.write(`${name} ended with ${signal ?? `code ${code}`}: ${complaint}\n`);
    reject(new Error(`${name} ended with code ${code} before it listened: ${complaint}`));
  });
  let said: string | undefined = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (said === undefined) return; // lines of log, which nobody reads
    said += chunk.toString();
    const port = greeting.exec(said)?.[1];
    if (!port) return;
    said = undefined;
    resolve(programOf(name, child, Number(port), performance.now() - began));
  });
  return promise;
}

function pathOf(script: string): string {
  return fileURLToPath(new URL(script, import.meta.url));
}

// Without the settings of a Daybook that this machine may have: its database is not to be measured on.
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DAYBOOK_')));
}

function programOf(name: string, child: ChildProcess, port: number, startedIn: number): Program {
  const pid = child.pid as number;
  const megabytes = (field: string) => {
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readProc(pid, 'status') ?? '')?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  };
  return {
    name,
    port,
    startedIn,
    cpu() {
      // The fields after the command's name, which is in brackets and may contain spaces: 12 and 13 are the times.
      const fields = readProc(pid, 'stat')
        ?.replace(/^.*\) /s, '')
        .split(' ');
      return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    },
    memory: () => megabytes('VmRSS'),
    peak: () => megabytes('VmHWM'),
    collect: () => void child.kill('SIGUSR2'),
    descriptors() {
      try {
        return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => descriptorOf(pid, fd));
      } catch {
        return undefined;
      }
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** None if it was closed since the folder was listed. */
function descriptorOf(pid: number, fd: string): string[] {
  try {
    return [readlinkSync(`/proc/${pid}/fd/${fd}`).replace(/:\[\d+\]$/, '')];
  } catch {
    return [];
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
