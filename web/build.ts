// Builds the web app: node web/build.ts FOLDER. Three steps: the app, its service worker with the list of the app's
// files, and compressed copies of both. The service runs this in a process of its own, which keeps the memory of the
// bundler out of it; src/web/builds.ts chooses the folder.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import config from './vite.config.ts';

const COMPRESSED = /\.(?:html|js|css|svg|json|webmanifest)$/;
/** Shorter files fit into one packet anyway. */
const WORTHWHILE = 1024;

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: node web/build.ts FOLDER');

process.umask(0o022); // the service may run as another user than the one who builds
try {
  await build({ ...config, configFile: false, logLevel: 'silent', build: { ...config.build, outDir: folder } });
  await buildServiceWorker(folder);
  await Promise.all(filesOf(folder).map((file) => compress(join(folder, file))));
} catch (error) {
  process.stderr.write(`error: ${reasonOf(error as Error)}\n`);
  process.exitCode = 1;
}

/**
 * A script of its own at the root, so that it controls the whole app; its address stays the same, so that browsers find
 * the next version. It is one file, because not all browsers load modules in service workers.
 */
async function buildServiceWorker(folder: string): Promise<void> {
  const files = filesOf(folder).filter((file) => file !== 'index.html');
  const version = createHash('sha256');
  for (const file of ['index.html', ...files]) version.update(`${file}\0`).update(readFileSync(join(folder, file)));
  await build({
    configFile: false,
    root: config.root as string,
    resolve: config.resolve ?? {},
    publicDir: false,
    logLevel: 'silent',
    define: {
      __APP_FILES__: JSON.stringify(files.map((file) => `/${file}`)),
      __APP_VERSION__: JSON.stringify(version.digest('hex').slice(0, 16)),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      lib: {
        entry: fileURLToPath(new URL('src/offline/service-worker.ts', import.meta.url)),
        formats: ['iife'],
        name: 'serviceWorker',
        fileName: () => 'sw.js',
      },
    },
  });
}

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file);
  if (!COMPRESSED.test(file) || bytes.length < WORTHWHILE) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}

/** What is wrong and where, on one line; the bundler adds an excerpt of the code and a stack. */
function reasonOf({ message }: Error): string {
  const lines = stripVTControlCharacters(message)
    .replace(/^Build failed with .*$/m, '')
    .replace(/\n\s*Stack backtrace:[\s\S]*/, '')
    .replaceAll(/[\u2500-\u257f]/g, '') // the frame around the excerpt
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.slice(0, 3).join(' ');
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
