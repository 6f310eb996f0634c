// The program of a whole test run, in a few files: Node takes half a second of processor time to find and load the some
// 700 modules of a service, and the tests start some hundred. It is the same code, compiled with the packages that it
// uses. The tests of the documentation start the checkout itself.
import { chmodSync, copyFileSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The command `daybook` of the compiled program. */
    program: string;
  }
}

const checkout = fileURLToPath(new URL('../../', import.meta.url));

// The projects of a run share it.
let shared: Promise<string> | undefined;
let projects = 0;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  projects++;
  shared ??= compile();
  const folder = await shared;
  project.provide('program', join(folder, 'daybook'));
  return async () => {
    if (--projects > 0) return;
    shared = undefined; // in watch mode the next run compiles it again
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A folder that looks like a checkout to the command. */
async function compile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-program-'));
  chmodSync(folder, 0o755); // some tests start it as another user
  copyFileSync(join(checkout, 'daybook'), join(folder, 'daybook'));
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  // What runs in a thread or a process of its own is named by its file.
  const apart = globSync(['src/**/*-{thread,process}.ts', 'test/support/*-process.ts'], { cwd: checkout });
  const input = Object.fromEntries(
    ['src/main.ts', ...apart].map((file) => [basename(file, '.ts'), join(checkout, file)]),
  );
  await build({
    ...{ configFile: false, root: checkout, logLevel: 'error', plugins: [ownPlaces(folder)] },
    ssr: { noExternal: true, external: ['pg', 'pino', 'unpdf'] }, // which look for files of their own, or are seldom needed
    build: {
      ...{
        ssr: true,
        outDir: join(folder, 'src'),
        emptyOutDir: true,
        minify: false,
        target: 'esnext',
        copyPublicDir: false,
      },
      rolldownOptions: {
        input,
        output: {
          entryFileNames: ({ name }) => (name === 'main' ? 'main.ts' : '[name].js'),
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  });
  return folder;
}

/** The files of the checkout stay where they are, except those that are compiled. */
function ownPlaces(folder: string): Plugin {
  return {
    name: 'own-places',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(join(checkout, 'src'))) return null;
      // What the process that reads documents may read is the compiled program.
      const file = id.endsWith('/reader-flags.ts') ? join(folder, relative(checkout, id)) : id;
      const place = JSON.stringify(pathToFileURL(file).href);
      const isCompiled = /(new URL\('\.\/[\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g;
      return code.replace(isCompiled, (_all, begin?: string) => (begin ? `${begin}.js', import.meta.url)` : place));
    },
  };
}
