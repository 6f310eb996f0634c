// The sources of the web app, as a digest: a build belongs to the digest of the sources that it was made from.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In web/, these are made from the sources. */
const MADE = new Set(['dist', 'node_modules']);

const SHARED = ['package-lock.json', 'tsconfig.json'];

/** `root` is the folder of the project. All files are read: their times say nothing after a checkout or a copy. */
export function sourceDigest(root: string): string {
  const digest = createHash('sha256');
  for (const file of sourceFiles(root))
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return digest.digest('hex').slice(0, 20);
}

function sourceFiles(root: string): string[] {
  const ofWeb = readdirSync(join(root, 'web'), { withFileTypes: true })
    .filter(({ name }) => !MADE.has(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(root, join('web', entry.name)) : [join('web', entry.name)]));
  return [...ofWeb, ...filesBelow(root, join('client', 'src')), ...SHARED].sort();
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length));
}
