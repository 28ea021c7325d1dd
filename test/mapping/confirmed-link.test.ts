import { describe, expect, it } from 'vitest';
import { familyLink } from '../../src/check/people/family-link.ts';
import { senderId } from '../../src/check/people/sender-id.ts';
import { expressionUses } from '../../src/mapping/expression-uses.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';

function parse(link: string) {
  const text = `source: website
destination: salon
operation: updateCustomer
link: ${link}
set:
  id: $linked
  note: note
`;
  const readFile = () => {
    throw new Error('there is no file');
  };
  return parseMapping('notes.yaml', text, { readFile });
}

function warnings(link: string): readonly string[] {
  const { mapping, diagnostics } = parse(link);
  if (!mapping) throw new Error(JSON.stringify(diagnostics));
  return [...senderId(mapping), ...familyLink(mapping)].map(({ code }) => code);
}

describe('a link with a reason', () => {
  it.each([
    ['email', 'mapping/family-link'],
    ['$lowercase(email)', 'mapping/family-link'],
    ['updated_by.email', 'mapping/sender-id'],
    ['board.id', 'mapping/sender-id'],
  ])('is confirmed: %s', (link, code) => {
    expect(warnings(link)).toContain(code);
    expect(warnings(`{from: ${link}, because: one address for each person}`)).toEqual([]);
  });

  it('is the expression of the link', () => {
    const { mapping, diagnostics } = parse('{from: contact.id, because: x}');
    expect(diagnostics).toEqual([]);
    expect(mapping?.link?.value.source).toBe('contact.id');
    expect(mapping && expressionUses(mapping).find(({ path }) => path === 'link')?.because).toBe('x');
  });

  it('is written as its hint says', () => {
    const { mapping } = parse('$lowercase(email)');
    const [{ hint } = { hint: '' }] = mapping ? familyLink(mapping) : [];
    const [, written = ''] = /write link: (\{.*\}) with the reason/.exec(hint ?? '') ?? [];
    expect(warnings(written)).toEqual([]);
  });

  it.each([
    ['{from: contact.id}', 'yaml/wrong-type'],
    ['{from: contact.id, because: ""}', 'yaml/wrong-type'],
    ['{because: x}', 'yaml/missing-key'],
    ['{from: contact.id, because: x, trim: false}', 'yaml/unknown-key'],
    ['{from: $linked, because: x}', 'mapping/invalid-rule'],
    ['{from: contact.id +, because: x}', 'expression/syntax'],
  ])('is refused if it is wrong: %s', (link, code) => {
    const { diagnostics } = parse(link);
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(each => each.code)).toEqual([code]);
  });
});
