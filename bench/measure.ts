// Measures operations over HTTP: Daybook and the bare program in short rounds that take turns, so that what else the
// machine does hits both.
import { type Figures, figuresOf, type MeasuredRound, type Result, ratioByCpuOf, ratioOf } from './figures.ts';
import { drive, type NextRequest } from './load.ts';
import type { Mailbox, Operation } from './operations.ts';
import type { Program } from './programs.ts';

/** A program and what the requests to it are made from. */
export interface Side {
  program: Program;
  mailbox: Mailbox;
}

export interface Bench {
  daybook: Side;
  /** None where only Daybook is measured. */
  bare: Side | undefined;
  seconds: number;
  status(text: string): void;
}

export const ROUNDS = 4;
const WARM_UP = 2; // seconds: at a million mails the first searches read the disk
const CHECKED = 20; // answers of each reading operation that are compared byte for byte

export async function measure(bench: Bench, operation: Operation, lanes: number): Promise<Result> {
  const { daybook, status } = bench;
  const bare = operation.bare ? bench.bare : undefined;
  if (bare && operation.sameBytes) await compareAnswers(operation, daybook, bare);
  const sides = [daybook, ...(bare ? [bare] : [])].map(({ program, mailbox }) => ({
    program,
    next: operation.requests(mailbox, lanes),
    rounds: [] as MeasuredRound[],
  }));
  // The first turn of each is not counted: it fills caches and lets the compiler see the code.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { program, next, rounds } of sides) {
      const turn = round === 0 ? 'warming up' : `round ${round} of ${ROUNDS}`;
      status(`${operation.name}, concurrency ${lanes}: ${turn}, ${program.name}`);
      const seconds = round === 0 ? Math.max(bench.seconds, WARM_UP) : bench.seconds;
      const measured = await oneRound(program, lanes, seconds, next);
      if (round > 0) rounds.push(measured);
    }
  }
  const [ours, theirs] = sides.map(({ program, rounds }) => figuresOf(rounds, program.memory())) as [Figures, Figures?];
  const { name, about } = operation;
  const ratio = theirs && ratioOf(ours, theirs);
  const ratioByCpu = theirs && ratioByCpuOf(ours, theirs);
  return { operation: name, about, lanes, daybook: ours, bare: theirs, ratio, ratioByCpu };
}

export async function oneRound(
  program: Program,
  lanes: number,
  seconds: number,
  next: NextRequest,
  pause = 0,
): Promise<MeasuredRound> {
  const before = program.cpu();
  const round = await drive(program.port, lanes, seconds, next, pause);
  const after = program.cpu();
  return { ...round, cpu: before === undefined || after === undefined ? undefined : after - before };
}

// A faster program that answers something else would prove nothing.
async function compareAnswers(operation: Operation, one: Side, other: Side): Promise<void> {
  const next = operation.requests(one.mailbox, 1);
  for (let i = 0; i < CHECKED; i++) {
    const path = next(0)?.text.split(' ', 2)[1] as string;
    const [ours, theirs] = (await Promise.all(
      [one, other].map(async ({ program }) => (await fetch(`http://127.0.0.1:${program.port}${path}`)).text()),
    )) as [string, string];
    if (ours !== theirs) throw new Error(`the programs answer ${path} differently:\n${apart(ours, theirs)}`);
  }
}

// Both texts from a little before the place where they part.
function apart(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at++;
  return [one, other].map((text) => `  …${text.slice(Math.max(0, at - 60), at + 60)}…`).join('\n');
}
