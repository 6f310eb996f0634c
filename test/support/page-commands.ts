// The commands of the API reference, as in the page that a service serves, in the order of the page, and
// a shell to run them in.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseDocument } from 'htmlparser2';
import { ORIGIN } from '../../src/http/docs/curl.ts';
import type { TestService } from './service.ts';

interface Node {
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: Node[];
}

export interface PageCommand {
  /** The section that shows it: the id of an operation or of a chapter. */
  section: string;
  text: string;
}

const execute = promisify(execFile);
/** Some commands are for the folder of the program. */
const project = fileURLToPath(new URL('../..', import.meta.url));

/** What the page says to paste into a shell, with the address of the service in it, as the script of the page does. */
export async function pageCommands(service: TestService): Promise<PageCommand[]> {
  const { text } = await service.ask('GET', '/docs');
  return commandsIn(parseDocument(text) as unknown as Node, '').map(({ section, text: command }) => ({
    section,
    text: command
      .replaceAll(ORIGIN, service.url)
      .replaceAll(ORIGIN.replace('http', 'ws'), service.url.replace('http', 'ws')),
  }));
}

function commandsIn(node: Node, section: string): PageCommand[] {
  const inside = node.name === 'section' ? (node.attribs?.id ?? section) : section;
  if (node.name === 'code' && node.attribs?.['data-live'] !== undefined)
    return [{ section: inside, text: textOf(node) }];
  return (node.children ?? []).flatMap((child) => commandsIn(child, inside));
}

function textOf(node: Node): string {
  return node.data ?? (node.children ?? []).map(textOf).join('');
}

export interface Ran {
  section: string;
  /** The statuses of its requests, in their order. */
  statuses: string[];
  out: string;
}

/** Runs the commands one after the other in one sh, and returns the statuses of the responses. */
export async function runInShell(
  commands: PageCommand[],
  env: Record<string, string> = {},
): Promise<{ ran: Ran[]; err: string }> {
  const script = [
    `curl() { command curl -sS -w '\\n@status %{http_code}\\n' "$@"; }`,
    ...commands.map(({ section, text }) => `printf '\\n@command ${section}\\n'\n${text}`),
    "printf '\\n@command end\\n'",
  ].join('\n');
  const { stdout, stderr } = await execute('sh', ['-c', script], {
    maxBuffer: 64_000_000,
    cwd: project,
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  const [, ...parts] = stdout.split('\n@command ');
  const ran = parts.map((part) => {
    const end = part.indexOf('\n');
    const out = part.slice(end + 1);
    return {
      section: part.slice(0, end),
      statuses: [...out.matchAll(/^@status (\d+)$/gm)].map(([, one]) => one as string),
      out,
    };
  });
  if (ran.pop()?.section !== 'end') throw new Error(`the shell has ended before its last command: ${stderr}`);
  return { ran, err: stderr };
}
