import { describe, expect, it } from 'vitest';
import { writtenTwice } from '../../src/check/written-twice.ts';
import { mappingOf } from './trials.ts';

function found(one: string, other: string, lines = ['note: note']) {
  const mapping = (name: string, when: string) =>
    mappingOf(lines, { name, head: when === '' ? '' : `when: '${when}'` });
  return writtenTwice([mapping('first', one), mapping('second', other)]);
}

describe('two mappings that write the same', () => {
  it('are told at the second, naming the first and all that they share', () => {
    const lines = ['note: note', 'additionalFields:', '  a.b: x', '  c: y'];
    expect(found('', '', lines)).toMatchObject([
      {
        code: 'check/written-twice',
        severity: 'warning',
        message:
          'second and first (first.yaml:7) may both write note, a.b, c at salon for one event of website',
        place: { file: 'mappings/second.yaml', line: 7 },
      },
    ]);
  });

  it.each([
    ['kind = "a"', 'kind = "b"'],
    ['"a" = form.kind and x = 1', 'y = 2 and form.kind = "b"'],
    ['kind = "a" or kind = "b"', 'kind = "c"'],
    ['kind in ["a", "b"]', 'kind = "c"'],
    ['(kind = "a")', 'kind in ["b"]'],
    ['$exists(contact.id)', '$not($exists(contact.id))'],
    ['$exists($linked)', '$not($exists($linked))'],
    ['$not($exists(kind))', 'kind = "a"'],
    ['number = 1', 'number = 2'],
  ])('are fine where their conditions exclude each other: %s, %s', (one, other) => {
    const head = one.includes('$linked') || other.includes('$linked') ? '\nlink: contact' : '';
    const mapping = (name: string, when: string) =>
      mappingOf(['note: note'], { name, head: `when: '${when}'${head}` });
    expect(writtenTwice([mapping('first', one), mapping('second', other)])).toEqual([]);
  });

  it.each([
    ['kind = "a"', 'kind = "a"'],
    ['kind = "a"', 'stage = "b"'],
    ['kind = "a"', ''],
    ['kind = "a" or x = 1', 'kind = "b"'],
    ['kind in ["a", "b"]', 'kind in ["b", "c"]'],
    ['list[0].kind = "a"', 'list[1].kind = "b"'],
    ['kind != "a"', 'kind != "b"'],
    ['kind = other', 'kind = "b"'],
    ['$lowercase(kind) = "a"', 'kind = "B"'],
  ])('are told where both conditions may be true: %s, %s', (one, other) => {
    expect(found(one, other)).toHaveLength(1);
  });

  it('are fine where they are for other sources or destinations, or only name the same customer', () => {
    const first = mappingOf(['note: note'], { name: 'first' });
    const second = { ...mappingOf(['note: note'], { name: 'second' }) };
    expect(writtenTwice([first, { ...second, source: 'crm' }])).toEqual([]);
    expect(writtenTwice([first, { ...second, destination: { name: 'nord' } }])).toEqual([]);
    expect(writtenTwice([first, mappingOf(['customerStatus: stage'], { name: 'second' })])).toEqual([]);
  });

  it('are told once for each pair', () => {
    const all = ['a', 'b', 'c'].map(name => mappingOf(['note: note', 'customerStatus: stage'], { name }));
    expect(writtenTwice(all)).toHaveLength(3);
  });
});
