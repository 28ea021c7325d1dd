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
  const evaluation = await evaluateYaml(`${fieldMapping(rule)}tests:\n${tests.join('')}`, {
    payload: { v: value },
  });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, message }) => (code === 'mapping/ambiguous-value' ? [message] : []));
}

const match = `{from: '$match(v, /[\\d.,]+/)[0].match', as: number, decimal: ","}`;
const digits = `{from: '$replace(v, /[^0-9,.]/, "")', as: number, decimal: ","}`;
const without = `{from: '$replace(v, " €", "")', as: number, decimal: ",", format: "1234,#"}`;
const point = `{from: v, as: number, decimal: "."}`;

describe('a number that is written in another way than in every sample', () => {
  it.each([
    [match, ['bis 410.000 EUR'], 'bis 410.000 CHF', 'its currency is CHF'],
    [match, ['bis 410.000 EUR'], 'bis 0,4 Mio EUR', '"Mio" is beside it'],
    [match, ['bis 410.000 EUR'], 'bis 410 TEUR', '"TEUR" is beside it'],
    [match, ['bis 410.000 EUR'], 'bis 410 Tsd. EUR', '"TEUR" is beside it'],
    [match, ['bis 410.000 EUR'], 'ab 410.000 EUR', '"ab" limits it'],
    [match, ['410.000 EUR'], 'mindestens 410.000 EUR', '"ab" limits it'],
    [match, ['410.000 EUR'], 'maximal 410.000 EUR', '"bis" limits it'],
    [match, ['410.000 EUR'], 'über 410.000 EUR', '"ab" limits it'],
    [match, ['410.000 €'], '410.000 $', 'its currency is USD'],
    [match, ['410.000 €', '380.000 Euro'], '410.000 Franken', 'its currency is CHF'],
    [match, ['900 EUR'], '900 EUR pro Woche', '"Woche" is beside it'],
    [match, ['900 EUR'], '900 EUR jährlich', '"Jahr" is beside it'],
    [match, ['85 qm'], '900 sqft', '"sqft" is beside it'],
    [digits, ['900 €'], '800-1000 €', 'more than one number'],
    [digits, ['900 €'], '800 – 950 €', 'more than one number'],
    [digits, ['900 €'], '800 bis 1000 €', 'more than one number'],
    [digits, ['900 €'], '1,2 Tsd €', '"TEUR" is beside it'],
    [digits, ['410.000 €'], '0,45 Mio €', '"Mio" is beside it'],
    [digits, ['410.000 €'], '450.000 CHF', 'its currency is CHF'],
    [digits, ['900 €'], 'ab 900 €', '"ab" limits it'],
    [digits, ['900 €'], '900 USD', 'its currency is USD'],
    [without, ['1.250 €'], '1,250 €', 'three digits stand behind'],
    [without, ['1.250 €', '980 €'], '2,400 €', 'three digits stand behind'],
    [without, ['1.250,50 €'], '1,250 €', 'three digits stand behind'],
    [point, ['380000'], '380.000', 'three digits stand behind'],
    [point, ['380,000', '85.5'], '380.000', 'three digits stand behind'],
    [match, ['90 Minuten'], '2 Stunden', '"Stunde" is beside it'],
    [match, ['90 Minuten'], '90 Sekunden', '"Sekunde" is beside it'],
    [match, ['90 Minuten'], '90 Seiten', '"Seite" is beside it'],
    [match, ['90 Minuten'], '90 pro Quartal', '"Quartal" is beside it'],
    [match, ['7 km'], '7500 m', '"m" is beside it'],
    [match, ['7 km'], '8 mi', '"mi" is beside it'],
    [match, ['70 kg'], '154 lb', '"lb" is beside it'],
    [match, ['3 Monate'], '3 Jahre', '"Jahr" is beside it'],
  ])('is told: %s of %j: %j', async (rule, samples, value, says) => {
    const [doubt, ...others] = await doubtsOf(rule, samples, value);
    expect(doubt).toContain(says);
    expect(others).toEqual([]);
    // A sample of the kind confirms it.
    expect(await doubtsOf(rule, [...samples, value], value)).toEqual([]);
    for (const each of samples) expect(await doubtsOf(rule, samples, each)).toEqual([]);
  });

  it.each([
    [match, ['bis 410.000 EUR'], 'bis 1.200.000 EUR'],
    [match, ['bis 410.000 EUR'], 'höchstens 410.000 Euro'],
    [match, ['90 Minuten'], '60 Min'],
    [match, ['90 min'], '60 Minuten'],
    [match, ['2 Stunden'], '3 h'],
    [match, ['7 km'], '8 Kilometer'],
    [match, ['410.000 EUR'], '410.000 €'],
    [match, ['410.000'], '410.000 EUR'],
    [match, ['410.000 EUR'], '410.000 EUR inkl. Stellplatz'],
    [digits, ['900 €'], '1.250,50 €'],
    [digits, ['900 €'], '1 250 €'],
    [without, ['1.250 €'], '980 €'],
    [without, ['1.250 €'], '1.250,50 €'],
    [without, ['980 €'], '1.250 €'],
    [point, ['0.125'], '0.250'],
    [point, ['1.125'], '2.250'],
    [point, ['380000'], '380000.50'],
    [`{from: v, as: number, decimal: ".", because: of the scale}`, ['380000'], '380.000'],
  ])('is not told: %s of %j: %j', async (rule, samples, value) => {
    expect(await doubtsOf(rule, samples, value)).toEqual([]);
  });
});
