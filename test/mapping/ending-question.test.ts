import { describe, expect, it } from 'vitest';
import { namedAnswers } from '../../src/receive/answers/answers.ts';
import { codesOf, evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

/** Returns true if an event with a further answer is reported as ended. */
async function isReported(label: string, value: unknown, { isInSample = false } = {}): Promise<boolean> {
  const usual = { Name: 'Anna', Kurs: 'Yoga' };
  const payload = { ...usual, [label]: value };
  const sample = isInSample ? payload : usual;
  const test = `tests:\n  - {name: s, payload: ${JSON.stringify(sample)}, skips: true}\n`;
  const listed = Object.entries(payload).map(([key, each]) => ({ keys: [key], labels: [], value: each }));
  const given = { payload, answers: namedAnswers(listed) };
  const evaluation = await evaluateYaml(fieldMapping('{answer: Kurs}') + test, given);
  return codesOf(evaluation).includes('mapping/ended-record');
}

describe('a yes to a question of an ending that no sample has', () => {
  it.each<readonly [string, unknown]>([
    ['Stornierung', 'Ja'],
    ['Storno', true],
    ['Ich möchte stornieren', true],
    ['Ich möchte meinen Kurs stornieren', 'Ja'],
    ['Termin stornieren?', 'ja'],
    ['Betreuung abgesagt', 'Ja'],
    ['Kurs abgesagt', 'x'],
    ['Kündigung', 'Ja'],
    ['Ich kündige', 'on'],
    ['Vertrag kündigen', 'true'],
    ['Cancel my booking', 'yes'],
    ['Cancellation', 'Yes'],
    ['I want to cancel', true],
    ['Cancelación', 'sí'],
    ['Kurs opzeggen', 'ja'],
    ['Austritt', 'Ja'],
    ['Widerruf des Vertrags', 'Ja'],
    ['Résiliation', 'oui'],
    ['Disdetta', 'si'],
    ['Rezygnacja', 'tak'],
  ])('is reported: %s, %j', async (label, value) => {
    expect(await isReported(label, value)).toBe(true);
    expect(await isReported(label, value, { isInSample: true })).toBe(false);
  });

  it.each<readonly [string, unknown]>([
    ['Stornierung', 'Nein'],
    ['Stornierung', ''],
    ['Stornobedingungen gelesen', 'Ja'],
    ['Ich akzeptiere die Stornogebühr', 'Ja'],
    ['Widerrufsbelehrung', 'Ja'],
    ['Reiserücktrittsversicherung bei Storno', 'Ja'],
    ['Kündigungsfrist bekannt', 'Ja'],
    ['Newsletter abbestellen', 'Ja'],
    ['Cancellation policy', 'yes'],
    ['Jederzeit kündbar und stornierbar', 'Ja'],
    ['Anmeldung', 'Ja'],
  ])('is not reported: %s, %j', async (label, value) => {
    expect(await isReported(label, value)).toBe(false);
  });
});
