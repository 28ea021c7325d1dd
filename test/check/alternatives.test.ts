import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from '../mapping/evaluate-yaml.ts';
import { checkWith, mappingOf, storedOf } from './trials.ts';

const payload = {
  customer: 1,
  empty: '',
  blank: ' \t',
  none: null,
  list: [],
  zero: 0,
  b: 'B',
  deep: { empty: '', b: 'D' },
};

async function reported(note: string, events: readonly object[] = [payload], because = '') {
  const rule = because === '' ? JSON.stringify(note) : `{from: ${JSON.stringify(note)}, because: ${because}}`;
  const mapping = mappingOf([`note: ${rule}`], { tests: events });
  const found = await checkWith(mapping);
  return found.filter(({ code }) => code === 'check/empty-differs');
}

async function sentBy(expression: string): Promise<unknown> {
  const text = fieldMapping(`'${expression}'`);
  const evaluation = await evaluateYaml(text, { payload: { ...payload, nr: 1 } });
  const field = evaluation.kind === 'call' ? evaluation.call.additionalFields[0]?.change : undefined;
  return field && 'set' in field ? field.set.text : evaluation.kind;
}

describe('an empty value with an unused alternative', () => {
  it.each([
    ['empty ?? b', 'empty ?: b', 'B'],
    ['empty ?? deep.b', 'empty ?: deep.b', 'D'],
    ['deep.empty ?? b', 'deep.empty ?: b', 'B'],
    ['empty ?? "none"', 'empty ?: "none"', 'none'],
    ['blank ?? b', '$trim(blank) ?: b', 'B'],
    ['blank ?: b', '$trim(blank) ?: b', 'B'],
    ['none ?? b', 'none ?: b', 'B'],
    ['list ?? b', 'list ?: b', 'B'],
    ['$exists(empty) ? empty : b', 'empty ?: b', 'B'],
    ['$exists(blank) ? blank : b', '$trim(blank) ?: b', 'B'],
    ['blank ? blank : b', '$trim(blank) ?: b', 'B'],
    ['$uppercase(empty ?? b)', 'empty ?: b', 'B'],
    ['(empty ?? b) & "!"', 'empty ?: b', 'B'],
    ['missing ?? empty ?? b', 'empty ?: b', 'B'],
    ['$$.empty ?? b', '$$.empty ?: b', 'B'],
  ])('is reported with the expression that uses it: %s', async (note, meant, sent) => {
    const [first] = await reported(note);
    expect(first?.hint).toMatch(`write ${meant}, which`);
    expect(await sentBy(meant)).toBe(sent);
  });

  it('is reported for numbers with an expression that keeps 0', async () => {
    const [first] = await reported('size ?? b', [
      { ...payload, size: '' },
      { ...payload, size: 0 },
    ]);
    expect(first?.hint).toBe('write (size != "" ? size) ?? b, which keeps 0 and false');
    expect(await sentBy('(empty != "" ? empty) ?? b')).toBe('B');
    expect(await sentBy('(zero != "" ? zero) ?? b')).toBe('0');
    expect(await sentBy('(missing != "" ? missing) ?? b')).toBe('B');
  });

  it.each([
    'b ?? empty',
    'missing ?? b',
    'empty ?? missing',
    'empty ?? blank',
    'empty ?: b',
    'zero ?: b',
    'empty ? empty : b',
    '$trim(blank) ?: b',
    'zero ?? b',
    'empty = "" ? b : empty',
    '$exists(empty) ? "there" : b',
  ])('is not reported otherwise: %s', async note => {
    expect(await reported(note)).toEqual([]);
  });

  it('is not reported if the rule has a reason', async () => {
    expect(await reported('empty ?? b', [payload], 'an empty remark is meant')).toEqual([]);
  });

  it('is reported for a stored event, without its values', async () => {
    const found = await checkWith(mappingOf(['note: a ?? b']), storedOf({ customer: 1, a: '', b: 'secret' }));
    expect(found.find(({ code }) => code === 'check/empty-differs')?.message).toBe(
      'a is empty in a stored event, and ?? uses the other value only if a is missing',
    );
  });
});
