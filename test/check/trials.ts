import { checkTrials } from '../../src/check/data/check-trials.ts';
import type { Trial } from '../../src/check/data/trial.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Mapping } from '../../src/mapping/mapping.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { readTest } from '../../src/mapping/tests/read-test.ts';

/** Returns a mapping with these lines of `set` below `id`, further keys of the file, and tests. */
export function mappingOf(
  lines: readonly string[],
  { name = 'notes', head = '', id = 'customer', tests = [] as readonly unknown[] } = {},
): Mapping {
  const listed = tests.map((payload, index) => ({ name: `test ${index + 1}`, payload, expect: [] }));
  const text = `source: website
destination: salon
operation: updateCustomer
${head}
set:
  id: ${id}
${lines.map(line => `  ${line}`).join('\n')}
tests: ${JSON.stringify(listed)}
`;
  const { mapping, diagnostics } = parseMapping(`mappings/${name}.yaml`, text, {
    readFile: () => {
      throw new Error('no files here');
    },
  });
  if (!mapping) throw new Error(JSON.stringify(diagnostics));
  return mapping;
}

/** Returns the trials of a mapping's tests. */
export async function samplesOf(mapping: Mapping): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const test of mapping.tests) {
    const read = await readTest(undefined, test);
    for (const each of read.kind === 'read' ? read.events : []) {
      const event = { id: 'test', source: mapping.source, receivedAt: '2026-01-01T12:00:00.000Z' };
      trials.push({ input: { ...each, event }, test: { mapping: mapping.name, name: test.name } });
    }
  }
  return trials;
}

/** Returns stored events with these payloads. */
export function storedOf(...payloads: readonly unknown[]): Trial[] {
  return payloads.map((payload, index) => ({
    input: {
      payload,
      answers: undefined,
      headers: {},
      query: {},
      body: payload,
      event: { id: `evt_${index + 1}`, source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
    },
  }));
}

/** Checks a mapping with its own tests and these stored events. */
export async function checkWith(mapping: Mapping, stored: readonly Trial[] = []): Promise<Diagnostic[]> {
  return checkTrials(mapping, [...(await samplesOf(mapping)), ...stored]);
}

/** Returns each diagnostic as `severity code path`. */
export function brief(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ severity, code, path }) => [severity, code, path].filter(Boolean).join(' '));
}
