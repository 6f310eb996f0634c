// The process that reads documents has no network, no other process, no file but the program itself, and nothing to write
// to, whatever a document makes it run; and it reads documents wherever the program is installed.
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readerFlags } from '../../../src/protocols/documents/reader-flags.ts';
import { temporaryFolder } from '../../support/process.ts';

const PROGRAM = join(import.meta.dirname, '../../..');
const PROCESS = join(PROGRAM, 'src/protocols/documents/read-document-process.ts');
const FIXTURES = join(PROGRAM, 'test/fixtures/documents');

/** What is tried in both threads, once they have dropped the last permission; each reports what happened. */
const attempts = (folder: string, port: number) => `
  const { isMainThread, Worker } = await import('node:worker_threads');
  const { readFileSync, readdirSync, writeFileSync, appendFileSync, unlinkSync, openSync, closeSync } = await import('node:fs');
  const { connect } = await import('node:net');
  const { createSocket } = await import('node:dgram');
  const { execFileSync } = await import('node:child_process');
  const folder = ${JSON.stringify(folder)};
  const name = isMainThread ? 'process' : 'thread';
  const tried = {
    'read a file': () => void readFileSync(folder + '/secret.txt'),
    'list a folder': () => void readdirSync(folder),
    'write a file': () => writeFileSync(folder + '/' + name, 'x'),
    'change a file': () => appendFileSync(folder + '/changed.txt', name),
    'remove a file': () => unlinkSync(folder + '/' + name + '.txt'),
    'change the program': () => closeSync(openSync(${JSON.stringify(PROCESS)}, 'r+')),
    'connect': () => new Promise((done, fail) => connect(${port}, '127.0.0.1', done).on('error', fail)),
    'fetch': () => fetch('http://127.0.0.1:${port}').catch((error) => { throw error.cause ?? error; }),
    'send a datagram': () => new Promise((done, fail) => {
      const socket = createSocket('udp4').on('error', fail);
      socket.send('x', ${port}, '127.0.0.1', (error) => (socket.close(), error ? fail(error) : done()));
    }),
    'start a process': () => void execFileSync(process.execPath, ['--version']),
    'start a thread': () => new Promise((done, fail) => new Worker('', { eval: true }).on('error', fail).on('exit', done)),
    'open a database': async () => new (await import('node:sqlite')).DatabaseSync(folder + '/' + name + '.db').exec('create table t (a)'),
    'make code of a text': () => void new Function('return 1')(),
  };
  const whenReady = async () => {
    if (process.permission?.has('worker')) return setTimeout(whenReady, 10);
    const outcome = {};
    for (const [what, work] of Object.entries(tried))
      outcome[what] = await Promise.resolve().then(work).then(() => 'done', (error) => error.code ?? error.name);
    process._rawDebug('TRIED ' + JSON.stringify({ name, outcome }));
  };
  setTimeout(whenReady);`;

interface Tried {
  name: string;
  outcome: Record<string, string>;
}

let listener: Server;
let port: number;
beforeAll(async () => {
  listener = createServer((socket) => void socket.end('HTTP/1.1 204 No Content\r\n\r\n')).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  port = (listener.address() as { port: number }).port;
});
afterAll(() => void listener.close());

async function tryWith(flags: string[]): Promise<{ folder: string; tried: Tried[] }> {
  const folder = temporaryFolder();
  for (const name of ['secret', 'changed', 'process', 'thread']) writeFileSync(join(folder, `${name}.txt`), 'x');
  const code = `data:text/javascript,${encodeURIComponent(attempts(folder, port))}`;
  const execArgv = [...flags, '--no-warnings', '--import', code];
  const child = fork(PROCESS, [], {
    env: {},
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let text = '';
  child.stderr?.on('data', (piece: Buffer) => {
    text += String(piece);
  });
  const lines = () => text.split('\n').filter((line) => line.startsWith('TRIED '));
  await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(2);
  child.kill('SIGKILL');
  const tried = lines().map((line) => JSON.parse(line.slice('TRIED '.length)) as Tried);
  return { folder, tried: tried.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

describe('code that runs in the reader', () => {
  it('is denied everything but the program itself, in both of its threads', async () => {
    const { folder, tried } = await tryWith(readerFlags());
    expect(tried.map(({ name }) => name)).toEqual(['process', 'thread']);
    for (const { outcome, name } of tried) {
      const { 'open a database': database, 'make code of a text': code, ...others } = outcome;
      expect([database, code]).toEqual(['ERR_UNKNOWN_BUILTIN_MODULE', 'EvalError']);
      expect(Object.entries(others).filter(([, result]) => result !== 'ERR_ACCESS_DENIED')).toEqual([]);
      expect([existsSync(join(folder, name)), existsSync(join(folder, `${name}.db`))]).toEqual([false, false]);
    }
  });

  it('could do all of it without the flags', async () => {
    const { tried } = await tryWith([]);
    for (const { outcome } of tried) expect(new Set(Object.values(outcome))).toEqual(new Set(['done']));
  });
});

describe('documents are read', () => {
  const run = promisify(execFile);
  /** A program in a folder, with its packages somewhere else, as some package managers place them. */
  function installed(folder: string): string {
    mkdirSync(join(folder, 'src'), { recursive: true });
    for (const part of ['package.json', 'src/limits.ts', 'src/protocols', 'src/values'])
      cpSync(join(PROGRAM, part), join(folder, part), { recursive: true });
    const packages = temporaryFolder();
    mkdirSync(join(folder, 'node_modules'));
    for (const name of ['unpdf', 'entities']) {
      cpSync(join(PROGRAM, 'node_modules', name), join(packages, 'store of packages/node_modules', name), {
        recursive: true,
      });
      symlinkSync(join(packages, 'store of packages/node_modules', name), join(folder, 'node_modules', name));
    }
    return folder;
  }
  async function textsIn(program: string): Promise<unknown> {
    const script = join(temporaryFolder(), 'read.mjs');
    const reader = pathToFileURL(join(program, 'src/protocols/documents/read-document.ts')).href;
    writeFileSync(
      script,
      `const { readFileSync } = await import('node:fs');
      const { createDocumentReader } = await import(${JSON.stringify(reader)});
      const reader = createDocumentReader(60_000);
      const read = (type, name) => reader.read(type, readFileSync(${JSON.stringify(`${FIXTURES}/`)} + name));
      const texts = [await read('pdf', 'tenancy.pdf'), await read('office', 'lease.docx')];
      texts.push(await reader.read('html', Buffer.from('<p>a &amp; b</p>')));
      await reader.close();
      console.log(JSON.stringify(texts));`,
    );
    const { stdout } = await run(process.execPath, ['--no-warnings', script], { env: {} });
    return JSON.parse(stdout);
  }
  const TEXTS = ['The tenancy agreement\nbegins in May', 'Mietvertrag für das Haus & Hof', 'a & b'];

  it('where the path has spaces, commas and letters beyond ASCII', async () => {
    const program = installed(join(temporaryFolder(), 'my programs, (new) ü #1%20'));
    expect(await textsIn(program)).toEqual(TEXTS);
  });

  it('where the path is a link', async () => {
    const link = join(temporaryFolder(), 'link');
    symlinkSync(installed(join(temporaryFolder(), 'program')), link);
    expect(await textsIn(link)).toEqual(TEXTS);
  });

  it('where the folder of the packages is a link', async () => {
    const program = installed(join(temporaryFolder(), 'program'));
    const packages = join(temporaryFolder(), 'node_modules');
    cpSync(join(program, 'node_modules'), packages, { recursive: true, dereference: true });
    rmSync(join(program, 'node_modules'), { recursive: true });
    symlinkSync(packages, join(program, 'node_modules'));
    expect(await textsIn(program)).toEqual(TEXTS);
  });

  it('where a folder on the path is a link, and the packages are one', async () => {
    const [program, place] = [installed(join(temporaryFolder(), 'program')), temporaryFolder()];
    mkdirSync(join(place, 'real'));
    for (const part of ['package.json', 'src']) symlinkSync(join(program, part), join(place, 'real', part));
    symlinkSync(join(PROGRAM, 'node_modules'), join(place, 'real/node_modules'));
    symlinkSync(join(place, 'real'), join(place, 'link'));
    expect(await textsIn(join(place, 'link'))).toEqual(TEXTS);
  });
});
