import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A test in which webhooks are stored as fast as the disk takes them: beside others it would measure the disk. */
const alone = ['test/program/hostile/giant.test.ts'];

/** What takes longest, first: else it would be alone at the end. */
const longest = [
  'console/first-minute',
  'inbox/postgres/postgres',
  'several-processes',
  'collector-trouble',
  '/torture',
  'shared-torture',
  'notify/alerts',
  'notify/callbacks',
  'power-cuts/power-cuts',
  'start/watch-mappings',
  'console/bench-everyday',
  'start/live-sources',
  'start/admin-surface',
  'store/shared-holds',
  'doctor/destination',
  'simulation/mutants',
  'golden/golden',
  'mapping/huge-files',
  'init/init',
  'inbox/move/moving',
  'simulation/seeds',
  'failure-table',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex(name => moduleId.includes(`${name}.test.ts`));
      return found === -1 ? longest.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    // What is waited for comes soon; on a busy machine it comes later, and only what never comes is a fault.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    // Node removes the types itself, so vitest neither transforms the files nor passes them on to the processes.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: [
      './test/inbox/postgres/server-of-the-run.ts',
      './test/console/chromium-of-the-run.ts',
      './test/simulation/bundle-of-the-run.ts',
    ],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/closing-line.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          // Many tests mostly wait, for time limits and for processes; meanwhile the others use the processors.
          maxWorkers: 6,
          // A process of its own for each file would cost more than many of them do.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
