import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookingData, bookingMapping, codesOf, evaluateYaml, requestOf } from './evaluate-yaml.ts';

async function marketing(rule: string, payload: object): Promise<unknown> {
  const text = bookingMapping(`  marketing: ${rule}\n`);
  const evaluation = await evaluateYaml(text, { payload: { ...bookingData, ...payload } });
  const request = requestOf(evaluation);
  return typeof request === 'string' ? codesOf(evaluation) : (request.marketing ?? 'not sent');
}

const refused = ['mapping/denied-consent'];
const noes = [
  'nein',
  'Nein',
  ' NEIN ',
  'no',
  'No',
  'false',
  'FALSE',
  '0',
  'off',
  'n',
  'f',
  'falsch',
  'aus',
  'nee',
  'non',
  'unchecked',
];

/** Rules that give yes for any text, or whenever the answer is there. */
const careless = [
  '"optin ? true : false"',
  `"optin ? 'true' : 'false'"`,
  '"(optin) ? true : false"',
  '$boolean(optin)',
  '$exists(optin)',
  `'optin != ""'`,
  '"optin != null"',
  '"optin and true"',
  '"false or optin"',
  '$not($not(optin))',
  '"$length(optin) > 0"',
  `'$string(optin) != ""'`,
  '{from: "optin ? 1 : 0", as: boolean}',
  "{from: \"optin ? 'ja' : 'nein'\", values: {ja: true, nein: false}}",
  '{from: optin, values: {ja: true}, otherwise: true}',
  '{from: "$exists(optin)", as: text}',
  `'optin = "NeiN" ? false : true'`,
  `'optin != "NeiN"'`,
];

describe('a consent whose rule says yes where the person said no', () => {
  it.each(careless)('is refused: %s', async rule => {
    for (const no of noes) expect(await marketing(rule, { optin: no }), no).toEqual(refused);
  });

  it.each(['$exists(optin)', '"optin != null"', `'optin != ""'`])(
    'is refused for an unticked box that is sent: %s',
    async rule => {
      expect(await marketing(rule, { optin: false })).toEqual(refused);
    },
  );

  it('is refused for what is empty', async () => {
    expect(await marketing('$exists(optin)', { optin: '' })).toEqual(refused);
    expect(await marketing('$exists(optin)', { optin: null })).toEqual(refused);
    expect(await marketing('"optin ?: true"', { optin: '' })).toEqual(refused);
    expect(await marketing('{from: optin, default: true}', { optin: '' })).toEqual(refused);
  });

  it('is found among the answers of a form', async () => {
    const payload = {
      answers: [
        { ref: 'age', value: 'ja' },
        { ref: 'mail', value: 'nein' },
      ],
    };
    expect(await marketing(`'$exists(answers[ref="mail"].value)'`, payload)).toEqual(refused);
    expect(await marketing(`'answers[ref="age"].value ? true : false'`, payload)).toBe('true');
  });

  it('names the path and the answer', async () => {
    const evaluation = await evaluateYaml(bookingMapping('  marketing: $exists(box)\n'), {
      payload: { ...bookingData, box: 'nein' },
    });
    expect(evaluation.kind === 'failed' && evaluation.diagnostics.map(each => each.message)).toEqual([
      'marketing: the rule says yes, but box is "nein"',
    ]);
  });

  it('is left out where the mapping drops what is invalid', async () => {
    const text = bookingMapping('  marketing: $exists(optin)\n', 'onInvalid: drop\n');
    const evaluation = await evaluateYaml(text, { payload: { ...bookingData, optin: 'nein' } });
    expect(requestOf(evaluation)).not.toHaveProperty('marketing');
  });
});

describe('a consent that the rule reads rightly', () => {
  it.each([
    ['optin', 'nein', 'false'],
    ['optin', 'on', 'true'],
    ['{from: optin, as: text}', 'ja', 'true'],
    ['{from: optin, as: text}', 'nein', 'false'],
    ['$exists(optin)', 'on', 'true'],
    ['$exists(optin)', '1', 'true'],
    ['$exists(optin)', undefined, 'false'],
    ['"optin ? true : false"', true, 'true'],
    ['"optin ? true : false"', false, 'false'],
    [`'optin = "ja"'`, 'ja', 'true'],
    [`'optin = "ja"'`, 'nein', 'false'],
    [`'optin = "nein" ? false : true'`, 'nein', 'false'],
    ['{from: optin, values: {ja: true, nein: false}}', 'nein', 'false'],
    ['{from: optin, values: {A: true}, otherwise: false}', 'nein', 'false'],
  ])('%s with %j is %s', async (rule, optin, sent) => {
    expect(await marketing(rule, { optin })).toBe(sent);
  });

  it.each([
    [`'optout = "nein"'`, 'nein'],
    ['optout = false', false],
    ['$not(optout)', false],
    ['"optout != true"', false],
    [`'optout in ["nein", "no"]'`, 'no'],
    ['{from: optout, values: {nein: true, ja: false}}', 'nein'],
  ])('may ask the opposite question: %s', async (rule, optout) => {
    expect(await marketing(rule, { optout })).toBe('true');
  });

  it('may give the reason why it is yes whatever was answered', async () => {
    const rule = '{from: "$exists(optin)", because: confirmed by a second mail}';
    expect(await marketing(rule, { optin: 'nein' })).toBe('true');
  });

  it('may read something else beside, which says yes', async () => {
    expect(await marketing('"newsletter or partners"', { newsletter: true, partners: false })).toBe('true');
  });
});

describe('whatever words a form uses', () => {
  it('a careless rule never gives yes where every answer that it reads is no', async () => {
    const rule = fc.constantFrom(...careless);
    const letters = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 });
    const cased = fc
      .tuple(fc.constantFrom(...noes), letters)
      .map(([word, upper]) =>
        [...word].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''),
      );
    await fc.assert(
      fc.asyncProperty(rule, cased, async (written, optin) => {
        fc.pre(!written.includes(`"${optin}"`));
        expect(await marketing(written, { optin })).not.toBe('true');
      }),
      { numRuns: 60 },
    );
  });
});
