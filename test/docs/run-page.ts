// Runs the commands of a documentation page from top to bottom, as a reader would: in terminals of its own, in the
// project's folder. Throws at the first command that does not do what the page says.
import { existsSync } from 'node:fs';
import { READER, type Step, stepsOf } from './blocks.ts';
import { isShown } from './expected.ts';
import { openTerminal, type Pasted, type Terminal } from './terminal.ts';

export interface Surroundings {
  /** The project's folder. */
  cwd: string;
  env: Record<string, string>;
}

// What no page shows its reader without a word: the trace of a crash, a refused request, a logged failure.
const FAULTS = [/^ +at \S.*:\d+:\d+\)?$/m, /\{"error":\{/, /"level":[56]0,/, /command not found/];

export async function runPage(name: string, markdown: string, surroundings: Surroundings): Promise<void> {
  const terminals = new Map<string, Terminal>();
  const steps = stepsOf(markdown);
  let line = 0;
  try {
    for (const [index, step] of steps.entries()) {
      line = step.line;
      const terminal = await open(step.terminal ?? terminalBefore(steps, index));
      const next = steps[index + 1];
      await take(step, terminal, next?.kind === 'output' && next.terminal === undefined);
    }
    for (const [one, terminal] of terminals)
      if (terminal.busy) throw new Error(`the program in the terminal "${one}" still runs at the end of the page`);
    await expectClean(await open(READER), markdown, surroundings);
  } catch (error) {
    throw new Error(`${name}:${line}: ${(error as Error).message}`);
  } finally {
    await Promise.all([...terminals.values()].map((terminal) => terminal.close()));
  }

  async function open(terminal: string): Promise<Terminal> {
    const known = terminals.get(terminal);
    if (known) return known;
    const opened = await openTerminal(surroundings.cwd, surroundings.env);
    terminals.set(terminal, opened);
    return opened;
  }
}

/** An output without a terminal is that of the block before it. */
function terminalBefore(steps: Step[], index: number): string {
  const block = steps.slice(0, index).findLast((step) => step.kind === 'commands');
  if (!block) throw new Error('an output is shown before any command');
  return block.terminal as string;
}

async function take(step: Step, terminal: Terminal, shown: boolean): Promise<void> {
  if (step.kind === 'interrupt') {
    checkFaults(terminal.printed());
    return checkFaults((await terminal.interrupt()).output);
  }
  if (step.kind === 'output') return expectOutput(step.text, terminal);
  if (step.until === undefined) {
    const pasted = await terminal.paste(step.text, step.answers);
    checkFailures(pasted, step.exit);
    if (!shown) checkFaults(pasted.output);
  } else checkFaults((await terminal.start(step.text, step.until)).output);
}

function checkFailures({ output, failures }: Pasted, exit: number): void {
  const expected = exit === 0 ? [] : [exit];
  if (failures.join() === expected.join()) return;
  const ended = failures.length === 0 ? 'all commands end with 0' : `commands end with ${failures.join(', ')}`;
  const wanted = exit === 0 ? 'all must end with 0' : `the page says that one ends with ${exit}`;
  throw new Error(`${ended}, and ${wanted}; printed was:\n${output}`);
}

function checkFaults(output: string): void {
  const fault = FAULTS.find((one) => one.test(output));
  if (fault) throw new Error(`printed was what the page does not show (${fault}):\n${output}`);
}

/** The output of a program that goes on may take a moment to come. */
async function expectOutput(shown: string, terminal: Terminal): Promise<void> {
  const deadline = Date.now() + (terminal.busy ? 20_000 : 0);
  while (!isShown(terminal.printed(), shown)) {
    if (Date.now() >= deadline) throw new Error(`the page shows:\n${shown}\nand printed was:\n${terminal.printed()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A page leaves no files and no settings behind, so that pages can be run in any order. */
async function expectClean(reader: Terminal, markdown: string, { env }: Surroundings): Promise<void> {
  const left = foldersOf(markdown).filter((path) => existsSync(path));
  if (left.length > 0) throw new Error(`the page leaves ${left.join(', ')} behind`);
  const { output } = await reader.paste('env | grep ^DAYBOOK_ || true\n');
  const before = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const settings = output.split('\n').filter((line) => line !== '' && !before.includes(line));
  if (settings.length > 0) throw new Error(`the page leaves ${settings.join(', ')} set`);
}

/** Files and folders below /tmp that the commands of a page use. */
export function foldersOf(markdown: string): string[] {
  return [...new Set(commandsOf(markdown).match(/\/tmp\/[\w.-]*\w/g) ?? [])];
}

/** Ports of this machine that the commands of a page use. */
export function portsOf(markdown: string): string[] {
  const found = commandsOf(markdown).matchAll(/(?:127\.0\.0\.1:|localhost:|--port |_PORT=)(\d+)/g);
  return [...new Set([...found].map(([, port]) => port as string))];
}

function commandsOf(markdown: string): string {
  return stepsOf(markdown)
    .map((step) => (step.kind === 'commands' ? step.text : ''))
    .join('');
}
