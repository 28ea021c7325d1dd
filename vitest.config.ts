import { defineConfig } from 'vitest/config';

/** Tests that mostly wait, for time limits and for processes to start and end: more of them at once disturb nobody. */
const waiting = [
  'test/cli/doctor/*.test.ts',
  'test/cli/start/{admin-surface,tls,watch-mappings}.test.ts',
  'test/deploy/**/*.test.ts',
  'test/inbox/postgres/{outages,silent-start,taking-over,versions}.test.ts',
  'test/program/{hostile,notify,process,store,traces}/*.test.ts',
  'test/program/{shared-torture,torture}.test.ts',
  'test/sharing/*.test.ts',
];
const all = ['test/**/*.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // What is waited for comes soon; on a busy machine it comes later, and only what never comes is a fault.
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default', './test/closing-line.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'waiting', include: waiting, maxWorkers: 4, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: { name: 'working', include: all, exclude: waiting, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
