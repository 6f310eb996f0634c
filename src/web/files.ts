// The files of a built web app, held in memory: they are small, and requests then need neither the disk nor a build
// that another version may remove.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface WebFile {
  type: string;
  etag: string;
  body: Buffer;
  /** Compressed copies by content coding; none for files that do not become smaller. */
  compressed: { br?: Buffer; gzip?: Buffer };
}

/** By path, such as /assets/index-CaBiPoKV.js. */
export type WebFiles = ReadonlyMap<string, WebFile>;

export const PAGE_FILE = '/index.html';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Throws if the folder is not a complete build. */
export function readWebFiles(folder: string): WebFiles {
  const read = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    read.set(file.slice(folder.length).replaceAll('\\', '/'), readFileSync(file));
  }
  if (!read.has(PAGE_FILE)) throw new Error(`${folder} does not have ${PAGE_FILE}`);
  return new Map([...read].filter(([path]) => !/\.(?:br|gz)$/.test(path)).map(([path]) => [path, fileOf(path)]));

  function fileOf(path: string): WebFile {
    const body = read.get(path) as Buffer;
    const [br, gzip] = [read.get(`${path}.br`), read.get(`${path}.gz`)];
    return {
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
      body,
      compressed: { ...(br && { br }), ...(gzip && { gzip }) },
    };
  }
}
