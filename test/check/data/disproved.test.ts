import { describe, expect, it } from 'vitest';
import { disproved } from '../../../src/check/data/disproved.ts';
import { mappingOf, samplesOf } from '../trials.ts';

async function disprovedOf(condition: string, answers: Readonly<Record<string, unknown>>) {
  const mapping = mappingOf(['note: note'], { head: `when: ${JSON.stringify(condition)}` });
  const payload = { answers };
  const [sample] = await samplesOf(mappingOf(['note: note'], { tests: [payload] }));
  const trials = sample ? [{ ...sample, input: { ...sample.input, answers } }] : [];
  return disproved(mapping, trials, use => use.place).map(({ code }) => code);
}

describe('a warning about a comparison with a number', () => {
  it('is disproved if events have numbers, also in answers', async () => {
    const code = 'expression/text-number-comparison';
    expect(await disprovedOf('$answers.age = 18', { age: 19 })).toEqual([code]);
    expect(await disprovedOf('$answers.age > 18', { age: 19 })).toEqual([code]);
    expect(await disprovedOf('answers.age > 18', { age: 19 })).toEqual([code]);
  });

  it('stays if they have texts or no values', async () => {
    expect(await disprovedOf('$answers.age = 18', { age: '19' })).toEqual([]);
    expect(await disprovedOf('$answers.age > 18', { other: 19 })).toEqual([]);
  });
});
