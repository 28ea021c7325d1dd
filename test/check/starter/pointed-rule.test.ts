import { describe, expect, it } from 'vitest';
import type { PayloadPath } from '../../../src/check/starter/payload-path.ts';
import { fieldWithNames, pointedRule, statusRule } from '../../../src/check/starter/pointed-rule.ts';
import { fieldOf } from '../catalog.ts';

const asked = (value: unknown): PayloadPath => ({
  expression: '$answers.Haartyp',
  answer: 'Haartyp',
  keys: ['$answers', 'Haartyp'],
  names: ['Haartyp'],
  value,
  options: [],
  isAnswer: true,
  events: 1,
});
const field = (type: 'selection' | 'checkbox_group', selectItems: readonly string[]) =>
  fieldWithNames(
    fieldOf({
      keyName: 'hair.type',
      name: 'Haartyp',
      type,
      selectItems,
      choiceNames: type === 'selection' ? { en: ['straight', 'curly'] } : {},
    }),
  );

describe('the rule for a customer status', () => {
  const names = (isConfirmed: boolean) => ['Neukundin', 'Vip'].map(name => ({ name, isConfirmed }));

  it('takes a similar name only if the account has confirmed it', () => {
    expect(statusRule(asked('Neukunde'), names(true)).values).toMatchObject({ Neukunde: 'Neukundin' });
    expect(statusRule(asked('Neukunde'), names(false)).values).toEqual({
      Neukunde: 'WHICH CHOICE?',
      Neukundin: 'Neukundin',
      Vip: 'Vip',
    });
  });

  it('takes the same name in either case', () => {
    expect(statusRule(asked('Vip'), names(false))).toEqual({ answer: 'Haartyp' });
  });
});

describe('the rule for an answer that is assigned to a field with choices', () => {
  it.each([
    ['one in another case', 'LOCKIG', field('selection', ['glatt', 'lockig']), 'choice'],
    ['one in another language', 'curly', field('selection', ['glatt', 'lockig']), 'choice'],
    ['several in another case', ['FARBE', 'pflege'], field('checkbox_group', ['Farbe', 'Pflege']), 'choices'],
  ] as const)('needs no table for %s', (_, value, named, as) => {
    expect(pointedRule(asked(value), named)).toEqual({ answer: 'Haartyp', as });
  });

  it('has a table for an answer that matches no choice in any spelling', () => {
    const { as, values } = pointedRule(asked('lockige Haare'), field('selection', ['glatt', 'lockig']));
    expect([as, values]).toEqual([
      undefined,
      expect.objectContaining({ 'lockige Haare': expect.any(String) }),
    ]);
  });

  it('has a table if a choice contains the separator of several', () => {
    const { as, values } = pointedRule(
      asked(['FARBE', 'pflege']),
      field('checkbox_group', ['Farbe', 'Pflege', 'Kopf, Massage']),
    );
    expect([as, values]).toEqual(['list', expect.objectContaining({ FARBE: 'Farbe' })]);
  });
});
