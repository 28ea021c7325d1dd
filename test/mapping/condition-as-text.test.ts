import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

const payload = { a: 'Nuts', b: '', n: 5, yes: true };

async function doubts(rule: string): Promise<string> {
  return JSON.stringify(await evaluateYaml(fieldMapping(rule), { payload }));
}

describe('a condition as the value of a text field', () => {
  it.each([
    'a = "x"',
    'a != "x"',
    'n > 3',
    'a in ["x", "Nuts"]',
    'a or b',
    'a and b',
    '(a or b)',
    '{from: a or b}',
  ])('gets a warning: %s', async rule => {
    expect(await doubts(rule)).toContain('mapping/condition-as-text');
  });

  it('names the rule that sends the first value', async () => {
    expect(await doubts('a or b')).toContain('write a ? a : b');
  });

  it.each([
    'a',
    'yes',
    '\'a = "x" ? "VIP" : "Guest"\'',
    "'a ? a : b'",
    '{from: a or b, as: boolean}',
    '{from: a or b, as: text}',
    "{from: 'a = \"x\"', values: {'true': VIP, 'false': Guest}}",
    "{template: '{a or b}'}",
  ])('is not reported: %s', async rule => {
    expect(await doubts(rule)).not.toContain('condition-as-text');
  });
});
