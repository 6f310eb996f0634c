// Asks a person at a terminal; a password without showing it. Where there is no terminal nobody is asked.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { ConfigProblem } from '../config.ts';

export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** The answer to a question; an empty one is the guess. */
export async function askFor(question: string, guess?: string): Promise<string> {
  // The questions go where no script reads.
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

/** A password from the file, else typed unseen, else from standard input. */
export async function readPassword(file: string | undefined): Promise<string> {
  const text = file !== undefined ? readFileSync(file, 'utf8') : isTerminal() ? await askUnseen() : await readInput();
  const password = text.replace(/\r?\n$/, '');
  if (password === '')
    throw new ConfigProblem(
      'a password is needed: type it, name a file with --password-file, or send it to standard input.',
    );
  return password;
}

async function readInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function askUnseen(): Promise<string> {
  const { stdin, stderr } = process;
  stdin.setRawMode(true); // the terminal itself would show what is typed; before the question, for who types at once
  stderr.write('Password: ');
  stdin.setEncoding('utf8').resume();
  return new Promise((resolve) => {
    let text = '';
    const take = (piece: string) => {
      for (const char of piece) {
        if (char === '\x03') process.exit(130); // Ctrl-C; the terminal is set back at the exit
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
