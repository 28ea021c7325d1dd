import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

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
    ['{from: v, values: {a: A}, otherwise: B}', ['a', 'b'], ' b '],
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
