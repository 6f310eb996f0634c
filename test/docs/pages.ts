// The pages of the documentation that have commands, and the shell of their reader.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stepsOf } from './blocks.ts';
import type { Surroundings } from './run-page.ts';

export interface Page {
  page: string;
  text: string;
}

/** Servers that a page needs. */
export interface Servers {
  /** What a reader's shell needs to reach them. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

const root = process.cwd();
const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`);

export const pages: Page[] = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'ARCHITECTURE.md', ...documents.sort()]
  .filter((file) => file.endsWith('.md'))
  .map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }))
  .filter(({ text }) => stepsOf(text).length > 0);

/** The project's folder and a shell that has nothing of the test run. */
export function surroundings(env: Record<string, string> = {}): Surroundings {
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return {
    cwd: root,
    env: { PATH: path.join(':'), HOME: dirname(root), USER: 'reader', LANG: 'C.UTF-8', TERM: 'dumb', ...env },
  };
}
