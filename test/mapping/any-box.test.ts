import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

/** Returns the warnings about an event of a mapping with samples. */
async function warningsOf(
  rule: string,
  samples: readonly unknown[],
  value: unknown,
  key = 'newsletter',
): Promise<readonly string[]> {
  const tests = samples.map(
    (each, at) => `  - {name: "s${at}", payload: ${JSON.stringify({ v: each })}, skips: true}\n`,
  );
  const text = fieldMapping(rule).replace('    f:', `    ${key}:`);
  const evaluation = await evaluateYaml(`${text}tests:\n${tests.join('')}`, { payload: { v: value } });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, message }) => (code === 'mapping/new-branch' ? [message] : []));
}

const both = ['Newsletter', 'Fotos dürfen gezeigt werden'];

describe('a consent for any ticked box', () => {
  it.each([
    ["'$exists(v)'", [both], [both[1]]],
    ["'$count(v) > 0'", [both], [both[1]]],
    ["'$boolean(v)'", [both], ['Fotos']],
    ["'v ? true : false'", [both], [both[1]]],
    ['\'$exists(v) ? "ja" : "nein"\'', [both], ['SMS']],
    ["'$exists(v)'", [[both[0]]], both],
    ['\'$count(v) >= 1 ? "true" : "false"\'', [both, [both[0]]], [both[1]]],
  ])('is told for %s: %j and %j', async (rule, samples, value) => {
    const [warning, ...others] = await warningsOf(rule, samples, value);
    expect(warning).toContain('the rule says yes, whatever is ticked at v');
    expect(others).toEqual([]);
    expect(await warningsOf(rule, [...samples, value], value)).toEqual([]);
  });

  it.each([
    ["'$exists(v)'", [both], [...both].toReversed()],
    ["'$exists(v)'", [[both[0]]], [both[0]]],
    ["'$exists(v)'", ['2026-03-02'], '2026-03-04'],
    [`'"Newsletter" in v'`, [both], ['Newsletter']],
    [`{from: '$exists(v)', because: each box is a yes}`, [both], [both[1]]],
  ])('is not told for %s: %j and %j', async (rule, samples, value) => {
    expect(await warningsOf(rule, samples, value)).toEqual([]);
  });

  it('is not told for another field', async () => {
    expect(await warningsOf("'$exists(v)'", [both], [both[1]], 'hobbies.known')).toEqual([]);
  });
});
