// A terminal with an interactive shell in it, into which text is pasted as a reader would. Ctrl-C is the real key.
import { spawn } from 'node:child_process';
import { hasEnded, watch } from './screen.ts';

export interface Pasted {
  /** What was printed meanwhile. */
  output: string;
  /** The exit codes of commands that did not end with 0, in order. */
  failures: number[];
}

export interface Terminal {
  /** Pastes commands, types the answers when a program asks, and waits until the shell has run them all. */
  paste(text: string, answers?: readonly string[]): Promise<Pasted>;
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

// The shell reports in lines that no program prints.
const FAILED = /<<<failed (\d+)>>>\n/g;
const FREE = /<<<free[ \d]*>{0,3}\n?/g; // the last one may not be complete yet
const SETUP = `PS1= PS2=; stty -echo; trap 'printf "<<<failed %d>>>\\n" $?' ERR\n`;

export async function openTerminal(cwd: string, env: Record<string, string>): Promise<Terminal> {
  const shell = spawn('script', ['-qfec', 'bash --noprofile --norc --noediting -i', '/dev/null'], { cwd, env });
  const screen = watch(shell);
  const type = (text: string) => shell.stdin.write(text);
  const shows = (words: string) => screen.when((text) => text.includes(words), JSON.stringify(words));
  let asked = 0;
  let busy = false;

  /** The shell prints the returned line when it has come to this one. */
  const ask = () => {
    type(`printf '<<<%s %d>>>\\n' free ${++asked}\n`);
    return `<<<free ${asked}>>>\n`;
  };
  /** Asks until the shell has seen it: a program that reads what is typed, and Ctrl-C, discard what was typed before. */
  const askUntilFree = async () => {
    const repeated = setInterval(ask, 200);
    await shows('<<<free').finally(() => clearInterval(repeated));
  };
  const answer = async (answers: readonly string[]) => {
    let seen = 0;
    for (const one of answers) {
      await screen.when((text) => text.length > seen && text.endsWith(': '), 'a question');
      seen = screen.text().length;
      type(`${one}\r`);
    }
  };
  const paste = async (text: string, answers: readonly string[] = []) => {
    screen.clear();
    type(text);
    await answer(answers);
    if (answers.length > 0) await askUntilFree();
    else await shows(ask());
    return read(screen.text());
  };

  await paste(SETUP);
  return {
    paste,
    async start(text, until) {
      screen.clear();
      busy = true;
      type(text);
      const ended = ask(); // the shell comes to it only if the program does not go on
      await screen.when((shown) => shown.includes(until) || shown.includes(ended), JSON.stringify(until));
      const pasted = read(screen.text());
      if (!pasted.output.includes(until))
        throw new Error(`the program has ended before ${JSON.stringify(until)}; printed was:\n${pasted.output}`);
      return pasted;
    },
    async interrupt() {
      screen.clear();
      type('\x03');
      await askUntilFree();
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

function read(text: string): Pasted {
  const failures = [...text.matchAll(FAILED)].map(([, code]) => Number(code));
  return { output: text.replaceAll(FAILED, '').replaceAll(FREE, ''), failures };
}
