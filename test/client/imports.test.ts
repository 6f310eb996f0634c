// The package daybook-client stands alone: it imports nothing from src, no package, and nothing that only Node has; and
// no file of src imports it.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const LONGEST_FILE = 300;
const client = sourcesOf('../../client/src/');

describe('the client', () => {
  it('imports its own files alone', () => {
    const imported = client.flatMap(([file, text]) => importsOf(text).map((to) => [file, to] as const));
    expect(imported.length).toBeGreaterThan(1);
    const wrong = imported.filter(([file, to]) => !to.startsWith('.') || join(dirname(file), to).startsWith('..'));
    expect(wrong).toEqual([]);
  });

  it('is imported by no file of src', () => {
    const isClient = (path: string) => /(^|\/)client\/|daybook-client/.test(path);
    const importing = sourcesOf('../../src/').filter(([, text]) => importsOf(text).some(isClient));
    expect(importing.map(([file]) => file)).toEqual([]);
  });

  it(`has files of at most ${LONGEST_FILE} lines that say what they do, but for generated ones`, () => {
    const written = client.filter(([file]) => !file.startsWith('generated/'));
    const isLong = (text: string) => text.trimEnd().split('\n').length > LONGEST_FILE;
    expect(written.filter(([, text]) => !/^\/\/ \S/.test(text) || isLong(text)).map(([file]) => file)).toEqual([]);
  });
});

function sourcesOf(folder: string): (readonly [string, string])[] {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.map((file) => [file, readFileSync(join(path, file), 'utf8')]);
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)].map(([, path]) => path as string);
}
