import { describe, expect, it } from 'vitest';
import { areSynonyms } from '../../src/mapping/convert/common-words.ts';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function told(rule: string, value: unknown): Promise<readonly string[]> {
  const found = await evaluateYaml(fieldMapping(rule), { payload: { a: value }, answers: { kasse: value } });
  if (found.kind !== 'call') throw new Error(found.kind);
  const ofValues = found.call.additionalFields.flatMap(({ change }) =>
    'set' in change ? (change.set.doubts ?? []) : [],
  );
  const all = [...found.diagnostics, ...ofValues].map(({ code }) => code);
  return [...new Set(all)].filter(code => code !== 'mapping/condition-as-text');
}

describe('two words', () => {
  it.each([
    ['w', 'weiblich'],
    ['female', 'Frau'],
    ['f', 'W'],
    ['m', 'Herr'],
    ['privat', 'PKV'],
    ['Privat', 'privat versichert'],
    ['Private Krankenversicherung', 'pkv'],
    ['gesetzlich', 'GKV'],
    ['Kasse', 'gesetzlich versichert'],
    ['aktiv', 'active'],
    ['neu', 'Neukunde'],
    ['monatlich', 'monthly'],
    ['E-Mail', 'email'],
  ])('mean the same: %s and %s', (one, other) => {
    expect(areSynonyms(one, other)).toBe(true);
    expect(areSynonyms(other, one)).toBe(true);
  });

  it.each([
    ['w', 'm'],
    ['weiblich', 'männlich'],
    ['d', 'x'],
    ['privat', 'gesetzlich'],
    ['privat', 'Privatadresse'],
    ['aktiv', 'inaktiv'],
    ['soltero', 'soltera'],
    ['rot', 'rosa'],
    ['Frau/Herr', 'Frau'],
    ['Kasse', 'Kassenbon'],
    ['monatlich', 'jährlich'],
    ['A', 'B'],
    ['', ''],
  ])('do not: %s and %s', (one, other) => {
    expect(areSynonyms(one, other)).toBe(false);
  });
});

describe('another word for an entry of a table with `otherwise`', () => {
  it.each([
    ['{from: a, values: {w: weiblich, m: männlich}, otherwise: unbekannt}', 'Frau'],
    ['{from: a, values: {f: F, m: M}, otherwise: U}', 'weiblich'],
    ['{from: a, values: {female: F, male: M}, otherwise: U}', 'W'],
    ['{from: a, values: {gkv: K, pkv: P}, otherwise: unbekannt}', 'privat versichert'],
    ['{from: a, values: {aktiv: Aktiv, neu: Interessent}, otherwise: Inaktiv}', 'active'],
  ])('is told: %s of %s', async (rule, value) => {
    expect(await told(rule, value)).toEqual(['mapping/ambiguous-value']);
    expect(await told(rule.replace('{from', '{because: it is right, from'), value)).toEqual([]);
  });

  it.each([
    ['{from: a, values: {w: weiblich, m: männlich}, otherwise: unbekannt}', 'divers'],
    ['{from: a, values: {w: weiblich, m: männlich}, otherwise: unbekannt}', 'keine Angabe'],
    ['{from: a, values: {w: weiblich, Frau: F, m: männlich}, otherwise: unbekannt}', 'Frau'],
    ['{from: a, values: {aktiv: A}, otherwise: I}', 'pausiert'],
    ['{from: a, values: {aktiv: A, neu: I}, otherwise: I}', 'Neukunde'],
    ['{from: a, values: {S: small, M: medium}, otherwise: large}', 'XL'],
  ])('is not told: %s of %s', async (rule, value) => {
    expect(await told(rule, value)).toEqual([]);
  });
});

describe('another word for a text that a rule compares', () => {
  it.each([
    [`'a = "Privat"'`, 'PKV'],
    [`'$answers.kasse = "Privat"'`, 'PKV'],
    [`'$answers.kasse = "Privat" ? "P" : "K"'`, 'Private Krankenversicherung'],
    [`'a in ["GKV", "Kasse"]'`, 'gesetzlich'],
    [`'a != "GKV" ? "P" : "K"'`, 'gesetzlich versichert'],
    [`'$lowercase(a) = "privat"'`, 'PKV'],
    [`'$lowercase(a) != "gkv" ? "P" : "K"'`, 'gesetzlich'],
    [`'$contains(a, "privat")'`, 'PKV'],
    [`'a = "w" ? "weiblich" : "männlich"'`, 'Frau'],
  ])('is told: %s of %s', async (rule, value) => {
    expect(await told(rule, value)).toEqual(['check/never-equal']);
    expect(await told(`{because: it is right, from: ${rule}}`, value)).toEqual([]);
  });

  it.each([
    [`'a = "Privat"'`, 'Selbstzahler'],
    [`'a = "Privat"'`, 'gesetzlich'],
    [`'a = "Privat" or a = "PKV"'`, 'PKV'],
    [`'a in ["Privat", "PKV"]'`, 'PKV'],
    [`'$lowercase(a) = "privat" or a = "PKV"'`, 'PKV'],
    [`'$contains($lowercase(a), "privat")'`, 'Privatversicherung'],
    [`'a = "w" ? "weiblich" : a = "Frau" ? "W" : "männlich"'`, 'Frau'],
  ])('is not told: %s of %s', async (rule, value) => {
    expect(await told(rule, value)).toEqual([]);
  });
});

describe('another answer than the compared one, of a rule with texts of its own', () => {
  it.each([
    [`'a = "ja" ? "2" : "1"'`, 'yes'],
    [`'a = "ja" ? "2" : "1"'`, 'Ja, gerne'],
    [`'a = "nein" ? "gesund" : "krank"'`, 'no'],
    [`'a = "nein" ? "gesund" : "krank"'`, 'Nein, danke'],
    [`'$answers.kasse = "ja" ? 2 : 1'`, 'on'],
    [`'$lookup($answers, "kasse") = "ja" ? 2 : 1'`, 'yes'],
    [`'$lookup($answers, "kasse") = "Privat" ? "P" : "K"'`, 'PKV'],
    [`'$lowercase(a) = "ja" ? "2" : "1"'`, 'yes'],
    [`'$contains($lowercase(a), "nein") ? "gesund" : "krank"'`, 'no'],
  ])('is told: %s of %s', async (rule, value) => {
    expect(await told(rule, value)).toEqual(['check/never-equal']);
    expect(await told(`{because: it is right, from: ${rule}}`, value)).toEqual([]);
  });

  it.each([
    [`'a = "ja" ? "2" : "1"'`, 'nein'],
    [`'a = "ja" ? "2" : "1"'`, 'vielleicht'],
    [`'a = "ja" ? "2" : a = "yes" ? "3" : "1"'`, 'yes'],
    [`'a in ["ja", "yes"] ? "2" : "1"'`, 'yes'],
    [`'$lowercase(a) = "ja" ? "2" : "1"'`, 'JA'],
    [`'a = "1" ? "Stufe 1" : "Stufe 2"'`, 'ja'],
    [`'$lookup($answers, "kasse") = "Privat" ? "P" : "K"'`, 'GKV'],
  ])('is not told: %s of %s', async (rule, value) => {
    expect(await told(rule, value)).toEqual([]);
  });
});
