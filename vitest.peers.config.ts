import { defineConfig } from 'vitest/config';

// Tests against Dovecot and Exim, and readings of mail against Python's, for machines that have them:
// npm run test:peers
// A file for the counts of the run, for those who tally them.
const report = process.env.DAYBOOK_TEST_REPORT;
const stores = (process.env.STORES ?? 'sqlite,postgres').split(',').map((word) => word.trim());

export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    pool: 'forks',
    setupFiles: ['test/support/after-file.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    projects: stores.map((engine) => ({
      extends: true as const,
      test: {
        name: engine,
        // The kills while mail is sent, of which npm test does one round, are repeated here.
        include: ['test/peers/*.test.ts', ...(engine === 'sqlite' ? ['test/sending-crash.test.ts'] : [])],
        // Only a database server can have several instances on it; readings of messages come to no database.
        exclude: [engine === 'postgres' ? 'test/peers/mail-reading.test.ts' : 'test/peers/instances.test.ts'],
        env: { DAYBOOK_TEST_ENGINE: engine, DAYBOOK_TEST_KILL_ROUNDS: '10' },
        globalSetup: engine === 'postgres' ? ['test/support/global-postgres.ts'] : [],
      },
    })),
  },
});
