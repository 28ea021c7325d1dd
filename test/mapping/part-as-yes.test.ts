import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

/** Returns the warnings about an event of a mapping with samples. */
async function warningsOf(
  key: string,
  rule: string,
  samples: readonly unknown[],
  value: unknown,
): Promise<readonly string[]> {
  const tests = samples.map(
    (each, at) => `  - {name: "s${at}", payload: ${JSON.stringify({ v: each })}, skips: true}\n`,
  );
  const text = fieldMapping(rule).replace('f:', `${key}:`);
  const evaluation = await evaluateYaml(`${text}tests:\n${tests.join('')}`, { payload: { v: value } });
  if (evaluation.kind !== 'call') throw new Error(evaluation.kind);
  return evaluation.diagnostics.flatMap(({ code, severity, message }) =>
    code === 'mapping/new-branch' && severity === 'warning' ? [message] : [],
  );
}

const mail = `'$contains(v, "E-Mail")'`;
const letter = `'$contains($join(v, ","), "Newsletter")'`;

describe('a consent because a text is a part of an answer that no sample has', () => {
  it.each([
    ['email_unencrypted', mail, ['E-Mail unverschlüsselt'], 'E-Mail verschlüsselt'],
    ['email_unencrypted', mail, ['E-Mail unverschlüsselt', 'Post'], 'E-Mail (nur mit Passwort)'],
    ['email_unencrypted', mail, ['E-Mail'], 'Post, E-Mail nur nach Absprache'],
    ['email_unencrypted', mail, ['E-Mail'], 'E-Mail, aber nur verschlüsselt'],
    ['email_unencrypted', `'$contains($lowercase(v), "e-mail")'`, ['E-Mail'], 'Gesicherte E-Mail'],
    ['email_unencrypted', `'$contains(v, "E-Mail") ? "ja" : "nein"'`, ['E-Mail'], 'E-Mail via Portal'],
    ['email_unencrypted', `{from: '$contains(v, "E-Mail")', as: boolean}`, ['E-Mail'], 'E-Mail via Portal'],
    ['email_erlaubt', `'$contains(v, "E-Mail") ? "erlaubt" : "nie"'`, ['E-Mail'], 'E-Mail via Portal'],
    ['news', letter, [['Newsletter']], ['Newsletter-Abmeldung']],
    ['news', letter, [['Newsletter', 'SMS']], ['Newsletter-Archiv', 'SMS']],
    ['news', letter, [['Newsletter per Post']], ['Newsletter per E-Mail']],
    ['news', `'$exists(v[$contains($, "Newsletter")])'`, [['Newsletter']], ['Newsletter-Abmeldung']],
    ['news', `'$count(v[$contains($, "Newsletter")]) > 0'`, [['Newsletter']], ['Newsletter-Pause']],
    ['sms_ok', `'$contains(v, "SMS")'`, ['SMS'], 'SMS statt Anruf'],
    [
      'foto_ok',
      `'$contains(v, "Fotos") and $contains(v, "Internet")'`,
      ['Fotos Internet'],
      'Fotos im Internet löschen',
    ],
    ['newsletter', `'$length(v) > 0'`, ['Ja, ich will den Newsletter'], 'Bitte streichen'],
    ['newsletter', `'$length($trim(v)) > 0'`, ['gern'], 'weiß noch nicht'],
    ['newsletter', `'$length(v) >= 1 ? true : false'`, ['gern'], 'lieber später'],
    ['newsletter', `'$length(v) != 0'`, ['gern'], 'lieber später'],
  ])('is told for %s by %s: %j and %j', async (key, rule, samples, value) => {
    const [first, ...others] = await warningsOf(key, rule, samples, value);
    expect(first).toContain('which is in no sample of the mapping');
    expect(others).toEqual([]);
    expect(await warningsOf(key, rule, [...samples, value], value)).toEqual([]);
    for (const each of samples) expect(await warningsOf(key, rule, samples, each)).toEqual([]);
  });

  it.each([
    ['email_unencrypted', mail, ['E-Mail unverschlüsselt'], 'E-Mail'],
    ['email_unencrypted', mail, ['E-Mail unverschlüsselt'], ' e-mail unverschlüsselt '],
    ['email_unencrypted', mail, ['E-Mail'], 'Post, E-Mail'],
    ['email_unencrypted', mail, ['E-Mail'], 'E-Mail; SMS'],
    ['email_unencrypted', mail, ['E-Mail'], 'Post'],
    [
      'email_unencrypted',
      `{from: '$contains(v, "E-Mail")', because: each has it}`,
      ['E-Mail'],
      'E-Mail offen',
    ],
    ['news', letter, [['Newsletter']], ['SMS', 'Newsletter']],
    ['news', letter, [['Newsletter per Post']], ['Newsletter per Post', 'Newsletter per E-Mail']],
    ['news', letter, [['SMS']], ['SMS', 'Fotos']],
    ['news', `'$contains(v, "ja")'`, ['ja'], 'Ja, gerne'],
    ['newsletter', `'$contains($lowercase(v), "ja")'`, ['ja'], 'Ja, gerne'],
    ['newsletter', `'$length(v) > 0'`, ['gern'], 'ja'],
    ['newsletter', `'$length(v) > 0'`, ['gern'], ''],
    ['hund', `'$contains(v, "Hund")'`, ['Hund'], 'Schäferhund'],
    ['hund', `'$contains(v, "Hund") ? "Hund" : "Katze"'`, ['Hund'], 'Hund und Katze'],
    ['newsletter.thema', `'$contains(v, "Mode") ? "Mode" : "keines"'`, ['Mode'], 'nichts'],
    ['sms.vorlage', `'$contains(v, "SMS") ? "Vorlage A" : "B"'`, ['SMS'], 'SMS kurz'],
    ['reminder', `'$contains(v, "SMS") ? "SMS" : "E-Mail"'`, ['SMS'], 'per SMS'],
    ['text', `'$length(v) > 0'`, ['Anna'], 'Bela'],
  ])('is not told for %s by %s: %j and %j', async (key, rule, samples, value) => {
    expect(await warningsOf(key, rule, samples, value)).toEqual([]);
  });
});
