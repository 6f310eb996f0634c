import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Compiled code is kept for the next process, where the program itself keeps it.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

// STORES names the engines to test: sqlite, postgres or both, separated by commas.
const engines = ['sqlite', 'postgres'] as const;
const stores = (process.env.STORES ?? engines.join(',')).split(',').map((word) => word.trim());
for (const word of stores)
  if (!engines.some((engine) => engine === word))
    throw new Error(`STORES=${process.env.STORES}: "${word}" is no engine; give ${engines.join(', ')} or both.`);

// A file for the counts of the run, for those who tally them.
const report = process.env.DAYBOOK_TEST_REPORT;

// The files that take longest, in their order.
const LONGEST = [
  'model',
  'hostile',
  'hostile-requests',
  'unread-answers',
  'move',
  'instances',
  'import',
  'soak',
  'feed-hostile',
  'stopping',
  'sending-crash',
  'sending-instances',
  'older-schema',
];

// Tests that come to no database, or to one for which its engine makes no difference, run once.
const plain = [
  'accounts-hosts',
  'accounts-servers',
  'addresses',
  'architecture',
  'command-line',
  'demo-command',
  'docs',
  'feed-memory',
  'hostile-requests',
  'import-files',
  'import-mbox',
  'mbox',
  'mail-facts',
  'message-check',
  'mime-corpus',
  'read-message',
  'recurrence',
  'request-bounds',
  'recurrence-peer',
  'sync-merge',
  'safe-html',
  'smtp-line',
  'turns',
  'unread-answers',
  'values',
].map(testFile);
plain.push('test/protocols/**/*.test.ts');

// Tests of what only SQLite has: a file that is copied, damaged, locked, or on a full disk; how its index is asked.
const sqliteOnly = ['backup', 'database-file', 'full-disk', 'search-far-back', 'write-lock'].map(testFile);

// Tests of what needs a PostgreSQL server whatever the engine: several instances on one database, records that go from
// a folder to a server and back, and what the server itself says about the statements it gets.
const postgresOnly = ['instances', 'move', 'queries', 'sending-instances'].map(testFile);

/** The longest files first, so that none is left at the end; engine by engine, since only files of one share a process. */
class EngineByEngine extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) => {
      const length = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      const engine = ['postgres', 'sqlite', 'plain'].indexOf(project.name);
      return engine * 100 + (length < 0 ? 99 : length);
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

// The files of an engine share a few processes, one after the other, so that the program is loaded once for many; each
// starts its own service on a free port. There is one process more than two cores need, because many tests wait. The
// time limits only end what would never end: no test is about speed.
export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false,
    sequence: { sequencer: EngineByEngine },
    setupFiles: ['test/support/after-file.ts'],
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
