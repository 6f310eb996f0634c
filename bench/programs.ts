// The two programs as child processes: started on free ports of the loopback address, watched through /proc, and
// ended with this process, however that ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Program {
  name: string;
  port: number;
  /** Milliseconds of processor time it has used so far, all threads; undefined where the system does not tell. */
  cpu(): number | undefined;
  /** Megabytes of memory it holds now. */
  memory(): number | undefined;
}

const running = new Set<ChildProcess>();
const TICK_MS = 10; // the kernel counts in hundredths of a second (USER_HZ)

/** As it ships: the defaults of the service, a line of log for each request included. */
export function startDaybook(folder: string, place: string): Promise<Program> {
  const args = ['../src/main.ts', 'serve', '--data', folder, '--database', place, '--port', '0'];
  return start('daybook', args, /http:\/\/[\d.]+:(\d+)/);
}

export function startBare(place: string): Promise<Program> {
  return start('bare', ['limit.ts', place], /listens at (\d+)/);
}

export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
}

function start(name: string, [script, ...args]: string[], greeting: RegExp): Promise<Program> {
  const path = fileURLToPath(new URL(script as string, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: ownEnvironment(),
  });
  running.add(child);
  const { promise, resolve, reject } = Promise.withResolvers<Program>();
  child.once('exit', (code) => {
    running.delete(child);
    reject(new Error(`${name} ended with code ${code} before it listened`));
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const port = greeting.exec(said)?.[1];
    if (port) resolve(programOf(name, child.pid as number, Number(port)));
  });
  return promise;
}

// Without the settings of a Daybook that this machine may have: its database is not to be measured on.
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DAYBOOK_')));
}

function programOf(name: string, pid: number, port: number): Program {
  return {
    name,
    port,
    cpu() {
      // The fields after the command's name, which stands in brackets and may hold blanks: 12 and 13 are the times.
      const fields = readProc(pid, 'stat')
        ?.replace(/^.*\) /s, '')
        .split(' ');
      return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    },
    memory() {
      const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readProc(pid, 'status') ?? '')?.[1];
      return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
    },
  };
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
