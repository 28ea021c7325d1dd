import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../src/expressions/compile.ts';
import { pathText } from '../../src/expressions/paths/path-text.ts';
import { pathMiss } from '../../src/mapping/explain/path-miss.ts';

const payload = {
  form: {
    id: 'intake',
    'first name': 'Ada',
    items: [{ key: 'a' }, { key: 'b', label: 'B' }],
    none: [],
    nil: null,
  },
  contact: { e_mail: 'a@example.com' },
};
const scope = {
  input: payload,
  bindings: { answers: { birthdate: '1990-12-10' }, headers: { 'x-tag': 'vip' } },
};

describe('a path that returns nothing', () => {
  it.each([
    ['form.idd', 'form has no "idd"', 'form.id'],
    ['form.items.lable', 'form.items has no "lable"', 'form.items.label'],
    ['from.id', 'the payload has no "from"', 'form.id'],
    ['form."first-name"', 'form has no "first-name"', 'form."first name"'],
    ['form.birthdate', 'form has no "birthdate"', '$answers.birthdate'],
    ['form.email', 'form has no "email"', 'contact.e_mail'],
    ['$answers.birthday', '$answers has no "birthday"', '$answers.birthdate'],
    ['$headers."X-Tag"', '$headers has no "X-Tag"', '$headers."x-tag"'],
    ['form.zzz', 'form has no "zzz"; it has id, "first name", items, none, nil', undefined],
    ['form.id.part', 'form.id is a text without parts', undefined],
    ['form.none.part', 'form.none is an empty list', undefined],
    ['form.nil.part', 'form.nil is null', undefined],
    ['$query.page', 'there is no $query in this event', undefined],
    ['form.constructor', 'form has no "constructor"; it has id, "first name", items, none, nil', undefined],
  ])('%s: %s', (source, words, nearest) => {
    const compiled = compile(source);
    const path = 'expression' in compiled ? (compiled.expression.path ?? []) : [];
    expect(pathMiss(path, scope)).toEqual({ words, ...(nearest !== undefined && { nearest }) });
  });

  it('is not reported if it leads to a value', () => {
    for (const path of [
      ['form', 'id'],
      ['form', 'items', 'label'],
      ['form', 'nil'],
      ['$answers', 'birthdate'],
    ]) {
      expect(pathMiss(path, scope)).toBeUndefined();
    }
  });

  it('gets a nearest path only if that exists, as an expression that can be copied', async () => {
    const names = fc.constantFrom(
      'form',
      'id',
      'items',
      'label',
      'key',
      'first name',
      'email',
      'e_mail',
      'birth',
      'itmes',
      'from',
      'x-tag',
      'and',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 4 }), async path => {
        const compiled = compile(pathText(path));
        if (!('expression' in compiled)) throw new Error(pathText(path));
        expect(compiled.expression.path).toEqual(path);
        const isThere = (await compiled.expression.evaluate(scope)) !== undefined;
        const miss = pathMiss(path, scope);
        expect(miss === undefined).toBe(isThere);
        if (miss?.nearest === undefined) return;
        const near = compile(miss.nearest);
        expect('expression' in near && (await near.expression.evaluate(scope))).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });
});
