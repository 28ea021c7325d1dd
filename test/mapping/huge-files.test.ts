import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.ts';
import { printDiagnostics } from '../../src/diagnostics/print.ts';
import { readMappingsInSteps } from '../../src/mapping/folder.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { startCounting } from '../count-calls.ts';
import { hugeFiles } from './huge-files.ts';

const sizes = [0.05, 0.14];

let counting: ReturnType<typeof startCounting>;
/** The files of each size, as they were read. */
const reads = new Map<string, ReturnType<typeof read>>();
beforeAll(() => {
  // Before the counting, which makes everything slower.
  for (const text of sizes.flatMap(size => Object.values(hugeFiles(size)))) reads.set(text, read(text));
  counting = startCounting();
});
afterAll(() => counting.stop());

const noFiles = { readFile: () => Buffer.from('{}') };

const surroundingsOf = (text: string) => ({
  lookAt: (real: string) => ({ real, names: ['m.yaml'], folders: [] }),
  realPath: (path: string) => path,
  isFile: () => true,
  readFile: () => Buffer.from(text),
});

const stepsOf = (text: string) => readMappingsInSteps('/m', surroundingsOf(text));

/** Reads a file, and finds the longest step by the clock. */
function read(text: string) {
  const steps = stepsOf(text);
  let longest = { at: 0, ms: 0 };
  for (let at = 0; ; at += 1) {
    const before = performance.now();
    const step = steps.next();
    const ms = performance.now() - before;
    if (ms > longest.ms) longest = { at, ms };
    if (step.done) return { folder: step.value, longestAt: longest.at };
  }
}

/** Counts the functions that run in one of the steps. */
function callsOfStep(text: string, at: number): number {
  const steps = stepsOf(text);
  for (let before = 0; before < at; before += 1) steps.next();
  return counting.callsOf(() => steps.next());
}

describe('a huge mapping file', () => {
  it.each(Object.entries(hugeFiles(1)))('is refused at once with a message: %s', (_name, text) => {
    const calls = counting.callsOf(() => {
      const { folder } = read(text);
      expect(hasErrors(folder.diagnostics)).toBe(true);
      expect(folder.mappings).toEqual([]);
      expect(folder.diagnostics.length).toBeLessThanOrEqual(101);
    });
    expect(calls).toBeLessThan(1_500_000);
  });

  it.each(
    sizes.flatMap(size => Object.entries(hugeFiles(size)).map(([name, text]) => [name, size, text] as const)),
  )('is read or refused in small steps: %s, %d', (_name, _size, text) => {
    const { folder, longestAt } = reads.get(text) ?? read(text);
    expect(folder.diagnostics.filter(each => each.severity === 'error').length).toBeLessThanOrEqual(101);
    const longest = callsOfStep(text, longestAt);
    const printing = counting.callsOf(() =>
      printDiagnostics(folder.diagnostics, () => text, { color: false }),
    );
    expect(longest).toBeLessThan(1_500_000);
    expect(printing).toBeLessThan(5_000);
  });

  it.each(['unknown-keys', 'fields', 'table', 'open-quotes', 'the-same-key', 'tests'])(
    'takes linear time: %s',
    name => {
      const small = hugeFiles(0.025)[name] ?? '';
      const large = hugeFiles(0.1)[name] ?? '';
      const of = (text: string) => counting.callsOf(() => parseMapping('m.yaml', text, noFiles));
      // Four times the size may take four times the work. With quadratic time it would be sixteen times.
      expect(of(large)).toBeLessThan(5 * of(small));
    },
  );

  it('reports the first hundred problems and counts the others', () => {
    const { diagnostics } = parseMapping('m.yaml', hugeFiles(0.1)['unknown-keys'] ?? '', noFiles);
    expect(diagnostics.filter(each => each.code === 'yaml/unknown-key')).toHaveLength(100);
    expect(diagnostics.at(-1)).toMatchObject({ code: 'yaml/more-problems', severity: 'error' });
  });
});
