import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Every test file is a process of its own: compiled code is kept for the next, where the program itself keeps it.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

// STORES names the engines to test: sqlite, postgres or both, separated by commas.
const engines = ['sqlite', 'postgres'] as const;
const stores = (process.env.STORES ?? engines.join(',')).split(',').map((word) => word.trim());
for (const word of stores)
  if (!engines.some((engine) => engine === word))
    throw new Error(`STORES=${process.env.STORES}: "${word}" is no engine; give ${engines.join(', ')} or both.`);

// A file for the counts of the run, for those who tally them.
const report = process.env.DAYBOOK_TEST_REPORT;

// Tests that come to no database run once.
const plain = [
  'accounts-hosts',
  'accounts-servers',
  'addresses',
  'architecture',
  'command-line',
  'demo-command',
  'docs',
  'import-files',
  'import-mbox',
  'read-message',
  'recurrence',
  'sync-merge',
  'safe-html',
  'smtp-line',
  'values',
].map(testFile);

// Tests of what only SQLite has: a file that is copied, damaged, locked, or on a full disk; how its index is asked.
const sqliteOnly = ['backup', 'database-file', 'full-disk', 'search-far-back', 'write-lock'].map(testFile);

// Tests of what needs a PostgreSQL server whatever the engine: several instances on one database, records that go from
// a folder to a server and back, and what the server itself says about the statements it gets.
const postgresOnly = ['instances', 'move', 'queries', 'sending-instances'].map(testFile);

// Each test file runs in a process of its own and starts its own service on a free port. There is one process more than
// two cores need, because many tests wait. The time limits only end what would never end: no test is about speed.
export default defineConfig({
  test: {
    pool: 'forks',
    experimental: { viteModuleRunner: false }, // Node loads the code as it does in service, without a transformation
    maxWorkers: 3,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    projects: [
      { extends: true, test: { name: 'plain', include: plain } },
      ...engines
        .filter((engine) => stores.includes(engine))
        .map((engine) => ({
          extends: true as const,
          test: {
            name: engine,
            include: ['test/*.test.ts'],
            exclude: [...plain, ...(engine === 'sqlite' ? postgresOnly : sqliteOnly)],
            env: { DAYBOOK_TEST_ENGINE: engine },
            globalSetup: engine === 'postgres' ? ['test/support/global-postgres.ts'] : [],
          },
        })),
    ],
  },
});

function testFile(name: string): string {
  return `test/${name}.test.ts`;
}
