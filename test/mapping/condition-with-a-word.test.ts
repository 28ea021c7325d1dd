import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { explain } from '../../src/mapping/explain/explain.ts';
import { startRecording } from '../../src/mapping/explain/recording.ts';
import { mappingOf } from './evaluate-yaml.ts';

async function adviceOf(when: string): Promise<string | undefined> {
  const mapping = mappingOf(
    `source: website\ndestination: salon\nwhen: ${JSON.stringify(when)}\noperation: updateCustomer\nset: {id: nr, note: form}\n`,
  );
  const payload = { nr: 1, form: 'intake', kind: { name: 'vip' }, other: 7 };
  const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };
  const recording = startRecording();
  const input = { payload, answers: undefined, headers: {}, query: {}, body: payload, event };
  await evaluate(mapping, input, {
    people: 'crm',
    findLink: async () => undefined,
    record: recording.record,
  });
  const { parts } = await explain(mapping, recording);
  const outcome = parts.find(({ part }) => part === 'when')?.outcome;
  return outcome && 'advice' in outcome ? outcome.advice : undefined;
}

describe('a condition that is false for an event', () => {
  it.each([
    ['form = intake', 'intake'],
    ['intake = form', 'intake'],
    ['kind.name = VIP', 'VIP'],
    ['form = intake and nr = 1', 'intake'],
    ['nr = 1 and (form = anfrage or kind.name = gold)', 'anfrage'],
    ['form != Intake', 'Intake'],
  ])('gets a hint to put a word in quotes: %s', async (when, word) => {
    expect(await adviceOf(when)).toBe(`if ${word} is meant as a text, write "${word}"`);
  });

  it.each([
    'form = "other"',
    'formular = "intake"',
    'other = missing',
    'form = kind.x',
    'nr = 2',
    '$exists(missing)',
  ])('gets no such hint: %s', async when => {
    expect(await adviceOf(when)).toBe('if it should, correct the condition where it is false');
  });
});
