// The commands that the documentation names exist, with the options that it gives them.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../support/process.ts';

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
  .concat(readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`))
  .filter((file) => file.endsWith('.md') && usesOf(readFileSync(file, 'utf8')).length > 0);

/** The help of each command, and of those below it: "token create". */
const help = new Map<string, string>();

beforeAll(async () => {
  const read = async (...words: string[]): Promise<void> => {
    const { out } = await run([...words, '--help']);
    if (words.length > 0) help.set(words.join(' '), out);
    await Promise.all(commandsOf(out).map((below) => read(...words, below)));
  };
  await read();
});

describe('docs/configuration.md', () => {
  it('lists every command', () => {
    const rows = readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| ((?:`[a-z][a-z-]*`(?:, )?)+) \|/gm);
    const listed = [...rows].flatMap(([, names]) => (names as string).replaceAll('`', '').split(', '));
    expect(listed.sort()).toEqual([...help.keys()].filter((name) => !name.includes(' ')).sort());
  });
});

describe('commands and options', () => {
  it.each(pages)('that %s names exist', (page) => {
    const unknown = usesOf(readFileSync(page, 'utf8')).filter((words) => {
      const name = [words.slice(0, 2).join(' '), words[0] as string].find((one) => help.has(one));
      const text = name === undefined ? undefined : help.get(name);
      const options = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/=.*/, ''));
      return (
        text === undefined || options.some((option) => !text.includes(`${option} `) && !text.includes(`${option}\n`))
      );
    });
    expect(unknown.map((words) => words.join(' '))).toEqual([]);
  });
});

function commandsOf(text: string): string[] {
  const [, list = ''] = /\nCommands:\n([\s\S]*?)(\n\n|$)/.exec(text) ?? [];
  const names = [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name]) => name as string);
  return names.filter((name) => name !== 'help');
}

/** What follows ./daybook in code, word by word. */
function usesOf(markdown: string): string[][] {
  const found = markdown.matchAll(/(?:\.|\/opt\/daybook)\/daybook +([a-z][^`\n|;&)]*)/g);
  return [...found].map(([, words]) => (words as string).trim().split(/\s+/)).filter(([first]) => first !== 'help');
}
