import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function isReported(rule: string, payload: unknown): Promise<boolean> {
  const evaluation = await evaluateYaml(fieldMapping(rule), { payload });
  if (evaluation.kind !== 'call') throw new Error(evaluation.kind);
  return evaluation.call.additionalFields.some(
    ({ change }) =>
      'set' in change && change.set.doubts?.some(({ code }) => code === 'mapping/placeholder-value'),
  );
}

describe('the name of the question instead of its answer', () => {
  it.each([
    ['arzt', { arzt: '[arzt]' }],
    ['arzt', { arzt: '{Arzt}' }],
    ['form.arzt', { form: { arzt: '[ arzt ]' } }],
    ["'`zuweisender-arzt`'", { 'zuweisender-arzt': '[zuweisender-arzt]' }],
  ])('is reported: %s of %j', async (rule, payload) => {
    expect(await isReported(rule, payload)).toBe(true);
  });

  it.each([
    ['arzt', { arzt: '[Hausarzt]' }],
    ['arzt', { arzt: 'arzt' }],
    ['arzt', { arzt: 'Arzt [arzt]' }],
    ['arzt', { arzt: '[1]' }],
  ])('is not reported: %s of %j', async (rule, payload) => {
    expect(await isReported(rule, payload)).toBe(false);
  });
});
