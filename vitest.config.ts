import { defineConfig } from 'vitest/config';

// A file for the counts of the run, for those who tally them.
const report = process.env.DAYBOOK_TEST_REPORT;

// Tests run in as many processes as the machine has cores; each starts its own service on a free port.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**'],
    pool: 'forks',
    maxWorkers: 2,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
