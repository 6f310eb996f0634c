import { defineConfig } from 'vitest/config';

// Tests run in as many processes as the machine has cores; each starts its own service on a free port.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
