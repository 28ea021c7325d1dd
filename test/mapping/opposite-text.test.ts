import { describe, expect, it } from 'vitest';
import { doubtsOfComparisons } from '../../src/mapping/doubts/comparisons/never-true.ts';
import { fieldMapping, mappingOf } from './evaluate-yaml.ts';

const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };

function reported(expression: string, v: unknown): readonly string[] {
  const payload = { v };
  const input = { payload, body: payload, answers: undefined, headers: {}, query: {}, event };
  return doubtsOfComparisons(mappingOf(fieldMapping(expression)), input).map(({ code }) => code);
}

const searching = (text: string) => JSON.stringify(`$contains(v, "${text}") ? "a" : "b"`);

describe('a text that is found in an answer with another meaning', () => {
  it.each([
    [searching('male'), 'female'],
    [searching('man'), 'woman'],
    [searching('verheiratet'), 'unverheiratet'],
    [searching('aktiv'), 'inaktiv'],
    [searching('active'), 'inactive'],
    [searching('zufrieden'), 'sehr unzufrieden'],
    [searching('zufrieden'), 'unzufriedener Kunde'],
    [searching('subscribed'), 'unsubscribed'],
    [searching('paid'), 'unpaid'],
    [searching('raucher'), 'nichtraucher'],
    [searching('smoker'), 'nonsmoker'],
    [searching('kunde'), 'exkunde'],
    [searching('vip'), 'ex-vip'],
    [searching('member'), 'former member'],
    [searching('Patient'), 'ehemaliger Patient'],
    [searching('straight'), 'not straight'],
    [searching('glatt'), 'nicht glatt'],
    [searching('glatt'), 'glatt: nein'],
    [searching('Farbe'), 'keine Farbe'],
    [JSON.stringify('$contains($lowercase(v), "male") ? "a" : "b"'), 'Female'],
    [JSON.stringify('$contains($trim(v), "aktiv") ? "a" : "b"'), ' inaktiv '],
    [JSON.stringify('$contains(v, "vip")'), 'ex vip'],
  ])('is reported: %s of %j', (expression, v) => {
    expect(reported(expression, v)).toEqual(['mapping/opposite-text']);
  });

  it.each([
    [searching('male'), 'male'],
    [searching('female'), 'female'],
    [searching('farbe'), 'haarfarbe'],
    [searching('vip'), 'vip, ex-member'],
    [searching('vip'), 'ex-vip, vip'],
    [searching('aktiv'), 'sehr aktiv'],
    [searching('aktiv'), 'Das Studio ist leider inaktiv, aber ich habe viele weitere Fragen dazu'],
    [searching('AOK'), 'AOK Plus'],
    [searching('in'), 'Berlin'],
    [searching('massage'), 'fußmassage'],
    [searching('man'), 'German'],
    [searching('a'), 'una'],
    [JSON.stringify('v = "male" ? "a" : "b"'), 'female'],
    ['{from: \'$contains(v, "male") ? "a" : "b"\', because: only one form asks it}', 'female'],
  ])('is not reported: %s of %j', (expression, v) => {
    expect(reported(expression, v)).toEqual([]);
  });
});
