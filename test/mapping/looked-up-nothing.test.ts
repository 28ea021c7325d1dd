import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function notesOf(rule: string, samples: readonly unknown[], value: unknown) {
  const tests = samples.map(
    (each, at) => `  - {name: "s${at}", payload: ${JSON.stringify({ v: each })}, skips: true}\n`,
  );
  const evaluation = await evaluateYaml(`${fieldMapping(rule)}tests:\n${tests.join('')}`, {
    payload: { v: value },
  });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, message }) => (code === 'mapping/new-branch' ? [message] : []));
}

const lookup = `'$lookup({"de": "Deutsch", "fr": "Français", "1": "Eins"}, v)'`;

describe('an answer that the object of a $lookup does not have', () => {
  it.each([['DE'], ['en'], ['Deutsch']])('is told, since nothing is sent: %j', async value => {
    const [note, ...others] = await notesOf(lookup, ['de', 'fr'], value);
    expect(note).toContain('the object of $lookup does not have it, so nothing is sent');
    expect(others).toEqual([]);
    expect(await notesOf(lookup, ['de', value], value)).toEqual([]);
  });

  it.each<[string, readonly unknown[], unknown]>([
    [lookup, ['de'], 'fr'],
    [lookup, ['de'], ''],
    [lookup, ['de'], null],
    [`{from: ${lookup}, because: other languages are left out}`, ['de'], 'en'],
    [`'$lookup(v, "de")'`, [{ de: 'a' }], { en: 'b' }],
  ])('is not told for %s: %j and %j', async (rule, samples, value) => {
    expect(await notesOf(rule, samples, value)).toEqual([]);
  });
});
