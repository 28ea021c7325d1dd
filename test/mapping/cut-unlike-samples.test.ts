import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

/** Returns the doubts about an event of a mapping with samples. */
async function doubtsOf(
  rule: string,
  samples: readonly unknown[],
  value: unknown,
): Promise<readonly string[]> {
  const tests = samples.map(
    (each, at) => `  - {name: "s${at}", payload: ${JSON.stringify({ v: each })}, skips: true}\n`,
  );
  const text = `${fieldMapping(`'${rule}'`)}tests:\n${tests.join('')}`;
  const evaluation = await evaluateYaml(text, { payload: { v: value } });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, message }) => (code === 'mapping/ambiguous-value' ? [message] : []));
}

describe('an expression that takes another kind of part of a text than in every sample', () => {
  it.each([
    ['$match(v, /[0-9]+/)[0].match', ['45 Min'], '1,5 Stunden', 'leaves out a number'],
    ['$match(v, /[0-9]+/)[0].match', ['45 Min'], 'Stufe 2 / 45 Min', 'leaves out a number'],
    ['$match(v, /[0-9]+/)[0].match', ['45 Min', '90 Min'], '30-45 Min', 'leaves out a number'],
    ['$substringAfter(v, ":")', ['00:45'], '01:15', 'leaves out a number'],
    ['$substringBefore(v, " ")', ['60 Minuten'], '2 x 45 Minuten', 'leaves out a number'],
    ['$number($substringBefore(v, " "))', ['60 Minuten'], '1 1/2 Stunden', 'leaves out a number'],
    ['$split(v, " ")[0]', ['5 kg'], '5 kg 300 g', 'leaves out a number'],
    ['$replace(v, /[^0-9].*/, "")', ['80 kg'], '80,5 kg', 'leaves out a number'],
    ['$substringBefore(v, ",")', ['80 kg, nüchtern'], '80,5 kg', 'leaves out a number'],
    ['$split(v, "-")[0]', ['Gruppe A-Montag'], '10-12 Jahre', 'leaves out a number'],
    ['$substringBefore(v, "/")', ['Anna/Mutter'], '0664/1234567', 'leaves out a number'],
    ['$substring(v, 0, 1)', ['B', 'A - Motorrad'], 'BE', 'inside of a word'],
    ['$substring(v, 0, 2)', ['de', 'de-AT'], 'german', 'inside of a word'],
    ['$substring(v, 0, 2)', ['L2', 'L3 (oben)'], 'L10', 'inside of a word'],
    ['$substring(v, 0, 3)', ['100', '250 ml'], '1000 ml', 'inside of a word'],
    ['$substring(v, 0, 3)', ['Rot', 'Rot/Blau'], 'Rotbraun', 'inside of a word'],
    ['$substring(v, -1)', ['Größe M', 'Größe L'], 'Größe XL', 'inside of a word'],
    ['$match(v, /[A-C]/)[0].match', ['Klasse B'], 'Klasse BE', 'inside of a word'],
    ['$substringBefore(v, "s")', ['5 s'], 'Dressing 5 s', 'leaves out a number'],
    ['$split(v, "e")[0]', ['4 e'], 'Weste', 'inside of a word'],
    ['$uppercase($substring(v, 0, 1))', ['B'], 'BE', 'inside of a word'],
    ['$split(v, " / ")[1]', ['Klavier / Stufe C / 45 Min'], 'Klavier / 45 Min', 'part 2 of'],
    [
      '$split(v, ", ")[1]',
      ['Hauptstraße, Wien'],
      'Hof, Hauptstraße, Wien',
      'which has 3 parts; the samples have 2',
    ],
    ['$trim($split(v, ";")[2])', ['a;b;c'], 'a;b;c;d', 'part 3 of'],
    ['$split(v, "||")[0]', ['Pilates'], 'Hatha Yoga||Spinning', 'part 1 of'],
    ['$split(v, "\\n")[0]', ['Pilates'], 'Hatha Yoga\nSpinning', 'part 1 of'],
    ['$split(v, ", ")[-1]', ['Pilates'], 'Hatha Yoga, Spinning', 'last part of'],
  ])('%s of %j: %j', async (rule, samples, value, says) => {
    const [doubt, ...others] = await doubtsOf(rule, samples, value);
    expect(doubt).toContain(says);
    expect(others).toEqual([]);
    // A sample of the kind confirms it.
    expect(await doubtsOf(rule, [...samples, value], value)).toEqual([]);
    for (const each of samples) expect(await doubtsOf(rule, samples, each)).toEqual([]);
  });

  it.each([
    ['$match(v, /[0-9]+/)[0].match', ['45 Min'], '60 Minuten'],
    ['$substring(v, 0, 10)', ['2026-03-01T00:00:00'], '2026-03-02T10:15:00'],
    ['$substringBefore(v, "@")', ['eva@example.com'], 'eva.maria7@example.com'],
    ['$substringAfter(v, "@")', ['eva@example.com'], 'eva99@example.com'],
    ['$split(v, "/")[4]', ['https://a.test/x/c'], 'https://a2.test/x/c'],
    ['$replace(v, ",", ".")', ['1'], '1,5'],
    ['$replace(v, " ", "")', ['0664'], '0664 12 34'],
    ['$number($replace(v, ",", "."))', ['1'], '01,50'],
    ['$number($substringBefore(v, ":")) * 60 + $number($substringAfter(v, ":"))', ['00:45'], '01:15'],
    ['$substring(v, 0, 30)', ['Kurz'], 'Ein Satz mit vielen Wörtern, der nicht passt'],
    ['$substring(v, 0, 1)', ['Eva'], 'Maria'],
    ['$split(v, ", ")[0]', ['Rot, Blau'], 'Grün, Gelb'],
    ['$split(v, ", ")[0]', ['Rot, Blau'], 'Grün'],
    ['$split(v, " / ")[1]', ['a / b', 'a / b / c'], 'x / y / z'],
  ])('%s of %j: %j is no doubt', async (rule, samples, value) => {
    expect(await doubtsOf(rule, samples, value)).toEqual([]);
  });
});
