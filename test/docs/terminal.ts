// A terminal with an interactive shell in it, into which text is pasted as a reader would. Ctrl-C is the real key.
import { type ChildProcess, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

export interface Pasted {
  /** What was printed meanwhile. */
  output: string;
  /** The exit codes of commands that did not end with 0, in order. */
  failures: number[];
}

export interface Terminal {
  /** Pastes commands and waits until the shell has run them all. */
  paste(text: string): Promise<Pasted>;
  /** Pastes commands of which the last goes on, and waits until it has printed this. */
  start(text: string, until: string): Promise<Pasted>;
  /** Presses Ctrl-C, and waits until the shell is ready again. */
  interrupt(): Promise<Pasted>;
  /** What was printed since the last block began. */
  printed(): string;
  /** Whether a program that was started goes on. */
  readonly busy: boolean;
  close(): Promise<void>;
}

const PATIENCE = 60_000; // ends a wait for what will never come

// The shell reports in lines that no program prints.
const FAILED = /<<<failed (\d+)>>>\n/g;
const READY = /<<<free \d+>>>\n/g;
const SETUP = `PS1= PS2=; stty -echo; trap 'printf "<<<failed %d>>>\\n" $?' ERR\n`;

export async function openTerminal(cwd: string, env: Record<string, string>): Promise<Terminal> {
  const shell = spawn('script', ['-qfec', 'bash --noprofile --norc --noediting -i', '/dev/null'], { cwd, env });
  const screen = watch(shell);
  let asked = 0;
  let busy = false;

  // The shell answers when it has come to this line.
  const ask = () => {
    shell.stdin.write(`printf '<<<%s %d>>>\\n' free ${++asked}\n`);
    return `<<<free ${asked}>>>\n`;
  };
  const paste = async (text: string) => {
    screen.clear();
    shell.stdin.write(text);
    await screen.until(ask());
    return read(screen.text());
  };

  await paste(SETUP);
  return {
    paste,
    async start(text, until) {
      screen.clear();
      busy = true;
      shell.stdin.write(text);
      const ended = ask(); // read only when the program has ended: it should not
      await screen.until(until, ended);
      return read(screen.text());
    },
    async interrupt() {
      screen.clear();
      shell.stdin.write('\x03');
      // The key discards what was typed and not yet read, so the question is repeated until the shell has seen it.
      const repeated = setInterval(ask, 200);
      await screen.until('<<<free').finally(() => clearInterval(repeated));
      busy = false;
      return read(screen.text());
    },
    printed: () => read(screen.text()).output,
    get busy() {
      return busy;
    },
    async close() {
      if (hasEnded(shell)) return;
      const ended = new Promise((resolve) => shell.once('close', resolve));
      shell.kill('SIGKILL'); // the terminal goes, and takes its programs with it (SIGHUP)
      await ended;
    },
  };
}

interface Screen {
  text(): string;
  clear(): void;
  /** Resolves when these words are on the screen; rejects when the others are, without them. */
  until(words: string, others?: string): Promise<void>;
}

function watch(shell: ChildProcess): Screen {
  let text = '';
  const lookers = new Set<() => void>();
  const look = () => {
    for (const one of lookers) one();
  };
  shell.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    look();
  });
  shell.on('close', look);
  // A carriage return begins the line anew, as progress bars do.
  const screen = () => stripVTControlCharacters(text.replaceAll(/\r+\n/g, '\n').replaceAll(/^.*\r/gm, ''));
  return {
    text: screen,
    clear() {
      text = '';
    },
    until: (words, others) =>
      new Promise((resolve, reject) => {
        const end = (problem?: string) => {
          clearTimeout(late);
          lookers.delete(check);
          if (problem === undefined) resolve();
          else reject(new Error(`${problem}; printed was:\n${read(screen()).output}`));
        };
        const check = () => {
          if (screen().includes(words)) end();
          else if (hasEnded(shell)) end('the terminal has ended');
          else if (others && screen().includes(others)) end(`the program has ended before ${JSON.stringify(words)}`);
        };
        const late = setTimeout(() => end(`the terminal does not show ${JSON.stringify(words)}`), PATIENCE);
        lookers.add(check);
        check();
      }),
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function read(text: string): Pasted {
  const failures = [...text.matchAll(FAILED)].map(([, code]) => Number(code));
  return { output: text.replaceAll(FAILED, '').replaceAll(READY, ''), failures };
}
