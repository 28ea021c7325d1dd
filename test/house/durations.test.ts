import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The minimum duration in a comparison: a slow or busy machine may exceed a shorter one. */
const leastLimitMs = 9_000;
/** The minimum wait of a poll, as in the config of the tests. */
const leastPollMs = 60_000;

/** The reasons why a file may compare a duration with less. */
const exceptions: Readonly<Record<string, string>> = {
  'test/program/metrics/metrics.test.ts': 'a time of day may differ by 60, and that is seconds',
  'test/server/health/loop-delay.test.ts': 'the delay itself is tested: it falls to the length of its sample',
};

const files = globSync('test/**/*.ts', { cwd: root })
  .filter(file => file !== 'test/house/durations.test.ts')
  .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Returns the places where a number that the pattern finds is less than it may be. */
function placesBelow(least: number, pattern: RegExp): readonly string[] {
  return files
    .filter(({ file }) => !Object.hasOwn(exceptions, file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(pattern)]
        .filter(([, number = '']) => Number(number.replaceAll('_', '')) < least)
        .map(({ 0: found, index }) => `${file}:${text.slice(0, index).split('\n').length}: ${found}`),
    );
}

describe('no test fails on a slow or busy machine', () => {
  it('since a duration is compared only with a large limit; expensive work is counted', () => {
    const measured = String.raw`(?:performance\.now|cpuUsage|CpuUsage|hrtime|Date\.now|\w*(?:[mM]s|Seconds|seconds)\b)`;
    const pattern = new RegExp(
      String.raw`expect(?:\s*\.poll)?\([^;]{0,80}${measured}[^;]{0,80}\)\s*\.toBeLessThan(?:OrEqual)?\(([\d_]+)\)`,
      'g',
    );
    expect(placesBelow(leastLimitMs, pattern)).toEqual([]);
  });

  it('since each wait has at least the timeout in the config of the tests', () => {
    expect(placesBelow(leastPollMs, /\.poll\([^;]*?\btimeout: ([\d_]+)/g)).toEqual([]);
    expect(placesBelow(leastPollMs, /, \{\s*timeout: ([\d_]+),?\s*\}, (?:async )?\(/g)).toEqual([]);
    // The default timeout of `waitFor` is one second.
    expect(placesBelow(leastPollMs, /vi\.waitFor\((?:[^;]*?timeout: ([\d_]+)|)/g)).toEqual([]);
  });
});
