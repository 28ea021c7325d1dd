import { describe, expect, it } from 'vitest';
import { bookingData, bookingMapping, evaluateYaml, mappingOf, requestOf } from './evaluate-yaml.ts';

const head =
  'source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: nr\n  additionalFields:\n    f:\n';

/** Returns the text that is sent for the field `f` by a rule in block style with these lines. */
async function sentBy(...lines: readonly string[]): Promise<unknown> {
  const text = head + lines.map(line => (line === '' ? '\n' : `      ${line}\n`)).join('');
  const evaluation = await evaluateYaml(text, { payload: { nr: '7', a: 'x', list: ['x', 'y'] } });
  const request = requestOf(evaluation);
  return typeof request === 'string' ? request : (request.additionalFields as { f: string }).f;
}

describe('the final line break of a YAML block is not part of the text', () => {
  it.each([
    ['of a literal', ['value: |', '  Website'], 'Website'],
    ['of a folded literal', ['value: >', '  Website', '  and shop'], 'Website and shop'],
    ['that has lines', ['value: |', '  one', '', '    two', '  three'], 'one\n\n  two\nthree'],
    ['with a comment', ['value: | # the source', '  Website'], 'Website'],
    ['with an indent of its own', ['value: |2', '    Website'], '  Website'],
    ['that has empty lines behind it', ['value: |', '  Website', '', ''], 'Website'],
    ['of a template', ['template: |', '  Form of {a}'], 'Form of x'],
    ['of a folded template', ['template: >', '  Form', '  of {a}'], 'Form of x'],
    ['of a template of lines', ['template: |', '  Form of {a}', '  - {nr}'], 'Form of x\n- 7'],
    ['of a default', ['from: b', 'default: |', '  none given'], 'none given'],
    ['of a result of a table', ['from: a', 'values:', '  x: |', '    Website'], 'Website'],
    ['of otherwise', ['from: a', 'values: {y: z}', 'otherwise: |', '  Website'], 'Website'],
    ['in a list', ['value:', '  - |', '    one', '  - >', '    two'], 'one,two'],
    ['in a list of a table', ['from: a', 'values:', '  x:', '    - |', '      one', '    - two'], 'one,two'],
    ['of an expression', ['from: |', '  a & "!"'], 'x!'],
    ['that an alias stands for', ['value: &text |', '  Website'], 'Website'],
  ])('%s', async (_, lines, text) => {
    expect(await sentBy(...lines)).toBe(text);
  });

  it.each([
    ['that is kept', ['value: |+', '  Website'], 'Website\n'],
    ['that is kept with those behind it', ['value: |+', '  Website', '', ''], 'Website\n\n\n'],
    ['that is left out', ['value: |-', '  Website'], 'Website'],
    ['that is kept in a folded text', ['value: >+', '  Website'], 'Website\n'],
    ['that is written in quotation marks', ['value: "Website\\n"'], 'Website\n'],
    ['in a template in quotation marks', ['template: "{a}\\n"'], 'x\n'],
  ])('but the text stays unchanged if it is one %s', async (_, lines, text) => {
    expect(await sentBy(...lines)).toBe(text);
  });

  it('in a parameter of a booking, and in the expectation of a test', async () => {
    const text = bookingMapping('  firstName:\n    value: |\n      Anna\n');
    expect(requestOf(await evaluateYaml(text, { payload: bookingData }))).toMatchObject({
      firstName: 'Anna',
    });
    const tests = `${head}      value: |\n        Website\ntests:
  - name: t
    payload: {nr: 7}
    expect:
      - id: |
          7
        additionalFields:
          f: |
            Website
          g: "x\\n"
`;
    expect(mappingOf(tests).tests[0]?.expect).toEqual([
      { id: '7', additionalFields: { f: 'Website', g: 'x\n' } },
    ]);
  });
});
