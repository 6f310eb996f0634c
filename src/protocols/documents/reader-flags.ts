// The flags of Node for the process that reads documents: a document that makes it run other code gets no network, no
// file but the program itself, no other process, and nothing to write to.
import { lstatSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The packages that it loads. */
const PACKAGES = ['unpdf', 'entities'];

export function readerFlags(): string[] {
  return [
    '--permission',
    // For the thread that reads; both threads drop it before the first document, because a thread can be given more.
    '--allow-worker',
    ...ownFiles().map((path) => `--allow-fs-read=${path}`),
    // SQLite opens files without asking whether it may.
    '--no-experimental-sqlite',
    '--disallow-code-generation-from-strings',
  ];
}

/** The folder of all packages, where it is a link that has to be followed. */
function links(program: string): string[] {
  const packages = join(program, 'node_modules');
  return lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink() ? [packages] : [];
}

/** As they are named, and where links lead to. */
function ownFiles(): string[] {
  const source = fileURLToPath(new URL('../..', import.meta.url));
  const program = dirname(source);
  const resolve = createRequire(import.meta.url).resolve;
  const packages = PACKAGES.flatMap((name) => {
    const file = resolve(name);
    const place = join('node_modules', name) + sep;
    return [join(program, place), file.slice(0, file.lastIndexOf(place) + place.length)];
  });
  const named = [join(source, sep), ...packages].map((folder) => [folder, join(realpathSync(folder), sep)]);
  // The link first: Node does not find it after a path that begins with it.
  const paths = [...links(program), ...named.flat().map((folder) => `${folder}*`), join(program, 'package.json')];
  return [...new Set([...paths, join(realpathSync(program), 'package.json')])];
}
