import { defineConfig } from 'vitest/config';
import { PATIENCE } from './test/support/patience.ts';

// Tests in a real browser, for machines that have Chromium: npx vitest run --config vitest.browser.config.ts
// A file for the counts of the run, for those who tally them.
const report = process.env.DAYBOOK_TEST_REPORT;

export default defineConfig({
  test: {
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    include: ['test/browser/**/*.browser.test.ts'],
    pool: 'forks',
    isolate: false, // each file has its own service; those of a process share a browser, and start sooner
    maxWorkers: 3, // on two cores, because they also wait: for what is saved after a pause, or for a connection
    globalSetup: ['test/support/global-program.ts', 'test/support/web-app-setup.ts'],
    setupFiles: ['test/support/after-file.ts'],
    // On a busy machine Chromium stops drawing for a while now and then, and a press gets lost. What fails twice is broken.
    retry: 1,
    testTimeout: 240_000,
    hookTimeout: 600_000,
    // What a page shows or saves a moment later is waited for, however busy the machine is.
    expect: { poll: { timeout: PATIENCE } },
  },
});
