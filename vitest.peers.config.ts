import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests against Dovecot, Exim and nginx, and readings of mail against Python's, for machines that have them:
// npm run test:peers
// A file for the counts of the run, for those who tally them.
const report = process.env.DAYBOOK_TEST_REPORT;
const stores = (process.env.STORES ?? 'sqlite,postgres').split(',').map((word) => word.trim());

// The files with repeated kills and with a large mailbox take longest, and begin first.
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/(crash|large-mailbox)\.test\.ts$/.test(moduleId);
    return (await super.sort(files)).sort((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    pool: 'forks',
    setupFiles: ['test/support/after-file.ts'],
    maxWorkers: 3, // one more than the cores of a small machine: most tests wait for a server
    testTimeout: 400_000,
    hookTimeout: 400_000,
    projects: stores.map((engine) => ({
      extends: true as const,
      test: {
        name: engine,
        // The kills while mail is sent, of which npm test does one round, are repeated here.
        include: ['test/peers/*.test.ts', ...(engine === 'sqlite' ? ['test/sending/crash.test.ts'] : [])],
        // Only a database server can have several instances on it; readings of messages and recurrence rules come to no database.
        exclude:
          engine === 'postgres'
            ? ['mail-reading', 'charset-tables', 'recurrence'].map((name) => `test/peers/${name}.test.ts`)
            : ['test/peers/instances.test.ts'],
        env: { DAYBOOK_TEST_ENGINE: engine, DAYBOOK_TEST_KILL_ROUNDS: process.env.DAYBOOK_TEST_KILL_ROUNDS ?? '5' },
        globalSetup: [
          'test/support/global-program.ts',
          ...(engine === 'postgres' ? ['test/support/global-postgres.ts'] : []),
        ],
      },
    })),
  },
});
