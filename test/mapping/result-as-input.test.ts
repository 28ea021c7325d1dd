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

describe("a value that is a result of the rule's table, but not a key", () => {
  const rule = '{from: a, values: {Anruf: Telefon, Mail: E-Mail}, otherwise: SMS}';

  it.each(['Telefon', 'telefon', 'E-Mail'])('is reported: %s', async a => {
    const [first = ''] = await hints(rule, a);
    expect(first).toMatch(
      /^mapping\/ambiguous-value add "(?:Telefon|telefon)": "Telefon"|add "E-Mail": "E-Mail"/,
    );
  });

  it.each(['Anruf', 'SMS', 'sms', 'Brief', 'Mail'])('is not reported: %s', async a => {
    expect(await hints(rule, a)).toEqual([]);
  });

  it('is not reported with a reason, or without otherwise', async () => {
    expect(await hints(rule.replace('}, ', '}, because: all others get an SMS, '), 'Telefon')).toEqual([]);
    expect(nearlyInTable('Telefon', { entries: new Map(), otherwise: undefined } as never)).toBeUndefined();
  });
});

describe('a count of answers as a boolean', () => {
  const isReported = async (a: unknown) =>
    (await hints("'$count(a) > 0'", a)).some(each => each.startsWith('mapping/denied-consent '));

  it.each([[['Nein']], [['']], ['nein'], [''], [[false]]])('is reported for %j', async a => {
    expect(await isReported(a)).toBe(true);
  });

  it.each([[['Ja']], [['Farbe', 'Pflege']], ['ja']])('is not reported for %j', async a => {
    expect(await isReported(a)).toBe(false);
  });
});
