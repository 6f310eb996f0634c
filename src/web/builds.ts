// Builds of the web app in web/dist, each in a folder named after the digest of its sources. A build appears there as a
// whole, by a rename, so that services that start at the same time do not disturb each other. If the folder cannot be
// written, the build is made in a temporary folder and kept only in memory.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../limits.ts';
import { readWebFiles, type WebFiles } from './files.ts';

const UNFINISHED = 'unfinished-';
/** What a build that was killed has left behind is removed once no build can still be writing to it. */
const ABANDONED = 2 * limits.webBuildTime;

/** The build of these sources; undefined if there is none, or if it cannot be read. */
export function findBuild(root: string, digest: string): WebFiles | undefined {
  try {
    return readWebFiles(join(buildsFolder(root), digest));
  } catch {
    return undefined;
  }
}

export interface Built {
  files: WebFiles;
  /** Whether the next start finds it; otherwise it builds again. */
  isKept: boolean;
}

export async function build(root: string, digest: string): Promise<Built> {
  const kept = makeFolder(buildsFolder(root));
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'daybook-web-'));
  try {
    await runBuild(root, folder);
    const files = readWebFiles(folder);
    if (kept !== undefined) keep(root, folder, digest);
    return { files, isKept: kept !== undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildsFolder(root: string): string {
  return join(root, 'web', 'dist');
}

/** A new folder for a build; undefined if the project's folder cannot be written. */
function makeFolder(builds: string): string | undefined {
  try {
    // The service may run as another user than the one who builds.
    if (mkdirSync(builds, { recursive: true }) !== undefined) chmodSync(builds, 0o755);
    const folder = mkdtempSync(join(builds, UNFINISHED));
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return undefined;
  }
}

function keep(root: string, folder: string, digest: string): void {
  const builds = buildsFolder(root);
  const place = join(builds, digest);
  try {
    // Another process may have been faster, with the same result. A build that cannot be read is replaced.
    if (findBuild(root, digest)) return;
    rmSync(place, { recursive: true, force: true });
    renameSync(folder, place);
  } catch {
    return; // it was faster just now
  }
  for (const name of readdirSync(builds)) {
    const path = join(builds, name);
    if (name === digest || (name.startsWith(UNFINISHED) && !isAbandoned(path))) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

function isAbandoned(path: string): boolean {
  const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - changed > ABANDONED;
}

function runBuild(root: string, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'web', 'build.ts'), folder], {
      cwd: root,
      // Vite would otherwise build for development if the variable says so.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: limits.webBuildTime,
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(0, 4000);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      reject(
        new Error(signal ? `the build was ended by ${signal}` : reasonIn(errors) || `the build exited with ${code}`),
      );
    });
  });
}

/** The line of an error report that says what is wrong. */
function reasonIn(errors: string): string {
  const lines = errors.split('\n').map((line) => line.trim());
  return lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== '') ?? '';
}
