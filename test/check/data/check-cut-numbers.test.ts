import { describe, expect, it } from 'vitest';
import { evaluateYaml } from '../../mapping/evaluate-yaml.ts';
import { checkWith, mappingOf, storedOf } from '../trials.ts';

async function found(rule: string, numbers: readonly unknown[]) {
  const id = rule.startsWith('{') ? rule : JSON.stringify(rule);
  const mapping = mappingOf(['note: note'], { id, tests: numbers.map(nr => ({ nr, note: 'a' })) });
  return (await checkWith(mapping)).filter(({ code }) => code === 'mapping/cut-number');
}

describe('a customer number that is cut from a text', () => {
  it.each([
    ['$substring(nr, 2)', ['K-1042', '1042'], 'the rule makes 42 of "1042"'],
    ['$substring(nr, 2)', ['101042'], 'the rule makes 1042 of "101042"'],
    ['$substringAfter(nr, "-")', ['2024-0042'], '"2024-" and the zeros before it are left out'],
    ['$substring(nr, -4)', ['1231042'], 'the rule makes 1042 of "1231042"'],
    ['$substring(nr, 0, 3)', ['1042'], '"2" is left out'],
    ['$split(nr, "/")[1]', ['12/1042'], '"12/" is left out'],
    ['$number($substring(nr, 2))', ['20042'], 'the rule makes 42 of "20042"'],
    ['$substring($string(nr), 1)', [41042], 'the rule makes 1042 of "41042"'],
  ])('is a warning if digits are left out: %s of %j', async (rule, numbers, words) => {
    const [first] = await found(rule, numbers);
    expect(first?.severity).toBe('warning');
    expect(first?.message).toContain(words);
  });

  it.each([
    ['$substring(nr, 2)', ['K-1042'], 'the rule makes 1042 of "K-1042"'],
    [
      '$substring(nr, 2)',
      ['K-0042'],
      'the rule makes 42 of "K-0042" in the sample of "test 1", so "K-" and the zeros before it are left out',
    ],
    ['$replace(nr, /[^0-9]/, "")', ['KD 1042'], '"KD" is left out'],
    ['$substringAfter(nr, "#")', ['Kunde #77'], '"Kunde #" is left out'],
  ])('is a note with the number if letters are left out: %s of %j', async (rule, numbers, words) => {
    const [first, ...others] = await found(rule, numbers);
    expect(others).toEqual([]);
    expect(first?.severity).toBe('info');
    expect(first?.message).toContain(words);
  });

  it.each([
    ['$substring(nr, 2)', ['A-1042', 'B-1042']],
    ['$replace(nr, /[^0-9]/, "")', ['MUC1042', '1042-BER']],
  ])('is a warning if two customers of the sender have the same: %s of %j', async (rule, numbers) => {
    const [first] = await found(rule, numbers);
    expect(first?.severity).toBe('warning');
    expect(first?.message).toContain('the same customer number of');
  });

  it.each([
    ['nr', ['1042']],
    ['$string(nr)', [1042]],
    ['$trim(nr)', [' 1042 ']],
    ['$number(nr)', ['0042']],
    ['$substringBefore(nr, ".")', ['1042.0']],
    ['nr ? nr : other', ['1042']],
    ['$exists(nr) ? nr : other', ['1042']],
    ['$lookup({"K-1": 77}, nr)', ['K-1']],
    [`{from: '$substring(nr, 2)', because: the sender puts K- before our numbers}`, ['K-1042']],
  ])('is not reported: %s of %j', async (rule, numbers) => {
    expect(await found(rule, numbers)).toEqual([]);
  });

  it('shows no value of a stored event', async () => {
    const mapping = mappingOf(['note: note'], { id: '$substring(nr, 2)' });
    const [first] = (await checkWith(mapping, storedOf({ nr: '101042', note: 'a' }))).filter(
      ({ code }) => code === 'mapping/cut-number',
    );
    expect(first?.severity).toBe('warning');
    expect(first?.message).not.toContain('1042');
  });

  it.each([
    ['1042', true],
    ['K-1042', false],
  ])('is a warning at the event that lost digits: %s', async (nr, isReported) => {
    const text =
      'source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: $substring(nr, 2)\n  note: note\n';
    const evaluation = await evaluateYaml(text, { payload: { nr, note: 'a' } });
    expect(JSON.stringify(evaluation).includes('mapping/cut-number')).toBe(isReported);
  });
});
