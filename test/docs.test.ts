// The documentation says what the code does: its tables of errors, limits and settings are those of the code, and its
// links lead somewhere.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settings } from '../src/config.ts';
import { errors } from '../src/errors.ts';
import { limits } from '../src/limits.ts';
import { tables } from '../src/store/transfer/tables.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guides = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.md'),
);
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...guides.map((file) => `docs/${file}`).sort(),
];

describe('docs/errors.md', () => {
  it('lists exactly the codes of src/errors.ts, each with its status and meaning', () => {
    const listed = tableOf('docs/errors.md', ['status', 'code', 'meaning']);
    const known = Object.entries(errors).map(([code, [status, meaning]]) => [String(status), code, meaning]);
    expect(sorted(listed.map((row) => row.slice(0, 3)))).toEqual(sorted(known));
  });
});

describe('docs/limits.md', () => {
  it('lists exactly the limits of src/limits.ts, each with its value', () => {
    const listed = tableOf('docs/limits.md', ['name', 'value', 'why']);
    const known = Object.entries(limits).map(([name, value]) => [name, String(value)]);
    expect(sorted(listed.map((row) => row.slice(0, 2)))).toEqual(sorted(known));
  });

  it('gives a reason for each', () => {
    const silent = tableOf('docs/limits.md', ['name', 'value', 'why']).filter(([, , why]) => !why || why.length < 5);
    expect(silent).toEqual([]);
  });
});

describe('SECURITY.md', () => {
  const listed = tableOf('SECURITY.md', ['bound', 'value', 'name']).map(([, value, name]) => [name, value]);

  it('gives each bound the value that the code has', () => {
    const known = new Map(boundsIn(read('src/limits.ts')).map(({ name, value }) => [name, value]));
    expect(listed).toEqual(listed.map(([name]) => [name, known.get(name as string)]));
  });

  it('lists every bound of what clients may have under way', () => {
    const about = /^(Work in progress per client|Rates)/;
    const missing = boundsIn(read('src/limits.ts'))
      .filter(({ section }) => about.test(section))
      .filter(({ name }) => !listed.some(([one]) => one === name));
    expect(missing).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const decisions = guides.filter((file) => /^decisions\/\d/.test(file)).map((file) => basename(file));
  const numberOf = (file: string) => Number.parseInt(file, 10);

  it('have a number of their own each, which their title repeats', () => {
    const numbers = decisions.map(numberOf);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    for (const file of decisions)
      expect(readFileSync(join(root, 'docs/decisions', file), 'utf8')).toMatch(`# ${numberOf(file)}. `);
  });

  it('are all listed in their README, by number and title', () => {
    const list = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8');
    for (const file of decisions) expect(list).toContain(`- [${numberOf(file)}. `);
    for (const file of decisions) expect(list).toContain(`](${file})`);
  });
});

describe.each(['README.md', 'docs/configuration.md'])('the configuration table of %s', (page) => {
  const rows = tableOf(page, ['option', 'environment variable', 'default', 'meaning']);

  it('has a row for each setting and no other', () => {
    const known = Object.values(settings).map(({ flag, env }) => [flag, env]);
    expect(sorted(rows.map((row) => row.slice(0, 2)))).toEqual(sorted(known));
  });

  it.each(Object.values(settings))('gives the default of $flag', ({ flag, default: value }) => {
    const shown = rows.find(([name]) => name === flag)?.[2] ?? '';
    // Places are told in words, because they differ from machine to machine.
    if (flag === '--data') expect(shown).toContain(basename(String(value)));
    else if (flag === '--database') expect(shown).toContain('daybook.db');
    else expect(shown).toBe([value].flat().join(',') || 'none');
  });
});

describe('links', () => {
  it('there are pages to look at', () => {
    expect(pages.length).toBeGreaterThan(10);
  });

  it.each(pages)('every link of %s leads to a file that is there', (page) => {
    const broken = linksOf(page).filter(({ file, anchor }) => {
      if (!existsSync(file)) return true;
      return anchor !== undefined && statSync(file).isFile() && !headingsOf(file).includes(anchor);
    });
    expect(broken.map(({ file, anchor }) => relative(root, file) + (anchor ? `#${anchor}` : ''))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('names no file in its sentences that does not exist', () => {
    const folders = ['src', 'web', 'client', 'test', 'bench', 'docs'];
    const files = folders.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }));
    const named = [...read('ARCHITECTURE.md').matchAll(/`([\w./-]+\.(?:tsx?|css|md|mjs))`/g)].map(([, name]) => name);
    const isThere = (name = '') =>
      existsSync(join(root, name)) || files.some((file) => file === name || file.endsWith(`/${name}`));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !isThere(name) && !name?.includes('NNNN'))).toEqual([]);
  });
});

describe('docs/guide/backup.md', () => {
  it('lists the tables of an export in their order, each with the order of its rows', () => {
    const namesIn = (cell: string) => cell.replaceAll('`', '').split(', ');
    const listed = tableOf('docs/guide/backup.md', ['table', 'holds', 'order']).flatMap(([names = '', , order = '']) =>
      namesIn(names).map((name) => [name, ...namesIn(order)]),
    );
    expect(listed).toEqual(tables.map(({ name, order }) => [name, ...order]));
  });
});

describe('files that a page shows', () => {
  const shown = pages.flatMap((page) =>
    [...read(page).matchAll(/^```\w+ file=(\S+)[^\n]*\n([\s\S]*?)^```$/gm)].map(([, file, text]) => ({
      page,
      file,
      text,
    })),
  );

  it.each(shown)('$file is shown in $page as it is', ({ file, text }) => {
    expect(text).toBe(read(file as string));
  });

  it('every file of deploy/ is shown or named in a page', () => {
    const everything = pages.map(read).join('\n');
    const unnamed = readdirSync(join(root, 'deploy')).filter((file) => !everything.includes(`deploy/${file}`));
    expect(unnamed).toEqual([]);
  });
});

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** The rows of the table that has these column names, without the marks of code around whole cells. */
/** The limits as their file writes them: 32 * MiB as 32 MiB, 1 * minute as 1 minute, 200_000 as 200,000. */
function boundsIn(source: string): { section: string; name: string; value: string }[] {
  let section = '';
  return source.split('\n').flatMap((line) => {
    section = /^ {2}\/\/ (.+)$/.exec(line)?.[1] ?? section;
    const [, name, count, unit] = /^ {2}(\w+): ([\d_]+)?(?:(?: \* )?([a-zA-Z]+))?,/.exec(line) ?? [];
    if (!name) return [];
    const number = Number((count ?? '1').replaceAll('_', ''));
    const plural = number !== 1 && unit && !unit.endsWith('iB') ? 's' : '';
    return { section, name, value: `${number.toLocaleString('en')}${unit ? ` ${unit}${plural}` : ''}` };
  });
}

function tableOf(page: string, columns: string[]): string[][] {
  const lines = read(page).split('\n');
  const head = lines.findIndex((line) => cellsOf(line).join('|').toLowerCase() === columns.join('|'));
  if (head < 0) throw new Error(`${page} has no table with the columns ${columns.join(', ')}`);
  const rest = lines.slice(head + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? undefined : end).map(cellsOf);
}

function cellsOf(line: string): string[] {
  if (!line.startsWith('|')) return [];
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1'));
}

function sorted(rows: string[][]): string[][] {
  return [...rows].sort((a, b) => (a.join('|') < b.join('|') ? -1 : 1));
}

/** Links to files, outside of code. */
function linksOf(page: string): { file: string; anchor: string | undefined }[] {
  const prose = read(page)
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^()\s]+)\)|^\[[^\]]+\]:\s*(\S+)/gm)].map(([, one, other]) => one ?? other);
  return targets
    .filter((target) => target !== undefined && !/^[a-z][a-z0-9+.-]*:/i.test(target))
    .map((target) => {
      const [path, anchor] = (target as string).split('#') as [string, string | undefined];
      return { file: path === '' ? join(root, page) : join(root, dirname(page), decodeURI(path)), anchor };
    });
}

/** Headings as the anchors that they make. */
function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ +(.+)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it('every package can be installed with Node 20 without a warning', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { engines?: { node?: string } }>;
  };
  const accepts = (range: string) => {
    const [, operator, major] = /^\s*(>=|\^|~)?\s*(\d+)/.exec(range) ?? [];
    return major === undefined || (operator === '>=' ? Number(major) <= 20 : Number(major) === 20);
  };
  const refused = Object.entries(packages).filter(
    ([, { engines }]) => engines?.node !== undefined && !engines.node.split('||').some(accepts),
  );
  expect(refused).toEqual([]);
});
