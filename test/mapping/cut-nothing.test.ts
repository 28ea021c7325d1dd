import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

/** Returns the warnings about an event of a mapping with samples, in which nothing is found. */
async function lossesOf(
  from: string,
  samples: readonly unknown[],
  value: unknown,
): Promise<readonly string[]> {
  const tests = samples.map(
    (each, at) => `  - {name: "s${at}", payload: ${JSON.stringify({ v: each })}, skips: true}\n`,
  );
  const text = `${fieldMapping(JSON.stringify(from))}tests:\n${tests.join('')}`;
  const evaluation = await evaluateYaml(text, { payload: { v: value } });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, severity, message }) =>
    code === 'mapping/new-branch' && severity === 'warning' ? [message] : [],
  );
}

const grams = '$match(v, /([0-9]+) g/)[0].groups[0]';
const euros = '$match(v, /[0-9]+,[0-9]+/)[0].match';
const name = '$match(v, /^([^0-9]+) [0-9]/)[0].groups[0]';
const second = '$split(v, ", ")[1]';
const after = '$match(v.text, /Chip: (\\d+)/)[0].groups[0]';

describe('an expression that finds nothing in a text, unlike in every sample', () => {
  it.each<readonly [string, readonly unknown[], unknown]>([
    [grams, ['Bitte 250 g Futter'], '250g'],
    [grams, ['Bitte 250 g Futter'], '250 Gramm'],
    [grams, ['Bitte 250 g Futter'], '0,5 kg'],
    [grams, ['250 g', '300 g'], 'eine Handvoll'],
    [grams, ['250 g'], 'zweihundert g'],
    [grams, ['250 g'], '250 ml'],
    [grams, ['250 g'], 'g 250'],
    [euros, ['89,50 €'], '8950 €'],
    [euros, ['89,50 €'], '89.50 €'],
    [euros, ['89,50 €', '12,00 €'], '90 €'],
    [euros, ['89,50 €'], 'kostenlos'],
    [name, ['Petra Kern 0151'], 'Petra Kern'],
    [second, ['Balu, Labrador'], 'Balu; Labrador'],
    [second, ['Balu, Labrador'], 'Balu'],
    [second, ['Balu, Labrador'], 'Balu / Labrador'],
    [second, ['Balu, Labrador'], 'Balu,Labrador'],
    [after, [{ text: 'Chip: 123' }], { text: 'Chip 123' }],
    [after, [{ text: 'Chip: 123' }], { text: 'Chipnummer: 123' }],
    [after, [{ text: 'Chip: 123' }], { text: 'chip: 123' }],
    [after, [{ text: 'Chip: 123' }], { text: 'kein Chip' }],
  ])('is told: %s of %j: %j', async (from, samples, value) => {
    expect(await lossesOf(from, samples, value)).toHaveLength(1);
    expect(await lossesOf(from, [...samples, value], value)).toEqual([]);
  });

  it.each<readonly [string, readonly unknown[], unknown]>([
    [grams, ['250 g'], '300 g'],
    [grams, ['250 g'], ''],
    [grams, ['250 g'], '–'],
    [grams, ['250 g'], null],
    [grams, ['250 g', 'nichts'], 'wenig'],
    [grams, ['nichts'], 'wenig'],
    [second, ['Balu, Labrador', 'Rex'], 'Bella'],
    [`$contains(v, "g") ? ${grams}`, ['250 g'], 'wenig'],
    ['v', ['250 g'], ''],
    [after, [{ text: 'Chip: 123' }], {}],
  ])('is not told: %s of %j: %j', async (from, samples, value) => {
    expect(await lossesOf(from, samples, value)).toEqual([]);
  });
});
