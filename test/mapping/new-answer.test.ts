import { describe, expect, it } from 'vitest';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { codesOf, evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

/** Returns the notes about an event of a mapping with samples. */
async function notesOf(
  rule: string,
  samples: readonly unknown[],
  value: unknown,
): Promise<readonly string[]> {
  const tests = samples.map(
    (each, at) => `  - {name: "s${at}", payload: ${JSON.stringify({ v: each })}, skips: true}\n`,
  );
  const evaluation = await evaluateYaml(`${fieldMapping(rule)}tests:\n${tests.join('')}`, {
    payload: { v: value },
  });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, message }) => (code === 'mapping/new-branch' ? [message] : []));
}

const becomes = (text: string) => `the rule does not name it, so it becomes "${text}"`;

it('is told for a list of one among the answers of a form', async () => {
  const form = (answer: string) => ({
    fields: { Nummer: ['1018'], 'Allergien / Unverträglichkeiten': [answer] },
  });
  const rule = '{answer: Allergien / Unverträglichkeiten, values: {keine: null}, otherwise: ja}';
  const test = `tests:\n  - {name: s, payload: ${JSON.stringify(form('keine').fields)}, skips: true}\n`;
  const codes = async (answer: string) => {
    const answers = answersOf({ form: 'fields' }, form(answer).fields);
    return codesOf(await evaluateYaml(fieldMapping(rule) + test, { payload: form(answer).fields, answers }));
  };
  expect(await codes('Nickel')).toContain('mapping/new-branch');
  expect(await codes('keine')).not.toContain('mapping/new-branch');
});

describe('an answer that no sample has and that a rule does not name', () => {
  it.each([
    [`'v = "Deutsch" ? "Deutsch" : "Englisch"'`, ['Deutsch', 'English'], 'Français', 'Englisch'],
    [`'v = "nur links" ? "links" : "keins"'`, ['nur links', 'keines'], 'beide Ohren', 'keins'],
    [`'$contains(v, "AOK") ? "gesetzlich" : "privat"'`, ['AOK Bayern', 'Debeka'], 'Techniker', 'privat'],
    [`'v = "a" ? "A" : v = "b" ? "B" : "C"'`, ['a', 'b', 'c'], 'd', 'C'],
    [`'v in ["Mo", "Di"] ? "Anfang" : "Ende"'`, ['Mo', 'Fr'], 'Mi', 'Ende'],
    [`'v = "vormittags" ? "AM" : "PM"'`, ['vormittags', 'nachmittags'], 'egal wann', 'PM'],
    [`'v != "Brille" ? "Linsen" : "Brille"'`, ['Brille', 'Kontaktlinsen'], 'Keine Sehhilfe', 'Linsen'],
    [`'"Privat" = v ? "privat" : "Kasse"'`, ['Privat', 'Gesetzlich'], 'Beihilfe', 'Kasse'],
    [`'v ? "Englisch" : "Deutsch"'`, ['English'], 'Dutch', 'Englisch'],
    [`'v ? "Anfänger"'`, ['Beginner'], 'Advanced', 'Anfänger'],
    [`'(v) ? "Anna" : "Bela"'`, ['anna'], 'bela', 'Anna'],
    ['{from: v, values: {de: Deutsch}, otherwise: Englisch}', ['de', 'en'], 'fr', 'Englisch'],
    ['{from: v, values: {Ja: "true"}, otherwise: "false"}', ['Ja'], 'gern geschehen', 'false'],
    ['{from: v, values: {links: L, rechts: R}, otherwise: R}', ['links', 'right'], 'beide', 'R'],
    ['{from: v, values: {1: Erstkunde}, otherwise: Stammkunde}', ['1', '3'], 'weiß nicht', 'Stammkunde'],
  ])('is told for %s: %j and %j', async (rule, samples, value, result) => {
    const [note, ...others] = await notesOf(rule, samples, value);
    expect(note).toContain(becomes(result));
    expect(note).toContain(JSON.stringify(value));
    expect(others).toEqual([]);
    expect(await notesOf(rule, [...samples, value], value)).toEqual([]);
    for (const each of samples) expect(await notesOf(rule, samples, each)).toEqual([]);
  });

  it.each([
    ['{from: v, values: {keine: null}, otherwise: ja}', [['keine']], ['Nickel'], 'Nickel', 'ja'],
    ['{from: v, values: {keine: null}, otherwise: ja}', [['keine']], ['Nickel', 'Latex'], 'Nickel', 'ja,ja'],
    [
      '{from: v, values: {keine: null}, otherwise: ja}',
      [['keine'], ['Latex']],
      ['Latex', 'Soja'],
      'Soja',
      'ja,ja',
    ],
    ['{from: v, values: {keine: null}, otherwise: ja}', ['keine'], ['Nickel'], 'Nickel', 'ja'],
    ['{from: v, values: {keine: null}, otherwise: ja}', [['keine']], 'Nickel', 'Nickel', 'ja'],
    ['{from: v, values: {keine: null}, otherwise: ja}', [['keine']], ['keine', 'Nickel'], 'Nickel', 'ja'],
    ['{from: v, values: {de: Deutsch}, otherwise: Englisch}', [['de']], ['fr'], 'fr', 'Englisch'],
    [
      '{from: v, values: {links: L, rechts: R}, otherwise: R}',
      [['links'], ['right']],
      ['beide'],
      'beide',
      'R',
    ],
    ['{from: v, values: {none: "no"}, otherwise: "yes"}', [['none']], ['pollen'], 'pollen', 'yes'],
    ['{from: v, values: {51: Lohn, 52: MWST}, otherwise: null}', [[51, 52]], [51, 57], '57', 'Lohn'],
    ['{from: v, values: {1: Telefon, 2: E-Mail}, otherwise: Brief}', [1, 2], 3, '3', 'Brief'],
  ])('is told for a list by %s: %j and %j', async (rule, samples, value, text, result) => {
    const [note, ...others] = await notesOf(rule, samples, value);
    expect(note).toContain(`the answer ${JSON.stringify(text)} is in no sample`);
    expect(note).toContain(becomes(result));
    expect(others).toEqual([]);
    expect(await notesOf(rule, [...samples, value], value)).toEqual([]);
    for (const each of samples) expect(await notesOf(rule, samples, each)).toEqual([]);
  });

  it.each([
    [`'v != "Non" ? "true" : "false"'`, ['Oui', 'Non'], 'Jamais'],
    [`'v = "nein" ? "false" : "true"'`, ['ja', 'nein'], 'bloß nicht'],
    [`'v != "No"'`, ['Sì', 'No'], 'Mai'],
    [`'$not(v = "No")'`, ['Yes'], 'Never'],
    [`'$not(v in ["No", "Non"])'`, ['Yes'], 'Rather not'],
    [`'v != "Nein" and v != ""'`, ['Ja'], 'Ungern'],
    [`'$lowercase($substring(v, 0, 1)) = "s"'`, ['Sì', 'No'], 'Senza SMS'],
    [`'$contains(v, "ja") ? true : false'`, ['ja', 'nein'], 'jamais'],
    [`'$contains($lowercase(v), "si")'`, ['Si', 'No'], 'Sin mensajes'],
    [`'$split(v, " ")[0] = "Per"'`, ['Per Post', 'Gar nicht'], 'Per Fax'],
  ])('is told for a yes by %s: %j and %j', async (rule, samples, value) => {
    const [note, ...others] = await notesOf(rule, samples, value);
    expect(note).toContain(becomes('true'));
    expect(others).toEqual([]);
    expect(await notesOf(rule, [...samples, value], value)).toEqual([]);
    for (const each of samples) expect(await notesOf(rule, samples, each)).toEqual([]);
  });

  it.each([
    [`'v = "a" ? "A" : "Sonstiges"'`, ['a', 'b'], 'c'],
    ['{from: v, values: {a: A}, otherwise: Other}', ['a', 'b'], 'c'],
    ['{from: v, values: {a: A}, otherwise: null}', ['a', 'b'], 'c'],
    [`{from: v, values: {a: A}, otherwise: B, because: there are only two}`, ['a', 'b'], 'c'],
    ['{from: v, values: {a: A}, otherwise: B}', ['a', 'b'], 'B'],
    ['{from: v, values: {Ja: "true"}, otherwise: "false"}', ['Ja'], 'Nein'],
    ['{from: v, values: {Nein: "false"}, otherwise: "true"}', ['Nein'], 'Ja'],
    ['{from: v, values: {a: A}, otherwise: B}', ['a', 'b'], ' b '],
    ['{from: v, values: {a: A}, otherwise: B}', [['a', 'b']], ['b']],
    ['{from: v, values: {a: A}, otherwise: B}', [['a'], ['b', 'c']], ['c', 'a']],
    ['{from: v, values: {a: A}, otherwise: B}', [['a']], ['B']],
    ['{from: v, values: {a: A}, otherwise: Other}', [['a']], ['c']],
    ['{from: v, values: {1: A, 2: B}, otherwise: C}', [1, 3], 3],
    ['{from: v, values: {a: A}, otherwise: B}', [['a']], []],
    ['{from: v, values: {a: A}, otherwise: B}', [['a']], ['', ' ']],
    [`'v = "a" ? true : false'`, ['a', 'b'], 'c'],
    [`'v ? "ja" : "nein"'`, ['eine Notiz'], 'eine andere'],
    [`'v != "keine" ? "true" : "false"'`, ['Nüsse', 'keine', 'Soja'], 'Milch'],
    [`'v != "Nein" ? "true" : "false"'`, ['Ja'], 'Ja, gerne'],
    [`'v != "" ? "true" : "false"'`, ['a'], 'b'],
    [`'$contains(v, "ja")'`, ['ja', 'nein'], 'na ja'],
    [`'$contains(v, "Massage")'`, ['Massage', 'Yoga'], 'Massagen und Yoga'],
    [`'v = "Ja"'`, ['Ja', 'Nein'], 'Niemals'],
    [`'v ? v : "keine"'`, ['a'], 'b'],
    ['v', ['a', 'b'], 'c'],
  ])('is not told for %s: %j and %j', async (rule, samples, value) => {
    expect(await notesOf(rule, samples, value)).toEqual([]);
  });
});

it.each([
  [`{from: v, values: {aktiv: Aktiv}, otherwise: Inaktiv}`, 'pausiert', true],
  [`'v = "aktiv" ? "Aktiv" : "Inaktiv"'`, 'pausiert', true],
  [`{from: v, values: {aktiv: Aktiv}, otherwise: Inaktiv}`, 'beendet', false],
  [`{from: v, values: {aktiv: Aktiv}, otherwise: Inaktiv, because: all others are}`, 'pausiert', false],
  [`{from: v, values: {aktiv: Aktiv}, otherwise: Sonstige}`, 'pausiert', false],
])('is told for a status: %s of %j: %s', async (rule, value, isTold) => {
  const test = (v: string) => `  - {name: ${v}, payload: {v: ${v}}, skips: true}\n`;
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: {value: "7", because: test}\n  customerStatus: ${rule}\ntests:\n${test('aktiv')}${test('beendet')}`;
  const found = codesOf(await evaluateYaml(text, { payload: { v: value } }));
  expect(found).toEqual(isTold ? ['mapping/new-branch'] : []);
});
