import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { appendTest, type NewTest } from '../../src/mapping/tests/append-test.ts';

const head = `# For the form of the website
source: form
destination: salon   # the only one
operation: updateCustomer
set: {id: customer, note: note}
`;

const test: NewTest = {
  name: 'a "quoted": name',
  payload: 'samples/new.json',
  headers: { 'x-event': 'on' },
  linked: '1001',
  expect: [{ id: '0012', note: 'two\nlines: # no comment', additionalFields: { 'lead.source': 'yes' } }],
};

/** Parses the tests in a text. */
function testsOf(text: string) {
  const { mapping, diagnostics } = parseMapping('/m/notes.yaml', text, { readFile: () => Buffer.from('{}') });
  expect(diagnostics.filter(each => each.severity === 'error')).toEqual([]);
  return (mapping?.tests ?? []).map(({ name, linked, headers, expect: calls }) => ({
    name,
    linked,
    headers,
    expect: calls,
  }));
}

const read = { name: test.name, linked: '1001', headers: { 'x-event': 'on' }, expect: test.expect };
const one = { name: 'one', linked: undefined, headers: {}, expect: [] };

describe('a test that is added to the text of a mapping', () => {
  it.each([
    ['without tests', head, []],
    ['without a newline at its end', head.trimEnd(), []],
    ['with an empty key', `${head}tests:\n`, []],
    ['with an empty list and a comment', `${head}tests: [] # none yet\nonInvalid: drop\n`, []],
    [
      'with a block list',
      `${head}tests:\n  - name: one # the first\n    payload: {}\n    expect: [] # nothing\n`,
      [one],
    ],
    ['with a list that is not indented', `${head}tests:\n- name: one\n  payload: {}\n  expect: []\n`, [one]],
    [
      'with keys behind its tests',
      `${head}tests:\n    - name: one\n      payload: {}\n      expect: []\n\n# how bad values are treated\nonInvalid: drop\n`,
      [one],
    ],
    ['with a flow list', `${head}tests: [{name: one, payload: {}, expect: []}]\nonInvalid: drop\n`, [one]],
    [
      'with a flow list of several lines',
      `${head}tests: [\n  {name: one, payload: {}, expect: []}, # the first\n]\n`,
      [one],
    ],
    [
      'with a block text at its end',
      `${head}tests:\n  - expect: []\n    payload: {}\n    name: |-\n      one\n`,
      [one],
    ],
  ])('%s keeps the existing text', (_title, text, before) => {
    const changed = appendTest(text, test);
    expect(testsOf(changed)).toEqual([...before, read]);
    const lines = changed.split('\n');
    const kept = text.split('\n').filter(line => line.trim() !== '' && !line.startsWith('tests:'));
    expect(kept.filter(line => !lines.includes(line))).toEqual([]);
    for (const comment of text.match(/#.*/g) ?? []) expect(changed).toContain(comment);
  });

  it('keeps the line ends of Windows', () => {
    const changed = appendTest(
      `${head}tests:\n  - name: one\n    payload: {}\n    expect: []\n`.replaceAll('\n', '\r\n'),
      test,
    );
    expect(changed.replaceAll('\r\n', '')).not.toContain('\n');
    expect(testsOf(changed)).toEqual([one, read]);
  });

  it('accepts a payload that stands in the mapping', () => {
    const changed = appendTest(head, { name: 'x', payload: { a: [1, '1', null, 'ja'] }, expect: [] });
    const { mapping } = parseMapping('/m/notes.yaml', changed, { readFile: () => new Uint8Array() });
    expect(mapping?.tests[0]?.payload).toEqual({ event: { a: [1, '1', null, 'ja'] } });
  });
});
