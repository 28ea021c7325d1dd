import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { fieldMapping } from './evaluate-yaml.ts';

function faultsOf(rule: string): readonly string[] {
  const files = { readFile: () => new Uint8Array() };
  const { diagnostics } = parseMapping('a.yaml', fieldMapping(rule), files);
  return diagnostics.map(({ message, hint = '', instead = '' }) =>
    [message.replace(/ in set\..*/s, ''), hint, instead.trim()].filter(each => each !== '').join(' | '),
  );
}

describe('an unknown key behind a text in braces', () => {
  it.each([
    ['{answer: "Your goals", seperator: ";"}', 'seperator', 'separator'],
    ["{answer: 'Your goals', seperator: ';'}", 'seperator', 'separator'],
    ['{answer: Your goals, seperator: ";"}', 'seperator', 'separator'],
    ['{answer: Phone, contry: GB}', 'contry', 'country'],
    ['{answer: Born on, formt: dd.MM.yyyy}', 'formt', 'format'],
    ['{answer: Born on, typ: date}', 'typ', 'as'],
    ['{answer: Stage, map: {a: b}}', 'map', 'values'],
    ['{value: Website, becaus: it is so}', 'becaus', 'because'],
    ['{template: "Hi {a}", trimm: false}', 'trimm', 'trim'],
    ['{from: a.b, othrwise: x}', 'othrwise', 'otherwise'],
  ])('is told as such: %s', (rule, key, meant) => {
    expect(faultsOf(rule)).toEqual([`there is no key "${key}" | did you mean "${meant}"?`]);
  });

  it('is told without a meaning behind a text in quotes', () => {
    expect(faultsOf('{answer: "Your goals", in detail: ";"}')).toEqual(['there is no key "in detail"']);
  });

  it.each([
    ['{template: Hallo {a}, willkommen: {b}}', 'f: {template: "Hallo {a}, willkommen: {b}"}'],
    ['{answer: Größe, in cm: bitte}', 'f: {answer: "Größe, in cm: bitte"}'],
    ['{answer: Name, Vorname: beides, as: text}', 'f: {answer: "Name, Vorname: beides", as: text}'],
  ])('is a part of the text if it means no key: %s', (rule, instead) => {
    expect(faultsOf(rule)[0]).toContain(`is read as a further key | ${instead}`);
  });
});
