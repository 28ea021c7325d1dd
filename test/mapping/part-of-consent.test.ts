import { describe, expect, it } from 'vitest';
import { codesOf, evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function codes(rule: string, payload: object): Promise<readonly string[]> {
  const text = fieldMapping(rule).replace('f:', 'news:');
  const evaluation = await evaluateYaml(text, { payload });
  if (evaluation.kind !== 'call') return codesOf(evaluation);
  return evaluation.call.additionalFields.flatMap(({ change }) =>
    'set' in change ? (change.set.doubts ?? []).map(({ code }) => code) : [],
  );
}

const text = 'Newsletter abonnieren';
const unticked = { '14.1': '', '14.2': text, '14.3': '1' };
const version = "{from: '`14.3`', as: boolean}";

describe('a part of a consent field in place of its tick', () => {
  it.each([
    [version, unticked],
    [version, { '14.1': null, '14.2': text, '14.3': 1 }],
    [version, { '14.1': '0', '14.2': text, '14.3': '1' }],
    [version, { '14.1': false, '14.2': text, '14.3': '1' }],
    ["{from: '`14.2`', values: {Newsletter abonnieren: true}}", unticked],
    ["'$exists(`14.2`)'", unticked],
    ['\'`14.2` != ""\'', unticked],
    ['\'`14.3` = "1"\'', unticked],
    ['{from: input_14_3, as: boolean}', { input_14_1: '', input_14_2: text, input_14_3: '1' }],
    ["{from: 'entry.`7.3`', as: boolean}", { entry: { '7.1': '', '7.2': text, '7.3': '1' } }],
    ['{from: consent_3, values: {"1": true}}', { consent_1: '', consent_2: text, consent_3: '1' }],
  ])('is told without the tick: %s of %j', async (rule, payload) => {
    expect(await codes(rule, payload)).toContain('mapping/denied-consent');
  });

  it('is told with the tick too, so that a sample shows it', async () => {
    expect(await codes(version, { ...unticked, '14.1': '1' })).toEqual(['mapping/other-name']);
  });

  it.each([
    ["{from: '`14.1`', as: boolean}", { ...unticked, '14.1': '1' }],
    ["{from: '`14.1`', as: boolean}", unticked],
    ['\'`14.1` = "1" and `14.3` = "1"\'', { ...unticked, '14.1': '1' }],
    ["{from: '`14.3`', as: boolean, because: the form has one version}", unticked],
    ["'`14.3`'", unticked],
    [version, { '14.1': '', '14.2': '', '14.3': '1' }],
    [version, { '14.1': '', '14.2': 'SMS per Telefon', '14.3': '1', '14.4': '' }],
    [version, { '14.1': 'Ja', '14.2': '2', '14.3': '1' }],
    [version, { '14.3': '1' }],
    ["{from: '`14.3`', as: boolean}", { '14.1': 'Newsletter', '14.2': 'SMS per Telefon', '14.3': '1' }],
  ])('is not told: %s of %j', async (rule, payload) => {
    const found = await codes(rule, payload);
    expect(found).not.toContain('mapping/denied-consent');
    expect(found).not.toContain('mapping/other-name');
  });
});
