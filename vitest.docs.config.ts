import { defineConfig } from 'vitest/config';

// The commands of the documentation and the files of deploy/, run for real: npm run test:docs
// A file for the counts of the run, for those who tally them.
const report = process.env.DAYBOOK_TEST_REPORT;

export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    include: ['test/docs/*.test.ts'],
    pool: 'forks',
    setupFiles: ['test/support/after-file.ts'],
    maxWorkers: 2,
    maxConcurrency: 3,
    testTimeout: 400_000,
    hookTimeout: 400_000,
  },
});
