import { describe, expect, it } from 'vitest';
import { putRule } from '../../../src/check/starter/put-rule.ts';
import type { StarterRule } from '../../../src/check/starter/starter-rule.ts';

function written(text: string, part: string, rule: StarterRule): string | undefined {
  const edit = putRule(text, part, rule);
  return edit && text.slice(0, edit.from) + edit.text + text.slice(edit.to);
}

const block = `# Intake
source: crm
set:
  id: $linked # the number
  additionalFields:
    allergies: a.b # Allergien
    # about names
    birthdate:
      from: dob
      as: date # of birth
tests: []
`;

const cases: readonly [string, string, string, StarterRule, string][] = [
  [
    'replaces a rule of one line',
    block,
    'additionalFields.allergies',
    { from: 'x' },
    block.replace('a.b', 'x'),
  ],
  [
    'replaces a rule of several lines',
    block,
    'additionalFields.birthdate',
    { answer: 'Geburtstag: wann?' },
    block.replace('birthdate:\n      from: dob\n      as: date', 'birthdate: {answer: "Geburtstag: wann?"}'),
  ],
  [
    'adds a field behind the last one',
    block,
    'additionalFields.lead.source',
    { from: '`utm-source`' },
    block.replace('# of birth\n', '# of birth\n    lead.source: "`utm-source`"\n'),
  ],
  ['adds a parameter', block, 'note', { from: 'n' }, block.replace('tests', '  note: n\ntests')],
  ['adds a key at the head', block, 'link', { from: 'p.id' }, block.replace('crm\n', 'crm\nlink: p.id\n')],
  [
    'adds a condition before the link',
    `source: crm\ndestination: salon # where\nlink: p.id\n`,
    'when',
    { from: 'kind = "note"' },
    `source: crm\ndestination: salon # where\nwhen: kind = "note"\nlink: p.id\n`,
  ],
  [
    'writes into braces',
    'set: {id: customer, additionalFields: {interests: {from: topics}}}',
    'additionalFields.x',
    { from: 'a[0, 1]' },
    'set: {id: customer, additionalFields: {interests: {from: topics}, x: "a[0, 1]"}}',
  ],
  ['writes into empty braces', 'set: {}\n', 'note', { from: 'n' }, 'set: {note: n}\n'],
  [
    'writes all keys on the way',
    'set: {id: customer}\n',
    'additionalFields.x',
    { from: 'n' },
    'set: {id: customer, additionalFields: {x: n}}\n',
  ],
  [
    'writes below a key without a value',
    'source: crm\nset:\n  additionalFields: # all\n  # none yet\n',
    'additionalFields.x',
    { from: 'n' },
    'source: crm\nset:\n  additionalFields: # all\n    x: n\n  # none yet\n',
  ],
  ['fills a key without a value', 'set:\n  note:\n', 'note', { from: 'n' }, 'set:\n  note: n\n'],
  [
    'replaces a block text',
    'set:\n  note: |\n    a\n    b\n  id: c\n',
    'note',
    { from: 'n' },
    'set:\n  note: n\n  id: c\n',
  ],
  ['begins a file', '# new\n', 'note', { from: 'n' }, '# new\nset:\n  note: n\n'],
  [
    'keeps the line ends of Windows',
    'set:\r\n  id: c\r\n',
    'note',
    { from: 'n' },
    'set:\r\n  id: c\r\n  note: n\r\n',
  ],
  [
    'adds to a file without a last line end',
    'set:\n  id: c',
    'note',
    { from: 'n' },
    'set:\n  id: c\n  note: n\n',
  ],
  [
    'writes a table in lines of its own',
    'set:\n  id: c\n',
    'additionalFields.x',
    { from: 'n', values: { a: 'A', b: 'B' } },
    'set:\n  id: c\n  additionalFields:\n    x:\n      from: n\n      values:\n        a: A\n        b: B\n',
  ],
  [
    'quotes a keyName',
    'set: {}',
    'additionalFields.a: b',
    { from: 'n' },
    'set: {additionalFields: {"a: b": n}}',
  ],
];

describe('a rule that is inserted into a mapping', () => {
  it.each(cases)('%s', (_, text, part, rule, expected) => {
    expect(written(text, part, rule)).toBe(expected);
  });

  it('is not inserted if the text cannot be read, or has something else at its place', () => {
    expect(written('set: {id: ', 'note', { from: 'n' })).toBeUndefined();
    expect(written('set: text\n', 'note', { from: 'n' })).toBeUndefined();
    expect(written('- a\n', 'note', { from: 'n' })).toBeUndefined();
  });
});
