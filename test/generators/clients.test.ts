// Clients that others generate from /openapi.json: code as people write it compiles in strict mode, does what it should
// against a real service, and what is wrong does not compile.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { typesOf } from './types.ts';

const root = join(import.meta.dirname, '../..');
const lines = join(import.meta.dirname, 'lines');

interface Generator {
  /** The name of the files in lines/. */
  name: string;
  generate(document: object, folder: string): Promise<void>;
  /** Files that are the same whatever the document, and do not compile with exactOptionalPropertyTypes. */
  runtime?: RegExp;
}

const generators: Generator[] = [
  {
    name: 'openapi-fetch',
    async generate(document, folder) {
      writeFileSync(join(folder, 'openapi.ts'), await typesOf(document));
    },
  },
  {
    name: 'hey-api',
    async generate(document, folder) {
      await createClient({
        input: document as Record<string, unknown>,
        output: { path: folder, module: { extension: '.ts' } },
        plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
        logs: { level: 'silent', file: false },
      });
    },
    runtime: /^generated\/(client|core)\//,
  },
];

const options = {
  target: 'esnext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

let service: TestService;
let document: object;

beforeAll(async () => {
  service = await startTestService({ allowHosts: '127.0.0.1' });
  document = (await service.ask('GET', '/openapi.json')).body;
});
afterAll(() => service.end());

describe.each(generators)('$name', ({ name, generate, runtime }) => {
  let folder: string;

  it('compiles a hundred lines and more in strict mode, without casts, and none that is wrong', async () => {
    folder = temporaryFolder();
    prepare(folder, name);
    await generate(document, join(folder, 'generated'));
    const errors = (await compile(folder)).filter((line) => !runtime?.test(line));
    expect(errors).toEqual([]);
    const code = readFileSync(join(lines, `${name}.ts`), 'utf8').split('\n');
    const written = code.filter((line) => /^\s*[^\s/]/.test(line));
    expect(written.length).toBeGreaterThan(150);
    expect(written.filter((line) => /\bas (?!api\b)|\bany\b|@ts-|!\./.test(line))).toEqual([]);
  });

  it('does what the lines say', async () => {
    const own = await startTestService({ allowHosts: '127.0.0.1' });
    try {
      await run(process.execPath, [join(folder, `${name}.ts`), own.url], folder);
    } finally {
      await own.end();
    }
  });
});

/** A project with the lines, where the generated code is going to be. */
function prepare(folder: string, name: string): void {
  for (const file of [name, `wrong-${name}`, 'equal']) cpSync(join(lines, `${file}.ts`), join(folder, `${file}.ts`));
  mkdirSync(join(folder, 'generated'));
  mkdirSync(join(folder, 'node_modules'));
  const installed = dirname(dirname(fileURLToPath(import.meta.resolve('openapi-fetch'))));
  symlinkSync(installed, join(folder, 'node_modules/openapi-fetch'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
}

/** The errors of the compiler, one line each. */
async function compile(folder: string): Promise<string[]> {
  const output = await run(join(root, 'node_modules/.bin/tsc'), ['-p', '.', '--pretty', 'false'], folder).catch(
    (error: { stdout: string }) => error.stdout,
  );
  return output.split('\n').filter((line) => /^\S/.test(line));
}

async function run(program: string, parameters: string[], cwd: string): Promise<string> {
  return (await promisify(execFile)(program, parameters, { cwd })).stdout;
}
