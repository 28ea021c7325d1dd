import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 3,
    // What is waited for comes soon; on a busy machine it comes later, and only what never comes is a fault.
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default', './test/closing-line.ts'],
  },
});
