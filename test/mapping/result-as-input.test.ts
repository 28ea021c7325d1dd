import { describe, expect, it } from 'vitest';
import { nearlyInTable } from '../../src/mapping/evaluate/look-up.ts';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function hints(rule: string, a: unknown): Promise<readonly string[]> {
  const evaluation = await evaluateYaml(fieldMapping(rule), { payload: { a } });
  if (evaluation.kind !== 'call') return [evaluation.kind];
  const doubts = evaluation.call.additionalFields.flatMap(({ change }) =>
    'set' in change ? (change.set.doubts ?? []) : [],
  );
  return [...evaluation.diagnostics, ...doubts].map(({ code, hint }) => `${code} ${hint}`);
}

describe('a value that the table of its rule sends, but does not read', () => {
  const rule = '{from: a, values: {Anruf: Telefon, Mail: E-Mail}, otherwise: SMS}';

  it.each(['Telefon', 'telefon', 'E-Mail'])('is told: %s', async a => {
    const [first = ''] = await hints(rule, a);
    expect(first).toMatch(
      /^mapping\/ambiguous-value add "(?:Telefon|telefon)": "Telefon"|add "E-Mail": "E-Mail"/,
    );
  });

  it.each(['Anruf', 'SMS', 'sms', 'Brief', 'Mail'])('is not told: %s', async a => {
    expect(await hints(rule, a)).toEqual([]);
  });

  it('is not told with a reason, or without otherwise', async () => {
    expect(await hints(rule.replace('}, ', '}, because: all others get an SMS, '), 'Telefon')).toEqual([]);
    expect(nearlyInTable('Telefon', { entries: new Map(), otherwise: undefined } as never)).toBeUndefined();
  });
});

describe('a count of answers as a yes', () => {
  const isTold = async (a: unknown) =>
    (await hints("'$count(a) > 0'", a)).some(each => each.startsWith('mapping/denied-consent '));

  it.each([[['Nein']], [['']], ['nein'], [''], [[false]]])('is told for %j', async a => {
    expect(await isTold(a)).toBe(true);
  });

  it.each([[['Ja']], [['Farbe', 'Pflege']], ['ja']])('is not told for %j', async a => {
    expect(await isTold(a)).toBe(false);
  });
});
