import { expect, it } from 'vitest';
import { compile } from '../../src/expressions/compile.ts';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

it('a date 0 gets a cure that leaves the 0 of other rules alone', async () => {
  const rule = '{from: d, as: date, parse: X}';
  for (const d of [0, '0']) {
    const evaluation = await evaluateYaml(fieldMapping(rule), { payload: { nr: 1, d } });
    const [hint = ''] =
      'diagnostics' in evaluation ? evaluation.diagnostics.map(each => each.hint ?? '') : [];
    expect(hint).not.toContain('empty:');
    const [, from = ''] = /from: '(.*?)'/.exec(hint) ?? [];
    const cured = rule.replace('from: d', `from: '${from.replaceAll('…', 'd')}'`);
    expect((await evaluateYaml(fieldMapping(cured), { payload: { nr: 1, d } })).kind).not.toBe('failed');
  }
});

it('the name of an attribute without backticks gets a hint', () => {
  const made = compile('@typ');
  expect('expression' in made ? '' : JSON.stringify(made)).toContain("'`@typ`'");
});
