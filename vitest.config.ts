import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that mostly wait, for time limits and for processes to start and end: more of them at once disturb nobody. */
const waiting = [
  'test/booking/client.test.ts',
  'test/cli/{demo,doctor}/*.test.ts',
  'test/cli/init/init-console.test.ts',
  'test/cli/on-postgres.test.ts',
  'test/cli/start/{admin-surface,config-versions,live-sources,outcome-answers}.test.ts',
  'test/cli/start/{secret-files,start,tls,watch-mappings}.test.ts',
  'test/console/*.test.ts',
  'test/deploy/**/*.test.ts',
  'test/inbox/postgres/*.test.ts',
  'test/program/**/*.test.ts',
  'test/sharing/*.test.ts',
];
/** A test in which webhooks are stored as fast as the disk takes them: beside others it would measure the disk. */
const alone = ['test/program/hostile/giant.test.ts'];
const all = ['test/**/*.test.ts'];

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
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    globalSetup: ['./test/inbox/postgres/server-of-the-run.ts', './test/console/chromium-of-the-run.ts'],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/closing-line.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'waiting',
          include: waiting,
          exclude: alone,
          maxWorkers: 5,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'working',
          include: all,
          exclude: [...waiting, ...alone],
          // A process of its own for each file would cost more than many of them do.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
