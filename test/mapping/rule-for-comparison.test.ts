import { describe, expect, it } from 'vitest';
import { convertBoolean } from '../../src/mapping/convert/convert-boolean.ts';
import { evaluateYaml, fieldMapping, fieldOf } from './evaluate-yaml.ts';

/** Returns the rule that the hint shows for an event without the value. */
async function ruleInHint(expression: string): Promise<string> {
  const text = fieldMapping(JSON.stringify(expression));
  const evaluation = await evaluateYaml(text, { payload: { event: 'contact.updated' } });
  const found = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  const hint = found.find(({ code }) => code === 'mapping/set-by-absence')?.hint ?? '';
  return /^write (.*?), which sends nothing then/.exec(hint)?.[1] ?? hint;
}

describe('the hint to a yes or no that is set without its value', () => {
  it.each([
    ['data.home.id = 51', '{from: data.home.id, values: {"51": "true"}, otherwise: "false"}'],
    ['home = "Hausbesuch"', '{from: home, values: {Hausbesuch: "true"}, otherwise: "false"}'],
    ['home != "Praxis"', '{from: home, values: {Praxis: "false"}, otherwise: "true"}'],
    ['home in ["a", "b"]', '{from: home, values: {a: "true", b: "true"}, otherwise: "false"}'],
    ['home = 51 ? true : false', '{from: home, values: {"51": "true"}, otherwise: "false"}'],
    [
      'list[key = "a"].home = 51',
      'write $exists(PATH) ? (…) with the path of the value and this expression in place of …',
    ],
    ['data.`home.id` = 51', '{from: \'data.`home.id`\', values: {"51": "true"}, otherwise: "false"}'],
    ['home = "ja"', '{from: home, as: boolean}'],
    ['home = true', '{from: home, as: boolean}'],
    ['$exists(home)', '{from: PATH, as: boolean} with the path'],
    ['home = 51 or home = 52', 'write $exists(home[$ != ""]) ? (…) with this expression in place of …'],
  ])('keeps the meaning of %s', async (expression, rule) => {
    expect(await ruleInHint(expression)).toBe(rule.replace(/^write /, ''));
  });

  it.each([
    ['home = 51', [51, '51', 50]],
    ['home = "Hausbesuch"', ['Hausbesuch', 'Praxis']],
    ['home != "Praxis"', ['Hausbesuch', 'Praxis']],
    ['home in [51, 52]', [51, 52, 53]],
  ])('shows a rule that gives the same for each value: %s', async (expression, values) => {
    const rule = await ruleInHint(expression);
    for (const home of values) {
      const text = typeof home === 'string' && /^\d+$/.test(home) ? Number(home) : home;
      const { set } = (await fieldOf(JSON.stringify(expression), { home: text })) as {
        set: { text: string };
      };
      expect(await fieldOf(rule, { home })).toMatchObject({ set: { text: set.text } });
    }
    for (const payload of [{}, { home: '' }, { home: null }])
      expect(await fieldOf(rule, { a: 1, ...payload })).toEqual(['mapping/nothing-to-send']);
  });
});

it('shows a table for the id of an option that is read as yes or no', async () => {
  const converted = convertBoolean('51');
  const [, table = ''] = /add (values: \{[^}]*\})/.exec(('hint' in converted && converted.hint) || '') ?? [];
  expect(await fieldOf(`{from: a, ${table}, as: boolean}`, { a: 51 })).toMatchObject({
    set: { text: 'true' },
  });
});
