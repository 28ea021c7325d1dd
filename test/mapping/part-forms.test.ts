import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

/** Returns the doubts about an event of a mapping with samples. */
async function doubtsOf(
  from: string,
  samples: readonly unknown[],
  value: unknown,
): Promise<readonly string[]> {
  const tests = samples.map(
    (each, at) => `  - {name: "s${at}", payload: ${JSON.stringify({ v: each })}, skips: true}\n`,
  );
  const text = `${fieldMapping(JSON.stringify(from))}tests:\n${tests.join('')}`;
  const evaluation = await evaluateYaml(text, { payload: { v: value } });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, message }) => (code === 'mapping/ambiguous-value' ? [message] : []));
}

const name = '$match(v, /^([^0-9]+) /)[0].groups[0]';
const phone = '$match(v, /[0-9 ]+$/)[0].match';
const before = '$substringBefore(v, " (")';
const inside = '$substringBefore($substringAfter(v, "("), ")")';
const chip = '$substringAfter(v, ": ")';
const breed = '$substringAfter(v, "Rasse: ")';
const time = '$substringAfter(v, " - ")';
const part = (at: number) => `$split(v, ", ")[${at}]`;
const person = ['Petra Kern 0151 11122233'];
const bracketed = ['Petra Kern (0151 11122233)'];
const vet = ['Dr. Wolf, Hauptstr. 1, 030 12345678'];
const dog = ['Balu, Labrador, 28 kg, Rüde'];

describe('a part of a text that has another form than in every sample', () => {
  it.each([
    [name, person, 'Petra Kern', 'leaves out a word'],
    [name, person, 'Petra Kern, 0151 11122233', 'ends with a sign'],
    [phone, person, 'Petra Kern, Haus 12', 'has only 2 digits'],
    [phone, person, 'Petra Kern +49 151 11122233', 'has lost the +'],
    [before, bracketed, 'Petra Kern, 0151 11122233', 'is the whole text'],
    [before, bracketed, '0151 11122233', 'is the whole text'],
    [before, bracketed, '0151 11122233 (Petra Kern)', 'has digits'],
    [before, bracketed, 'Petra Kern(0151 11122233)', 'is the whole text'],
    [before, bracketed, 'Petra Kern – Mutter', 'is the whole text'],
    [before, bracketed, 'Petra Kern ruft ab 18 Uhr an', 'is the whole text'],
    [inside, bracketed, 'Petra Kern', 'is the whole text'],
    [inside, bracketed, 'Petra Kern, 0151 11122233', 'is the whole text'],
    [inside, bracketed, 'Petra Kern (mobil)', 'has no digits'],
    [chip, ['Chip: 276098'], 'Chip 276098', 'is the whole text'],
    [chip, ['Chip: 276098'], 'Chip: keiner', 'has no digits'],
    [chip, ['Chip: 276098'], 'Chip: 276098 ab Mai', 'has letters'],
    [breed, ['Rasse: Labrador'], 'Rasse Labrador', 'is the whole text'],
    [breed, ['Rasse: Labrador'], 'Rasse:Boxer', 'is the whole text'],
    [breed, ['Rasse: Golden Retriever'], 'Rasse Berner Sennenhund', 'is the whole text'],
    [breed, ['Rasse: Labrador'], 'Rasse: 12', 'has digits'],
    [time, ['Yoga - Montag 18 Uhr'], 'Yoga Montag 18 Uhr', 'is the whole text'],
    [part(0), dog, 'Balu; Labrador; 28,5 kg; Rüde', 'is the whole text'],
    [part(0), dog, 'Balu / Labrador / 28 kg / Rüde', 'is the whole text'],
    [part(0), dog, 'Labrador, Balu, 28 kg, Rüde', 'stands in place 2'],
    [part(0), dog, '31 kg, Rex, Boxer, Rüde', 'has digits'],
    [part(1), dog, 'Balu, 28 kg, Labrador, Rüde', 'stands in place 3'],
    [part(1), dog, 'Balu, 31 kg, Labrador, Rüde', 'has digits'],
    [part(2), dog, 'Balu, Labrador, schwer, Rüde', 'has no digits'],
    [part(3), dog, 'Rüde, Labrador, 28 kg, Balu', 'stands in place 1'],
    [part(3), dog, 'Balu, Labrador, 28 kg, 4 Jahre', 'has digits'],
    [part(-1), vet, 'Dr. Wolf, Hauptstr. 1, 030 12345678, 030 12345679', 'is one of 2 long numbers'],
    [part(-1), vet, 'Dr. Wolf, 0151 12345678, 030 12345679', 'is one of 2 long numbers'],
  ])('%s of %j: %j', async (from, samples, value, says) => {
    const [doubt, ...others] = await doubtsOf(from, samples, value);
    expect(doubt).toContain(says);
    expect(others).toEqual([]);
    expect(await doubtsOf(from, [...samples, value], value)).toEqual([]);
    for (const each of samples) expect(await doubtsOf(from, samples, each)).toEqual([]);
  });

  it.each([
    [name, person, 'Anna Maria Berg 0171 222333'],
    [name, person, 'Petra Kern 0151 11122233 ab 18 Uhr'],
    [name, person, 'P. Kern 030 4455667'],
    [phone, person, 'Anna Maria Berg-Kern 0171 222333'],
    [phone, person, 'Kern 030 445566'],
    [before, bracketed, 'Anna Maria Berg (0171 222333)'],
    [before, bracketed, 'Petra Kern'],
    [before, bracketed, 'Anna Berg-Kern'],
    [before, bracketed, 'Petra Kern (Mutter) (0151 11122233)'],
    [inside, bracketed, 'Anna (030/445566)'],
    [inside, bracketed, 'Anna (+49 151 11122233)'],
    [chip, ['Chip: 276098'], 'Chip: 9000'],
    [chip, ['Chip: 276098'], '276098102030'],
    [chip, ['Haus: 12'], 'Haus: 12a'],
    [breed, ['Rasse: Labrador'], 'Rasse: Berner Sennenhund'],
    [breed, ['Rasse: Labrador'], 'Boxer'],
    [time, ['Yoga - Montag 18 Uhr'], 'Pilates - Dienstag 9 Uhr'],
    ['$substringBefore(v, " - ")', ['Yoga - Montag'], 'Yoga 2 - Montag'],
    ['$substringBefore(v, " ")', ['Petra Kern'], 'Petra'],
    ['$substringBefore(v, " €")', ['25 € pro Tag'], '27,50 € pro Tag'],
    ['$substringBefore(v, " €")', ['25 €'], '27,50'],
    ['$substringBefore(v, "@")', ['eva@a.test'], 'eva.maria7@a.test'],
    ['$substringAfter(v, "#")', ['#1001'], '1002'],
    ['$split(v, "/")[-1]', ['a/b/Rot'], 'Blau'],
    ['$substring(v, 0, 10)', ['2026-03-01T10:00'], '2026-03-02'],
    [part(0), dog, 'Rex, Boxer, 31 kg, Rüde'],
    [part(0), dog, 'Bella'],
    [part(1), dog, 'Rex, Boxer, 31 kg, Hündin'],
    [part(2), dog, 'Rex, Boxer, 31,5 kg, Hündin'],
    [part(3), ['Balu, Labrador, 28 kg, Rüde', 'Rex, Boxer, 31 kg, 4'], 'Bella, Pudel, 8 kg, 3'],
    [part(-1), vet, 'Dr. Klein, Seestr. 12, 040 7654321'],
    [part(-1), vet, 'Praxis am See, Dr. Wolf, Seestr. 2, 030 7654321'],
    ['$uppercase($substring(v, 0, 1))', ['Eva'], 'Maria'],
    ['$trim($split(v, "|")[0])', ['Rot | Blau'], 'Grün | Gelb'],
  ])('leaves a right value alone: %s of %j: %j', async (from, samples, value) => {
    expect(await doubtsOf(from, samples, value)).toEqual([]);
  });
});

const grams = '$match(v, /([0-9]+) g/)[0].groups[0]';
const food = ['Bitte 250 g Futter um 12 Uhr'];
const perDay = ['25 € pro Tag'];
const price = '$substringBefore(v, " €")';
const hours = '$split(v, " ")[0]';

describe('a number beside words that multiply, divide or deny it', () => {
  it.each([
    [grams, food, '2x125 g um 12 Uhr', '"2x" stands before it'],
    [grams, food, '2 x 125 g', '"2 x" stands before it'],
    [grams, food, '2 × 125 g', '"2 ×" stands before it'],
    [grams, food, '2 * 125 g', '"2 *" stands before it'],
    [grams, food, 'zweimal je 125 g', '"je" stands before it'],
    [grams, food, '2 mal 125 g', '"mal" stands before it'],
    [grams, food, '2 Portionen zu 125 g', '"zu" stands before it'],
    [grams, food, '2 Portionen à 125 g', '"à" stands before it'],
    [grams, food, 'jeweils 125 g', '"jeweils" stands before it'],
    [grams, food, '125 g je Mahlzeit um 12 Uhr', 'it is per "mahlzeit"'],
    [grams, food, '125 g pro Hund', 'it is per "hund"'],
    [grams, food, '125 g / Mahlzeit', 'it is per "mahlzeit"'],
    [grams, food, '250 g für beide um 12 Uhr', '"beide" stands beside it'],
    [grams, food, 'zusammen 250 g', '"zusammen" stands beside it'],
    [grams, food, 'kein Futter, 250 g Leckerli um 12 Uhr', 'the text denies "futter"'],
    [grams, food, 'Ohne Futter: 250 g Leckerli', 'the text denies "futter"'],
    [price, perDay, '25 € je Nacht', 'it is per "nacht"'],
    [price, perDay, '25 € pro Hund', 'it is per "hund"'],
    [price, perDay, '25 € pro halben Tag', 'it is per "halben tag"'],
    [price, perDay, '25 €/Besuch', 'it is per "besuch"'],
    [price, perDay, '25 € Rabatt', '"rabatt" stands beside it'],
    [price, perDay, '25 € Kaution', '"kaution" stands beside it'],
    [price, perDay, '25 € pro Tag und Hund', 'it is per "tag und hund"'],
    [hours, ['8 Stunden pro Tag'], '8 Stunden jeden zweiten Tag', 'it is per "zweiten tag"'],
    [hours, ['8 Stunden'], '8 Stunden pro Hund', 'it is per "hund"'],
  ])('%s of %j: %j', async (from, samples, value, says) => {
    const [doubt, ...others] = await doubtsOf(from, samples, value);
    expect(doubt).toContain(says);
    expect(others).toEqual([]);
    expect(await doubtsOf(from, [...samples, value], value)).toEqual([]);
  });

  it.each([
    [grams, food, 'Bitte 300 g Futter um 13 Uhr'],
    [grams, food, '300 g um 13 Uhr, keine Leckerli'],
    [grams, food, 'Keine Nüsse, 300 g Futter um 12 Uhr'],
    [grams, food, '300 g Futter'],
    [grams, ['2 x 125 g'], '3 x 100 g'],
    [grams, ['je 125 g'], 'jeweils 100 g'],
    [grams, ['125 g pro Hund'], '100 g je Hund'],
    [price, perDay, '30 € pro Tag'],
    [price, perDay, '30 € je Tag'],
    [price, perDay, '30 € / Tag'],
    [price, perDay, '30 €/Tag'],
    [price, perDay, '30 €'],
    [price, perDay, '30 € pro Tag bitte'],
    [hours, ['8 Stunden pro Tag'], '6 Stunden täglich'],
    [hours, ['8 Stunden pro Tag'], '6 Stunden am Tag'],
    [hours, ['8 Stunden'], '6 Stunden mit Pause'],
  ])('leaves a right value alone: %s of %j: %j', async (from, samples, value) => {
    expect(await doubtsOf(from, samples, value)).toEqual([]);
  });
});

const hoursAlone = '$number($substring(v, 6, 2)) - $number($substring(v, 0, 2))';
const inMinutes = '$number($substringBefore(v, ":")) * 60 + $number($substringAfter(v, ":"))';

describe('digits that an expression does not calculate with', () => {
  it.each([
    [hoursAlone, '08:00-16:00', '08:30-16:00'],
    [hoursAlone, '08:00-16:00', '08:00-16:15'],
    [hoursAlone, '08.00-16.00', '08.45-16.00'],
    ['$number($substringBefore(v, ":")) * 60', '08:00', '08:30'],
    ['$number($substringBefore(v, ",")) * 100', '25,00 €', '25,90 €'],
    ['$number($split(v, ".")[0]) * 12', '25.00', '25.50'],
    ['$number($substringBefore(v, " h")) * 60', '2 h 0 min', '2 h 30 min'],
  ])('are told: %s of %s: %s', async (from, sample, value) => {
    const [doubt = '', ...others] = await doubtsOf(from, [sample], value);
    expect(doubt).toContain('does not calculate with');
    expect(others).toEqual([]);
    expect(await doubtsOf(from, [sample, value], value)).toEqual([]);
  });

  it.each([
    [hoursAlone, '08:00-16:00', '09:00-18:00'],
    [hoursAlone, '08:30-16:00', '08:15-16:00'],
    [inMinutes, '08:00', '08:30'],
    ['$number($substringBefore(v, ":")) * 60', '08:00', '10:00'],
    ['$number($replace(v, ",", ".")) * 100', '25,00', '25,90'],
  ])('are not told if they count: %s of %s: %s', async (from, sample, value) => {
    expect((await doubtsOf(from, [sample], value)).filter(each => each.includes('calculate'))).toEqual([]);
  });
});
