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

describe('an option that has the compared text among its words', () => {
  it.each([
    [`{from: '"SMS" in v', as: boolean}`, [['SMS', 'Newsletter']], ['SMS-Erinnerungen']],
    [`{from: '"SMS" in v', as: boolean}`, [['SMS'], ['Post']], ['Post', 'SMS am Vortag']],
    [`{from: 'v = "Newsletter"', as: boolean}`, ['Newsletter', 'nichts'], 'Newsletter (monatlich)'],
    [`{from: 'v = "WhatsApp Nachricht"', as: boolean}`, ['WhatsApp Nachricht'], 'WhatsApp'],
    [
      `{from: '"Fotos dürfen gezeigt werden." in v', as: boolean}`,
      [['SMS']],
      ['Fotos dürfen gezeigt werden'],
    ],
    [`{from: 'v in ["Fotos", "Videos"]', as: boolean}`, ['Fotos', 'Texte'], 'Fotos im Netz'],
  ])('is told for %s: %j and %j', async (rule, samples, value) => {
    const [note, ...others] = await notesOf(rule, samples, value);
    expect(note).toContain('which is in no sample of the mapping; the two are not equal');
    expect(others).toEqual([]);
    expect(await notesOf(rule, [...samples, value], value)).toEqual([]);
  });

  it.each([
    [`{from: '"SMS" in v', as: boolean}`, [['SMS', 'Newsletter']], ['Newsletter']],
    [`{from: '"SMS" in v', as: boolean}`, [['SMS']], ['SMS', 'SMS-Erinnerungen']],
    [`{from: 'v = "SMS"', as: boolean}`, ['SMS'], 'keine SMS'],
    [`{from: 'v = "SMS"', as: boolean}`, ['SMS'], 'Post'],
    [`{from: '"SMS" in v', as: boolean}`, [['SMS'], ['SMS-Erinnerungen']], ['SMS-Erinnerungen']],
    [`{from: '"SMS" in v', as: boolean, because: others are no reminders}`, [['SMS']], ['SMS-Erinnerungen']],
    [`{from: 'v = "ja"', as: boolean}`, ['ja'], 'ja gerne'],
  ])('is not told for %s: %j and %j', async (rule, samples, value) => {
    expect(await notesOf(rule, samples, value)).toEqual([]);
  });
});

describe('another word where the rule compares with one', () => {
  it.each([
    ['\'v = "gewünscht"\'', ['gewünscht', 'nicht nötig'], 'ja'],
    ['\'v = "gewünscht"\'', ['gewünscht', 'nicht nötig'], 'Yes'],
    ['\'v = "gewünscht"\'', ['gewünscht'], 'oui'],
    ['\'v in ["vorhanden", "gebucht"]\'', ['vorhanden', 'fehlt'], 'ja'],
    ['\'v = "gebucht" ? "ja" : "nein"\'', ['gebucht', 'offen'], 'ja'],
    ['{from: \'v = "ja"\', as: boolean}', ['ja', 'nein'], 'vorhanden'],
    ['\'v = "ja"\'', ['ja', 'nein'], 'nur Lastenaufzug'],
    ['\'v = "Yes"\'', ['Yes', 'No'], 'partly'],
    ['\'v = "ja" ? true : false\'', ['nein'], 'teilweise'],
    ['\'v in ["ja", "Ja"]\'', ['ja', 'nein', 'Ja'], 'klein'],
  ])('is told for %s: %j and %j', async (rule, samples, value) => {
    const [note, ...others] = await notesOf(rule, samples, value);
    expect(note).toContain('which is in no sample of the mapping; the two are not equal');
    expect(others).toEqual([]);
    expect(await notesOf(rule, [...samples, value], value)).toEqual([]);
  });

  it.each([
    ['\'v = "gewünscht"\'', ['gewünscht', 'nicht nötig'], 'nein'],
    ['\'v = "gewünscht"\'', ['gewünscht', 'nicht nötig'], 'später'],
    ['\'v = "XL"\'', ['XL', 'L'], 'x'],
    ['\'v = "B"\'', ['B', 'C'], '1'],
    ['\'v = "ja"\'', ['ja', 'nein'], 'nicht vorhanden'],
    ['\'v = "ja"\'', ['ja', 'nein', 'teils'], 'klein'],
    ['\'v = "ja"\'', ['ja', 'nein'], 'nein'],
    ['\'"SMS" in v\'', [['SMS'], ['Post']], ['Ja', 'Post']],
  ])('is not told for %s: %j and %j', async (rule, samples, value) => {
    expect(await notesOf(rule, samples, value)).toEqual([]);
  });
});
