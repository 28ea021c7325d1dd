import { describe, expect, it } from 'vitest';
import { codesOf, load } from '../reading.ts';

function loaded(answers: string) {
  return load(`sources:\n  crm:\n    verify: {type: none}\n    answers: ${answers}\n`);
}

/** Returns the faults of `answers`, and the warning about a source that accepts webhooks from anyone. */
function faults(answers: string) {
  const { diagnostics } = loaded(answers);
  return diagnostics
    .filter(({ code }) => code !== 'config/unverified-source')
    .map(({ code, message, hint, place }) => ({
      code,
      at: `${place?.line}:${place?.column}`,
      message,
      hint,
    }));
}

describe('answers of a source', () => {
  it.each([
    'fields',
    '{each: antworten, key: frage.id, label: frage.text, value: antwort.werte}',
    '{each: seiten.antworten, label: text, value: wert}',
    '{key: propertyName, value: propertyValue}',
    '{each: $, key: "`Frage-Nr.`", value: \'antwort."Größe (cm)"\'}',
    '{each: \'seiten[typ="fragen"].antworten\', key: id, value: wert}',
  ])('may be %s', answers => {
    expect(faults(answers)).toEqual([]);
  });

  it('take precedence over those of the preset', () => {
    const text = (more: string) =>
      `sources:\n  a: {preset: survey, secret: "0123456789012345678901", ${more}}`;
    expect(load(text('people: b')).config?.sources.get('a')?.answers).toBe('survey');
    expect(load(text('answers: fields')).config?.sources.get('a')?.answers).toEqual({ form: 'fields' });
  });

  it.each([
    ['{each: antworten, ke: frage.id, value: wert}', 'yaml/unknown-key', '4:32', 'did you mean "key"?'],
    ['{each: antworten, key: frage.id}', 'yaml/missing-key', '4:5', 'add "value"; it must be'],
    ['{each: antworten, value: wert}', 'yaml/missing-key', '4:14', 'add key:'],
    ['{value: wert}', 'yaml/missing-key', '4:14', 'add key:'],
    ['{each: antworten, key: Frage-Nr, value: wert}', 'yaml/wrong-type', '4:37', 'write `Frage-Nr`'],
    ['{each: antworten, key: "$uppercase(id)", value: wert}', 'yaml/wrong-type', '4:37', 'write the names'],
    ['{each: "$body.antworten", key: id, value: wert}', 'yaml/wrong-type', '4:21', 'write the names'],
    ['{each: antworten, key: "frage..id", value: wert}', 'expression/syntax', '4:', ''],
    ['{each: [antworten], key: id, value: wert}', 'yaml/wrong-type', '4:21', ''],
    ['field', 'yaml/wrong-type', '4:14', ''],
    ['antworten', 'yaml/wrong-type', '4:14', ''],
    ['[a, b]', 'yaml/wrong-type', '4:14', ''],
    ['', 'yaml/wrong-type', '4:', ''],
  ])('are refused as %s, with the place and the remedy', (answers, code, at, hint) => {
    const [fault, ...others] = faults(answers);
    expect(others).toEqual([]);
    expect(fault?.code).toBe(code);
    expect(fault?.at).toMatch(new RegExp(`^${at}`));
    expect(fault?.hint ?? '').toContain(hint);
    expect(codesOf(loaded(answers)).some(each => each.endsWith(code))).toBe(true);
  });
});
