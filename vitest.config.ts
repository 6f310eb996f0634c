import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Compiled code is kept for the next process, where the program itself keeps it.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

type ProjectTestOptions = NonNullable<TestProjectInlineConfiguration['test']>;

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
  'service/hostile',
  'service/model',
  'service/main-thread',
  'service/hostile-requests',
  'service/crash',
  'cli/move-by-backup',
  'service/database-server',
  'store/migrations/migrations',
  'store/migrations/older-schema',
  'service/instances',
  'cli/move',
  'sending/instances',
  'cli/import-memory',
  'sending/smtp-faults-deferred',
  'sending/smtp-faults',
  'feed/hostile',
  'http/docs/reference',
  'http/docs/reference-commands',
  'demo/command',
  'service/main-thread-requests',
  'calendar/reminder-crash',
  'client/replica-changes',
  'mail/importing',
  'webhooks/instances',
  'cli/import-faults',
  'cli/hostile-backup',
  'feed/feed',
  'service/soak',
  'service/stopping',
  'service/operations',
  'sending/crash',
  'cli/web-app',
  'http/load/unread-answers',
  'store/sqlite/search-far-back',
  'mail/hostile-mail',
  'webhooks/killed-receiver',
  'generators/clients',
  'mail/large-texts',
  'cli/import',
  'cli/backup',
];

// Tests that come to no database, or to one for which its engine makes no difference, run once.
const plain = [
  'test/protocols/**/*.test.ts',
  'test/values/**/*.test.ts',
  'test/web/*.test.ts',
  'test/generators/*.test.ts',
  'test/web/*/*.test.ts',
  'test/mail/quotes/*.test.ts',
  ...[
    'accounts/servers',
    'architecture',
    'calendar/recurrence',
    'calendar/recurrence-model',
    'calendar/series',
    'calendar/series-faults',
    'cli/command-line',
    'cli/import-memory',
    'cli/output',
    'cli/web-app',
    'client/endpoints',
    'client/imports',
    'client/replica-position',
    'client/package',
    'demo/command',
    'demo/days',
    'docs',
    'feed/counts-notifier',
    'feed/hostile',
    'feed/memory',
    'http/compression',
    'http/docs/openapi',
    'http/docs/reference',
    'http/docs/reference-commands',
    'http/docs/schemas',
    'http/hosts-and-rates',
    'http/load/anonymous',
    'http/load/connections',
    'http/load/request-bounds',
    'http/load/sender-turns',
    'http/load/turns',
    'http/load/unread-answers',
    'http/origins',
    'http/request-parts',
    'http/web-app',
    'mail/html-turns',
    'mail/mail-page',
    'mail/previews/preview',
    'mail/replies',
    'mail/mail-styles',
    'mail/matched-tags',
    'mail/safe-html',
    'mail/slow-styles',
    'sending/envelope',
    'sending/message-check',
    'service/hostile-requests',
    'service/main-thread-requests',
    'store/engine/fair-queue',
    'store/engine/write-turns',
    'sync/merge',
  ].map(testFile),
];

// Tests with a configuration of their own: against mail servers, in a browser, and of the commands of the documentation.
const separate = ['test/peers/**', 'test/browser/**', 'test/docs/**'];

// Tests of what only SQLite has: a file that is copied, damaged, locked, or on a full disk; how its index is asked.
const sqliteOnly = ['test/store/sqlite/*.test.ts', ...['cli/backup', 'cli/restore'].map(testFile)];

// Tests of what needs a PostgreSQL server whatever the engine: several instances on one database, records that go from
// a folder to a server and back, and what the server itself says about the statements it gets.
const postgresOnly = [
  'test/store/postgres/*.test.ts',
  ...[
    'calendar/reminder-instances',
    'cli/move',
    'cli/move-by-backup',
    'sending/instances',
    'service/database-server',
    'service/instances',
    'webhooks/instances',
    'webhooks/locked-user',
  ].map(testFile),
];

// A test that measures how long the main thread of a service is held runs after all others, for both engines at once:
// while the machine is busier than that, more work waits for each turn of the event loop.
const last = ['service/hostile-clients'].map(testFile);

/** The longest files first, so that none is left at the end; engine by engine, since only files of one share a process. */
class EngineByEngine extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) => {
      const length = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
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
    setupFiles: ['test/support/seed.ts', 'test/support/after-file.ts'],
    experimental: { viteModuleRunner: false }, // Node loads the code as it does in service, without a transformation
    maxWorkers: 3,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      { extends: true, test: { name: 'plain', include: plain, globalSetup: ['test/support/global-program.ts'] } },
      ...engines
        .filter((engine) => stores.includes(engine))
        .flatMap((engine) => [
          projectOf(engine, engine, {
            include: ['test/**/*.test.ts'],
            exclude: [...plain, ...separate, ...last, ...(engine === 'sqlite' ? postgresOnly : sqliteOnly)],
          }),
          projectOf(`${engine}-last`, engine, {
            include: last,
            maxWorkers: 2,
            sequence: { groupOrder: 1 },
          }),
        ]),
    ],
  },
});

function projectOf(name: string, engine: (typeof engines)[number], options: ProjectTestOptions) {
  const globalSetup = [
    'test/support/global-program.ts',
    ...(engine === 'postgres' ? ['test/support/global-postgres.ts'] : []),
  ];
  return { extends: true as const, test: { ...options, name, env: { DAYBOOK_TEST_ENGINE: engine }, globalSetup } };
}

/** A test file by its place in test/; a name that leads to none would silently run the file in the wrong projects. */
function testFile(name: string): string {
  const file = `test/${name}.test.ts`;
  if (!existsSync(file)) throw new Error(`vitest.config.ts names ${file}, which does not exist.`);
  return file;
}
