// What a documentation page asks its reader to do, in order: the commands of its ```sh blocks, what they should print,
// and the places where a program is stopped.
//
//   ```sh                              commands for the reader's terminal; every one must succeed
//   ```sh terminal=service until="…"   commands for another terminal; the last one goes on after it has printed that
//   ```sh exit=2                       the last command is shown to fail with this exit code
//   ```sh type=",,secret"              what the reader types, in order, when the program asks; nothing is just Enter
//   ```sh not-run="needs systemd"      cannot be run here; the reason is required
//   ```text output                     what the block before has printed, see expected.ts
//   ```text output=feed                what the terminal of that name has printed so far
//   ```ini file=deploy/x.service       the text of that file, whole (test/docs.test.ts compares them)
//   <!-- Ctrl-C: service -->           the reader stops the program in that terminal

interface Commands {
  kind: 'commands';
  line: number;
  terminal: string;
  text: string;
  until: string | undefined;
  exit: number;
  answers: string[];
}

export type Step =
  | Commands
  | { kind: 'output'; line: number; terminal: string | undefined; text: string }
  | { kind: 'interrupt'; line: number; terminal: string };

/** The terminal of blocks that name none. */
export const READER = 'reader';

const ATTRIBUTES: Record<string, readonly string[]> = {
  sh: ['terminal', 'until', 'exit', 'type', 'not-run', 'file'],
  text: ['output'],
  ini: ['file'],
  nginx: ['file'],
  caddyfile: ['file'],
  xml: ['file'],
  dockerfile: ['file'],
  yaml: ['file'],
};

export function stepsOf(markdown: string): Step[] {
  const steps: Step[] = [];
  const pattern = /^```(\w+)([^\n]*)\n([\s\S]*?)^```$|^<!-- Ctrl-C: (\w+) -->$/gm;
  for (const { 0: whole, 1: language, 2: info = '', 3: text = '', 4: stopped, index } of markdown.matchAll(pattern)) {
    const line = markdown.slice(0, index).split('\n').length;
    if (stopped !== undefined) steps.push({ kind: 'interrupt', line, terminal: stopped });
    else steps.push(...blockSteps(language as string, info, text, line, whole));
  }
  return steps;
}

function blockSteps(language: string, info: string, text: string, line: number, whole: string): Step[] {
  const given = attributesOf(info);
  const known = ATTRIBUTES[language] ?? [];
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`line ${line}: "${whole.split('\n')[0]}": a ${language} block does not have the word ${unknown}`);
  if (language === 'text' && given.output !== undefined)
    return [{ kind: 'output', line, terminal: given.output || undefined, text }];
  if (language !== 'sh') return [];
  const { terminal = READER, until, exit = '0', type, 'not-run': reason } = given;
  if (reason === '') throw new Error(`line ${line}: not-run needs a reason: not-run="…"`);
  if (reason !== undefined) return [];
  return [{ kind: 'commands', line, terminal, text, until, exit: Number(exit), answers: type?.split(',') ?? [] }];
}

/** `a=b c="d e" f` as an object; a word without a value has the empty one. */
function attributesOf(info: string): Record<string, string> {
  const words = info.matchAll(/([\w-]+)(?:=("[^"]*"|\S+))?/g);
  return Object.fromEntries(
    [...words].map(([, name, value = '']) => [name as string, value.replace(/^"(.*)"$/, '$1')]),
  );
}
