import { describe, expect, it } from 'vitest';
import { tableHint } from '../../src/mapping/evaluate/table-hint.ts';
import { mappingOf } from './evaluate-yaml.ts';

function hintFor(value: string, values: string, choices?: readonly string[]): string {
  const yaml = `source: s\ndestination: d\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    newsletter: {from: x, values: ${values}}\n`;
  const [field] = mappingOf(yaml).additionalFields;
  if (!field) throw new Error('no rule');
  return tableHint([value], field.rule, choices);
}

describe('the entry for a word that a table of yes and no lacks', () => {
  it.each([
    ['true', '{ja: false, nein: true}', '"true": "false"'],
    ['false', '{ja: false, nein: true}', '"false": "true"'],
    ['false', '{ja: false, nein: null}', '"false": null'],
    ['false', '{ja: false, nein: null, "true": "false"}', '"false": null'],
    ['true', '{ja: false, nein: null}', '"true": "false"'],
    ['Ja', '{yes: true, no: false}', 'Ja: "true"'],
    ['Nein, danke', '{Ja gerne: true, Nein: false}', '"Nein, danke": "false"'],
  ])('has the result of the word with the same meaning: %s in %s', (value, values, entry) => {
    expect(hintFor(value, values)).toBe(`add ${entry} to the table`);
  });

  it.each([
    'Ja, aber nur im Newsletter',
    'Yes, but only by e-mail',
    'Oui, mais pas le soir',
    'JA NUR INTERN',
  ])('is left to a person if the answer has a limit: %s', value => {
    expect(hintFor(value, '{Ja gerne: true, Nein danke: false}')).not.toContain(`${value}": `);
  });

  it('is that of the result for a table of other words', () => {
    expect(hintFor('rot', '{Rouge: rot, Bleu: blau}')).toContain('the table sends this word for "Rouge"');
  });
});

describe('the choice of the account for a word that a table lacks', () => {
  const choices = ['Mr Novak', 'Ms Brandt', 'Ms Vogt', 'Mr Vogt', 'keine Massage', 'Anders, Kim'];

  it.each([
    ['Novak', 'Novak: Mr Novak'],
    ['novak', 'novak: Mr Novak'],
    ['Kim Anders', 'Kim Anders: "Anders, Kim"'],
    ['Ms. Vogt', 'Ms. Vogt: Ms Vogt'],
  ])('is named, with the line to add: %s', (value, entry) => {
    expect(hintFor(value, '{b: Ms Brandt}', choices)).toContain(`add ${entry} to the table`);
  });

  it.each(['Vogt', 'Massage', 'Nowak', 'Mr', 'x', '', 'Novak Junior'])(
    'is not named if it is not the only one, or another: %s',
    value => {
      expect(hintFor(value, '{b: Ms Brandt}', choices)).not.toContain('the account has');
    },
  );
});
