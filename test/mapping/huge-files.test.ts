import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.ts';
import { printDiagnostics } from '../../src/diagnostics/print.ts';
import { readMappingsInSteps } from '../../src/mapping/folder.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { hugeFiles } from './huge-files.ts';

const noFiles = { readFile: () => Buffer.from('{}') };

/** Milliseconds of processor time, so that other work of the machine does not count. */
function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  return cpuMsSince(before);
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function read(text: string) {
  const surroundings = {
    list: () => ['m.yaml'],
    realPath: (path: string) => path,
    isFile: () => true,
    readFile: () => Buffer.from(text),
  };
  const steps = readMappingsInSteps('/m', surroundings);
  let longestMs = 0;
  for (;;) {
    const before = process.cpuUsage();
    const step = steps.next();
    longestMs = Math.max(longestMs, cpuMsSince(before));
    if (step.done) return { folder: step.value, longestMs };
  }
}

describe('a huge mapping file', () => {
  // The first parse of all takes long.
  for (const text of Object.values(hugeFiles(0.02))) parseMapping('m.yaml', text, noFiles);

  it.each(Object.entries(hugeFiles(1)))('is refused at once, in words: %s', (_name, text) => {
    const used = cpuMs(() => {
      const { folder } = read(text);
      expect(hasErrors(folder.diagnostics)).toBe(true);
      expect(folder.mappings).toEqual([]);
      expect(folder.diagnostics.length).toBeLessThanOrEqual(101);
    });
    expect(used).toBeLessThan(400);
  });

  it.each(
    [0.024, 0.05, 0.1, 0.14].flatMap(size =>
      Object.entries(hugeFiles(size)).map(([name, text]) => [name, size, text] as const),
    ),
  )('is read or refused in small steps: %s, %d', (_name, _size, text) => {
    const { folder, longestMs } = read(text);
    expect(folder.diagnostics.filter(each => each.severity === 'error').length).toBeLessThanOrEqual(101);
    expect(longestMs).toBeLessThan(500);
    const printed = cpuMs(() => printDiagnostics(folder.diagnostics, () => text, { color: false }));
    expect(printed).toBeLessThan(300);
  });

  it.each(['unknown-keys', 'fields', 'table', 'open-quotes', 'the-same-key', 'tests'])(
    'takes about as much longer as it is larger: %s',
    name => {
      const small = hugeFiles(0.03)[name] ?? '';
      const large = hugeFiles(0.12)[name] ?? '';
      const of = (text: string) =>
        Math.min(...[1, 2, 3].map(() => cpuMs(() => parseMapping('m.yaml', text, noFiles))));
      // By the square it would be sixteen times; four times is the size.
      expect(of(large)).toBeLessThan(10 * Math.max(of(small), 5));
    },
  );

  it('tells the first hundred problems and counts the others', () => {
    const { diagnostics } = parseMapping('m.yaml', hugeFiles(0.1)['unknown-keys'] ?? '', noFiles);
    expect(diagnostics.filter(each => each.code === 'yaml/unknown-key')).toHaveLength(100);
    expect(diagnostics.at(-1)).toMatchObject({ code: 'yaml/more-problems', severity: 'error' });
  });
});
