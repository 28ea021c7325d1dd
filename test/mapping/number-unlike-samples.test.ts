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
  ])('is not told: %s of %j: %j', async (rule, samples, value) => {
    expect(await doubtsOf(rule, samples, value)).toEqual([]);
  });
});

const words = (from: string) => `{from: ${JSON.stringify(from)}, as: number, decimal: ","}`;
const first = words('$match(v, /\\d+/)[0].match');
const allDigits = words('$replace(v, /[^0-9]/, "")');
const beforeBlank = words('$substringBefore(v, " ")');
const ofMinutes = words('$match(v, /(\\d+) Minuten/)[0].groups[0]');

describe('a number with other words around it than in every sample', () => {
  it.each([
    [first, ['90 Minuten pro Woche'], '90 Seiten pro Woche'],
    [first, ['90 Minuten pro Woche'], '90 Prozent'],
    [first, ['90 Minuten pro Woche'], '5 mal pro Woche'],
    [first, ['90 Minuten'], 'keine 90 Minuten'],
    [first, ['90 Minuten'], 'nicht 90 Minuten geübt'],
    [first, ['90 Minuten'], 'neunzig, 3 mal'],
    [first, ['90 Minuten'], '-5 Minuten'],
    [first, ['90 Minuten', '45 Min.'], '2 Std'],
    [first, ['90 Minuten'], '90 Klaviere'],
    [allDigits, ['90 Minuten'], '1,5 Minuten'],
    [allDigits, ['45 Minuten'], '1,5 Stunden'],
    [ofMinutes, ['90 Minuten'], '1.200 Minuten geübt'],
    [ofMinutes, ['90 Minuten'], '90,5 Minuten'],
    [ofMinutes, ['90 Minuten'], 'unter 90 Minuten'],
    [ofMinutes, ['90 Minuten'], 'keine 90 Minuten'],
    [beforeBlank, ['89,50 €'], '89,50 %'],
    [beforeBlank, ['7,5 km'], '7,5 mi'],
    [beforeBlank, ['7,5 km'], '7500 m'],
    [beforeBlank, ['7,5 km'], '7,5 Runden'],
    [words('$number($split(v, " ")[1])'), ['übt 90 Minuten'], 'übt 90 Takte'],
  ])('is told: %s, %j, %s', async (rule, samples, value) => {
    expect(await doubtsOf(rule, samples, value)).toHaveLength(1);
    expect(await doubtsOf(rule, [...samples, value], value)).toEqual([]);
  });

  it.each([
    [first, ['90 Minuten'], '1 Minute'],
    [first, ['90 Minuten'], '60 Min'],
    [first, ['90 Minuten'], '60 min.'],
    [first, ['90 Minuten'], '60'],
    [first, ['60'], '45'],
    [first, ['2 Kinder'], '1 Kind'],
    [first, ['ich bin 34 Jahre alt'], 'ich bin 35 und wohne in Bern'],
    [allDigits, ['AB-12-34'], 'CD-56-78'],
    [beforeBlank, ['89,50 €'], '120 €'],
    [beforeBlank, ['89,50 €', '12 %'], '7 %'],
    [words('$match(v, /-?\\d+/)[0].match'), ['5 Grad'], '-5 Grad'],
  ])('is not told: %s, %j, %s', async (rule, samples, value) => {
    expect(await doubtsOf(rule, samples, value)).toEqual([]);
  });
});

const whatsApp = (body: string) => ({ messages: [{ text: { body } }] });
const listed = (value: string) => ({
  texts: [
    { name: 'x', value: 'y' },
    { name: 'about', value },
  ],
});
const pupil = (about: string) => ({ pupil: { about } });

describe('a number of a text at a position, with a condition or looked up', () => {
  const digitsOf = (subject: string) => words(`$match(${subject}, /\\d+/)[0].match`);
  it.each([
    [digitsOf('v.messages[0].text.body'), whatsApp],
    [digitsOf('v.texts[name = "about"].value'), listed],
    [digitsOf('$lookup(v.pupil, "about")'), pupil],
    [words('$substringBefore($substringAfter(v.texts[1].value, "übt "), " ")'), listed],
  ])('is told: %s', async (rule, of) => {
    const sample = of('übt 90 Minuten');
    for (const text of ['übt 60 bis 90 Minuten', 'übt 2 Stunden', 'übt 90 Seiten'])
      expect(await doubtsOf(rule, [sample], of(text)), text).toHaveLength(1);
    expect(await doubtsOf(rule, [sample], of('übt 60 Minuten'))).toEqual([]);
  });
});

const plain = `'$match(v, /[0-9]+/)[0].match'`;
const onlyDigits = `'$replace(v, /[^0-9]/, "")'`;
const noBlanks = `'$replace(v, " ", "")'`;

describe('a number that means something else by its words', () => {
  it.each([
    [plain, ['37 Grad', '38 Grad'], '98 Grad Fahrenheit', '"Fahrenheit" is beside it'],
    [plain, ['37', '38'], '98 Fahrenheit', '"Fahrenheit" is beside it'],
    [onlyDigits, ['37 °C'], '98 °F', '"°F" stands behind it'],
    [plain, ['12 km', '8 km'], '24 km hin und zurück', '"zurück" stands beside it'],
    [onlyDigits, ['12 km'], '24 km (Hin- und Rückweg)', '"rückweg" stands beside it'],
    [plain, ['12 km'], '24 km aller-retour', '"retour" stands beside it'],
    [plain, ['12 Wochen', '20 Wochen'], '2. Trimester', 'ordinal number'],
    [onlyDigits, ['12', '20'], 'im 2. Trimester', 'ordinal number'],
    [plain, ['1 Kind', '2 Kinder'], '2. Kind', 'ordinal number'],
    [plain, ['1 child', '2 children'], 'my 2nd child', 'ordinal number'],
    [plain, ['3200 g', '3400 g'], '200 g zugenommen', '"zugenommen" stands beside it'],
    [onlyDigits, ['62 kg'], '2 kg abgenommen', '"abgenommen" stands beside it'],
    [plain, ['62 kg'], '2 kg lost', '"lost" stands beside it'],
    [noBlanks, ['3200'], '3200 3400', 'more than one number'],
    [onlyDigits, ['3200'], '3200 3400', 'more than one number'],
    [noBlanks, ['12', '20'], '12 3', 'more than one number'],
  ])('is told by %s: %j and %j', async (rule, samples, value, words) => {
    const [first, ...others] = await doubtsOf(rule, samples, value);
    expect(first).toContain(words);
    expect(others).toEqual([]);
    expect(await doubtsOf(rule, [...samples, value], value)).toEqual([]);
  });

  it.each([
    [plain, ['37 Grad'], '38 Grad Celsius'],
    [plain, ['37 °C'], '38 °'],
    [plain, ['37 Grad'], '38 °C'],
    [plain, ['12 km'], '24 km'],
    [plain, ['12 Wochen'], '13 Wochen. Danke'],
    [plain, ['1 Kind'], 'Gewicht egal, 2 Kinder'],
    [plain, ['3. OG'], '2. Etage'],
    [plain, ['großer Hund, 30 kg'], 'kleiner Hund, 5 kg'],
    [plain, ['3200 g'], '3400 g'],
    [noBlanks, ['3200'], '3 400'],
    [noBlanks, ['12345678'], '1234 5678'],
    [noBlanks, ['015112345'], '0151 234567'],
    [noBlanks, ['3200 10'], '3400 12'],
  ])('is not told by %s: %j and %j', async (rule, samples, value) => {
    expect(await doubtsOf(rule, samples, value)).toEqual([]);
  });
});
