import { describe, expect, it } from 'vitest';
import { ruleForYesNo } from '../../src/mapping/doubts/comparisons/rule-for-comparison.ts';
import { mappingOf } from './evaluate-yaml.ts';

function ruleFor(expression: string): string {
  const yaml = `source: s\ndestination: d\noperation: updateCustomer\nset:\n  id: nr\n  note: ${JSON.stringify(expression)}\n`;
  const base = mappingOf(yaml).set.find(({ name }) => name === 'note')?.rule.base;
  if (base?.kind !== 'expression') throw new Error('no expression');
  return ruleForYesNo(base.expression);
}

describe('the rule to write in place of a comparison', () => {
  it.each([
    ['option = "51"', 'values: {"51": "true"}, otherwise: "false"}'],
    ['option != "51"', 'values: {"51": "false"}, otherwise: "true"}'],
    ['plan = "ja"', 'as: boolean}'],
  ])('is a table or as: boolean: %s', (expression, rule) => {
    expect(ruleFor(expression)).toContain(rule);
  });

  it.each(['stored != ""', 'stored = ""', 'stored = "" ? false : true', 'stored in ["", "-"]'])(
    'has no table with an empty key, and keeps the effect of an empty value: %s',
    expression => {
      expect(ruleFor(expression)).toBe(
        'write $exists(stored) ? (…) with this expression in place of …, which sends nothing then',
      );
    },
  );
});
