// Prompts on a terminal; passwords are not echoed. Without a terminal there are no prompts.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { ConfigProblem } from '../config.ts';

export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** The answer to a prompt; an empty answer means the default. */
export async function askFor(question: string, guess?: string): Promise<string> {
  // Prompts go to stderr, which scripts do not read.
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  lines.on('SIGINT', () => {
    process.stderr.write('\n');
    process.exit(130);
  });
  try {
    return (await lines.question(`${question}${guess ? ` [${guess}]` : ''}: `)).trim() || (guess ?? '');
  } finally {
    lines.close();
  }
}

/** A password from the file, else from a prompt without echo, else from standard input. */
export async function readPassword(file: string | undefined): Promise<string> {
  const text = file !== undefined ? readFileSync(file, 'utf8') : isTerminal() ? await askUnseen() : await readInput();
  const password = text.replace(/\r?\n$/, '');
  if (password === '')
    throw new ConfigProblem('a password is required: type it, use --password-file, or pass it on standard input.');
  return password;
}

async function readInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function askUnseen(): Promise<string> {
  const { stdin, stderr } = process;
  stdin.setRawMode(true); // disables the echo, before the prompt because users may type early
  stderr.write('Password: ');
  stdin.setEncoding('utf8').resume();
  return new Promise((resolve) => {
    let text = '';
    const take = (piece: string) => {
      for (const char of piece) {
        if (char === '\x03') process.exit(130); // Ctrl-C; the terminal mode is reset on exit
        if (char === '\r' || char === '\n' || char === '\x04') return end();
        text = char === '\x7f' || char === '\b' ? text.slice(0, -1) : text + char;
      }
    };
    const end = () => {
      stdin.off('data', take).setRawMode(false).pause();
      stderr.write('\n');
      resolve(text);
    };
    stdin.on('data', take);
  });
}
