import { defineConfig } from 'vitest/config';

// Tests in a real browser, for machines that have Chromium: npx vitest run --config vitest.browser.config.ts
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
