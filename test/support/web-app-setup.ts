// Runs once before the tests of the web app: builds the app, and fills a folder with the demo data, which each test file
// copies.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serve } from './process.ts';
import { environment, ZONE } from './web-app.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo data. */
    demoFolder: string;
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  const root = mkdtempSync(join(tmpdir(), 'daybook-demo-'));
  const folder = join(root, 'data');
  const served = await serve(folder, { args: ['--demo', '--timezone', ZONE], env: environment() });
  await served.stop();
  project.provide('demoFolder', folder);
  return () => rmSync(root, { recursive: true, force: true });
}
