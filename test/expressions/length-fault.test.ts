import { describe, expect, it } from 'vitest';
import { compile } from '../../src/expressions/compile.ts';
import { parseTemplate } from '../../src/expressions/template.ts';
import { countCalls } from '../count-calls.ts';

/** Returns an expression of the maximum length: `before` and `after` nested around a name. */
function nested(before: string, after = ''): string {
  const times = Math.floor(9_990 / (before.length + after.length));
  return `${before.repeat(times)}a${after.repeat(times)}`;
}

describe('a long expression', () => {
  it.each([
    ['characters', `"${'x'.repeat(10_000)}"`],
    ['dots', `${'a.'.repeat(1_001)}a`],
  ])('with too many %s is refused', (what, source) => {
    const compiled = compile(source);
    expect(compiled).toMatchObject({ diagnostic: { code: 'expression/too-long' }, offset: 0 });
    expect('diagnostic' in compiled && compiled.diagnostic.message).toContain(`${what}; at most`);
  });

  it.each([
    ['sums', nested('a+')],
    ['joined texts', nested('"a"&')],
    ['conditions', nested('a?b:')],
    ['conditions in brackets', nested('(a?b:', ')')],
    ['brackets', nested('(', ')')],
    ['lists', nested('[', ']')],
    ['maps', nested('{"a":', '}')],
    ['functions', nested('function($x){', '}')],
    ['calls', nested('$f(', ')')],
    ['signs', nested('-')],
    ['defaults', nested('a??')],
    ['predicates', `a${'[0]'.repeat(3_300)}`],
    ['chains', `a${'~>$f'.repeat(2_400)}`],
    ['patterns', `$match(a, /${'('.repeat(4_900)}${')'.repeat(4_900)}/)`],
  ])('of %s is compiled or refused, and never throws', (_what, source) => {
    const compiled = compile(source);
    if ('diagnostic' in compiled) expect(compiled.diagnostic.code).toMatch(/^expression\//);
    else expect(compiled.expression.source).toBe(source);
  });
});

describe('the patterns of an expression', () => {
  const large: readonly [string, string][] = [
    ['a long group with a count', `(?:${'ab'.repeat(200)}){1000}`],
    ['an optional part with a count', `(?:${'a?'.repeat(200)}){0,1000}`],
    ['many counts', 'a{0,1000}'.repeat(20)],
    ['many classes of Unicode', '\\p{L}'.repeat(1_900)],
    ['many blanks', '\\s'.repeat(4_900)],
  ];

  it.each(large)('are refused before a program for %s is compiled', (_, pattern) => {
    const calls = countCalls(() => {
      const compiled = compile(`$contains(note, /${pattern}/i)`);
      expect(compiled).toMatchObject({ diagnostic: { code: 'expression/too-long' }, offset: 16 });
    });
    expect(calls).toBeLessThan(100_000);
  });

  it.each(['$match', '$replace', '$split', '$contains'])('are limited together, also in %s', name => {
    const one = `${name}(note, /a{1,900}/${name === '$replace' ? ', ""' : ''})`;
    expect(compile(one)).toHaveProperty('expression');
    expect(compile(Array(9).fill(one).join(' & '))).toMatchObject({
      diagnostic: { code: 'expression/too-long' },
    });
  });

  it('are parsed without a program, which only the searching thread needs', () => {
    const calls = countCalls(() => {
      expect(compile(`$match(note, /(?:${'ab?'.repeat(3)}){250}/)`)).toHaveProperty('expression');
    });
    expect(calls).toBeLessThan(20_000);
  });

  it('are limited together for all expressions of a template', () => {
    const field = '{$match(note, /a{1,900}/)}';
    expect(parseTemplate(field)).toHaveProperty('parts');
    const calls = countCalls(() => {
      expect(parseTemplate(field.repeat(200))).toMatchObject({
        diagnostic: { code: 'expression/too-long' },
        offset: field.length + 1,
        length: field.length - 2,
      });
    });
    expect(calls).toBeLessThan(500_000);
  });

  it.each(['$match(a, /^[A-Z]{2}\\d{2}(?: ?\\w{4}){3,7}$/)', '$replace(a, /\\s{1,1000}/, " ")'])(
    'are accepted as people write them: %s',
    source => expect(compile(source)).toHaveProperty('expression'),
  );
});

describe('a long template', () => {
  it('is refused beyond its limit', () => {
    expect(parseTemplate('x'.repeat(20_001))).toMatchObject({ diagnostic: { code: 'expression/too-long' } });
    expect(parseTemplate('x'.repeat(20_000))).toEqual({ parts: ['x'.repeat(20_000)], warnings: [] });
  });

  it('is refused for unmatched braces, however many there are', () => {
    const calls = countCalls(() => {
      const read = parseTemplate(`{(${'}'.repeat(19_900)}`);
      expect(read).toMatchObject({ diagnostic: { code: 'expression/syntax' } });
    });
    expect(calls).toBeLessThan(200_000);
  });
});
