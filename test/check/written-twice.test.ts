import { describe, expect, it } from 'vitest';
import { writtenTwice } from '../../src/check/written-twice.ts';
import { mappingOf } from './trials.ts';

function found(one: string, other: string, lines = ['note: note']) {
  const mapping = (name: string, when: string) =>
    mappingOf(lines, { name, head: when === '' ? '' : `when: '${when}'` });
  return writtenTwice([mapping('first', one), mapping('second', other)]);
}

describe('two mappings that write the same fields', () => {
  it('are reported at the second one, with the first one and all shared fields', () => {
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
    ['$not(kind = "gone") and kind != "test"', 'kind = "gone"'],
    ['kind != "gone" and kind != "test"', 'kind = "gone"'],
    ['kind = "gone"', '$not(kind = "gone" or kind = "test")'],
    ['$not(kind in ["gone", "test"])', 'kind in ["test", "gone"]'],
    ['$not(kind != "a")', 'kind = "b"'],
    ['$not(kind != "a" or x = 1)', 'kind != "a"'],
    ['kind != "a" and (kind = "b" or kind != "c")', 'kind = "a"'],
    ['$not($not(kind = "a"))', 'kind = "b"'],
    ['$not($exists(kind)) or kind != "a"', 'kind = "a"'],
  ])('are allowed if their conditions exclude each other: %s, %s', (one, other) => {
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
    ['$not(kind = "a")', 'kind != "a"'],
    ['$not(kind = "a" and x = 1)', 'kind = "a"'],
    ['kind != "a" or kind != "b"', 'kind = "a"'],
    ['kind != "a"', 'kind in ["a", "b"]'],
    ['$not(other.kind = "a")', 'kind = "a"'],
    ['$not(kind = "a")', '$not($exists(kind))'],
    ['kind = other', 'kind = "b"'],
    ['$lowercase(kind) = "a"', 'kind = "B"'],
  ])('are reported if both conditions may be true: %s, %s', (one, other) => {
    expect(found(one, other)).toHaveLength(1);
  });

  it('are allowed for different sources or destinations, or if they share only the customer number', () => {
    const first = mappingOf(['note: note'], { name: 'first' });
    const second = { ...mappingOf(['note: note'], { name: 'second' }) };
    expect(writtenTwice([first, { ...second, source: 'crm' }])).toEqual([]);
    expect(writtenTwice([first, { ...second, destination: { name: 'nord' } }])).toEqual([]);
    expect(writtenTwice([first, mappingOf(['customerStatus: stage'], { name: 'second' })])).toEqual([]);
  });

  it('are reported once for each pair', () => {
    const all = ['a', 'b', 'c'].map(name => mappingOf(['note: note', 'customerStatus: stage'], { name }));
    expect(writtenTwice(all)).toHaveLength(3);
  });
});
