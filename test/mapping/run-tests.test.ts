import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { compile } from '../../src/expressions/compile.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { readTest } from '../../src/mapping/tests/read-test.ts';
import { runMappingTests, type TestSurroundings } from '../../src/mapping/tests/run-tests.ts';
import type { Answers } from '../../src/receive/answers/answers.ts';
import { senderSource } from '../receive/senders/a-sender.ts';
import { mappingOf } from './evaluate-yaml.ts';

const mapping = `source: website
destination: salon
when: form = "intake"
link: contact
operation: updateCustomer
set:
  id: $linked
  note: {template: "Intake form of {$answers.date}"}
  additionalFields:
    lead.source: {value: Website}
    size: {from: size, as: number}
    tag: $headers."x-tag"
    page: $query.page
tests:
`;
/** Reads tests as a source would that finds its answers like this. */
const withAnswers =
  (answersOf: (payload: unknown) => Answers | undefined): TestSurroundings['read'] =>
  async test => {
    const read = await readTest(undefined, test);
    if (read.kind === 'unreadable') return read;
    return { ...read, events: read.events.map(each => ({ ...each, answers: answersOf(each.payload) })) };
  };

const run = async (test: string) => {
  const [result] = await runMappingTests(mappingOf(mapping + test), {
    people: 'crm',
    read: withAnswers(payload => (payload as { answers?: Answers }).answers),
  });
  if (!result) throw new Error('no test ran');
  return result;
};

describe('a test of a mapping', () => {
  it('passes if the call is exactly the expected one', async () => {
    const result = await run(`
  - name: a returning customer
    payload: {form: intake, contact: c1, size: 3, answers: {date: today}}
    headers: {X-Tag: vip}
    query: {page: 2}
    linked: 1001
    expect:
      - operation: updateCustomer
        destination: salon
        id: "1001"
        note: Intake form of today
        additionalFields: {lead.source: Website, size: 3, tag: vip, page: "2"}
`);
    expect(result).toMatchObject({
      name: 'a returning customer',
      passed: true,
      differences: [],
      place: { line: 16 },
    });
  });

  it('may leave out the operation and the destination', async () => {
    const result = await run(
      '  - {name: t, payload: {form: intake, contact: c1}, linked: 5, expect: [{id: 5, additionalFields: {lead.source: Website}}]}\n',
    );
    expect(result).toMatchObject({ passed: true });
  });

  it('reports each value that differs', async () => {
    const result = await run(
      '  - {name: t, payload: {form: intake, contact: c1, size: 4}, linked: 5, expect: [{operation: persistCustomerData, id: 5, note: x, additionalFields: {size: 3, tag: vip}}]}\n'.replace(
        'operation: persistCustomerData, ',
        '',
      ),
    );
    expect(result.passed).toBe(false);
    expect(result.differences).toEqual([
      { call: 1, name: 'note', expected: 'x' },
      {
        call: 1,
        name: 'additionalFields.size',
        expected: '3',
        actual: '4',
        reads: [{ what: 'size', value: '4' }],
      },
      { call: 1, name: 'additionalFields.tag', expected: 'vip' },
      { call: 1, name: 'additionalFields.lead.source', actual: 'Website' },
    ]);
  });

  it('expects no call with an empty list', async () => {
    expect(await run('  - {name: t, payload: {form: other}, expect: []}\n')).toMatchObject({ passed: true });
    expect(await run('  - {name: t, payload: {form: intake, contact: c1}, expect: []}\n')).toMatchObject({
      passed: true,
    });
    const call = await run('  - {name: t, payload: {form: intake, contact: c1}, linked: 5, expect: []}\n');
    expect(call.reasons).toEqual(['no call is expected, but there is one of updateCustomer']);
    expect(call.differences).toEqual([
      { call: 1, name: 'id', actual: '5' },
      { call: 1, name: 'additionalFields.lead.source', actual: 'Website' },
    ]);
  });

  it('reports why there is no call', async () => {
    const other = await run('  - {name: t, payload: {form: other}, expect: [{id: 5}]}\n');
    expect(other.reasons).toEqual([
      'a call is expected, but there is none: the mapping does not apply (when is not true)',
    ]);
    expect(other).not.toHaveProperty('calls');
    const unlinked = await run('  - {name: t, payload: {form: intake, contact: c1}, expect: [{id: 5}]}\n');
    expect(unlinked.reasons).toEqual([
      'a call is expected, but there is none: no customer number is known for "c1" at salon yet; give the test linked:',
    ]);
  });

  it('fails if the event fails, whatever is expected', async () => {
    for (const expected of ['[]', '[{id: 5}]']) {
      const result = await run(
        `  - {name: t, payload: {form: intake, contact: c1, size: big}, linked: 5, expect: ${expected}}\n`,
      );
      expect(result).toMatchObject({ passed: false, reasons: [], differences: [], diagnostics: [] });
      expect(result.faults).toMatchObject([
        { code: 'mapping/invalid-value', message: 'additionalFields.size: "big" is not a number' },
      ]);
      expect(result.calls).toBeUndefined();
    }
  });

  it('fails if its payload cannot be read', async () => {
    const result = await run('  - {name: t, payload: none.json, expect: []}\n');
    expect(result.reasons).toEqual([
      'the payload mappings/none.json cannot be read: there is no file mappings/none.json',
    ]);
    expect(result.passed).toBe(false);
  });

  it('fails if a check refuses the expected call', async () => {
    const text =
      '  - {name: t, payload: {form: intake, contact: c1}, linked: 5, expect: [{id: 5, additionalFields: {lead.source: Website}}]}\n';
    const fault = diagnostic('check/not-a-choice', '"Website" is not among the choices');
    const asked: unknown[] = [];
    const checkWith = (mayLeave: boolean) =>
      runMappingTests(mappingOf(mapping + text), {
        people: 'crm',
        read: withAnswers(() => undefined),
        check(call, destination) {
          asked.push([call.operation, destination]);
          return { mayLeave, diagnostics: [fault] };
        },
      });
    expect(await checkWith(false)).toMatchObject([
      { passed: false, faults: [fault], differences: [], diagnostics: [] },
    ]);
    expect((await checkWith(false))[0]?.calls).toBeUndefined();
    expect(await checkWith(true)).toMatchObject([{ passed: true, faults: [], diagnostics: [fault] }]);
    expect(asked[0]).toEqual(['updateCustomer', 'salon']);
  });

  it('may expect the result of the rule or the sent value, which differ for choices', async () => {
    const run = (size: string, text: string) => {
      const test = `  - {name: t, payload: {form: intake, contact: c1, size: 3}, linked: 5, expect: [{id: 5, additionalFields: {lead.source: Website, size: ${size}}}]}\n`;
      return runMappingTests(mappingOf(mapping + test), {
        people: 'crm',
        read: withAnswers(() => undefined),
        check: call => ({
          mayLeave: true,
          diagnostics: [],
          sent: {
            ...call,
            additionalFields: call.additionalFields.map(each =>
              each.key === 'size' ? { ...each, change: { set: { text, origin: 'data' } } } : each,
            ),
          },
        }),
      });
    };
    expect(await run('"3"', 'three')).toMatchObject([{ passed: true, calls: [{ id: '5' }] }]);
    expect(await run('three', 'three')).toMatchObject([{ passed: true }]);
    expect(await run('four', 'three')).toMatchObject([
      { passed: false, differences: [{ expected: 'four', actual: 'three' }] },
    ]);
  });

  it('fails if more calls are expected than one mapping can make', async () => {
    const result = await run(
      '  - {name: t, payload: {form: intake, contact: c1}, linked: 5, expect: [{id: 5}, {id: 5}]}\n',
    );
    expect(result.passed).toBe(false);
  });
});

it('covers the whole language in one mapping', async () => {
  const text = `source: website
destination: salon
when: form_response.form_id = "intake"
link: form_response.hidden.contact_id
whenUnlinked: wait
onInvalid: fail
onUnknownField: hold
maxAge: 7d
operation: updateCustomer
set:
  id: $linked
  note: {template: "Intake form of {$answers.date}"}
  customerStatus:
    from: $answers.interest
    values: {high: Stammkunde, low: Neukunde}
    otherwise: null
  additionalFields:
    allergies: $answers.allergies
    birthdate: {from: $answers.dob, as: date, parse: [yyyy-MM-dd, MM/dd/yyyy], format: dd.MM.yyyy}
    interests: {from: $answers.topics, as: list, separator: ","}
    newsletter: {from: $answers.optin, as: boolean}
    lead.source: {value: Website}
tests:
  - name: a returning customer with allergies
    payload: {form_response: {form_id: intake, hidden: {contact_id: c1}, answers: {allergies: Nuts}}}
    linked: 1001
    expect:
      - operation: updateCustomer
        id: "1001"
        additionalFields: {allergies: Nuts, lead.source: Website}
  - name: a new customer who answers everything
    payload:
      form_response:
        form_id: intake
        hidden: {contact_id: 2}
        answers: {date: today, interest: low, dob: 03/31/1990, topics: [hair, nails], optin: "Yes"}
    linked: "1002"
    expect:
      - id: 1002
        note: Intake form of today
        customerStatus: Neukunde
        additionalFields:
          birthdate: 31.03.1990
          interests: hair,nails
          newsletter: true
          lead.source: Website
`;
  const mapping = mappingOf(text);
  const answersOf = (payload: unknown) =>
    (payload as { form_response: { answers: Record<string, unknown> } }).form_response.answers;
  const results = await runMappingTests(mapping, { people: 'website', read: withAnswers(answersOf) });
  expect(results.map(each => each.differences)).toEqual([[], []]);
});

describe('a test whose payload is a file', () => {
  const hubspot = senderSource('hubspot');
  const file = (body: string, name = 'samples/a.json') =>
    parseMapping(
      'mappings/crm.yaml',
      `source: crm
destination: salon
operation: updateCustomer
set:
  id: objectId
  note: $event.type
tests:
  - name: t
    payload: ${name}
    expect: [{id: 1, note: contact.creation}, {id: "706405506930370084", note: contact.deletion}]
`,
      { readFile: () => Buffer.from(body) },
    ).mapping;
  const runWith = async (body: string, name?: string) => {
    const mapping = file(body, name);
    if (!mapping) throw new Error('it is no mapping');
    const [result] = await runMappingTests(mapping, { people: 'crm', read: test => readTest(hubspot, test) });
    return result;
  };
  const creation = '{"objectId": 1, "subscriptionType": "contact.creation"}';
  const deletion = '{"objectId": 706405506930370084, "subscriptionType": "contact.deletion"}';

  it('is read as by the source: split into events, with exact numbers', async () => {
    expect(await runWith(`[${creation}, ${deletion}]`)).toMatchObject({ passed: true, differences: [] });
  });

  it('shows when its events happened', async () => {
    const text = `source: crm
destination: salon
operation: updateCustomer
set: {id: objectId, note: $event.occurredAt}
tests:
  - name: from a file
    payload: samples/a.json
    expect: [{id: 1, note: "2021-02-25T15:02:09.111Z"}]
  - name: from the mapping itself
    payload: {objectId: 1, occurredAt: 1614265329111}
    expect: [{id: 1, note: "2021-02-25T15:02:09.111Z"}]
`;
    const bytes = Buffer.from('[{"objectId": 1, "occurredAt": 1614265329111}]');
    const { mapping } = parseMapping('mappings/crm.yaml', text, { readFile: () => bytes });
    if (!mapping) throw new Error('it is no mapping');
    const compiled = compile('occurredAt');
    if (!('expression' in compiled)) throw new Error('it is no expression');
    const source = { ...hubspot, occurredAt: compiled.expression };
    const read: TestSurroundings['read'] = test => readTest(source, test);
    const results = await runMappingTests(mapping, { people: 'crm', read });
    expect(results.map(each => each.differences)).toEqual([[], []]);
  });

  it('reports which call differs, is missing, or is unexpected', async () => {
    expect((await runWith(`[${deletion}, ${deletion}]`))?.differences).toEqual([
      {
        call: 1,
        name: 'id',
        expected: '1',
        actual: '706405506930370084',
        reads: [{ what: 'objectId', value: '"706405506930370084"' }],
      },
      {
        call: 1,
        name: 'note',
        expected: 'contact.creation',
        actual: 'contact.deletion',
        reads: [{ what: '$event.type', value: '"contact.deletion"' }],
      },
    ]);
    const reasons = async (body: string) => (await runWith(body))?.reasons;
    expect(await reasons(`[${creation}]`)).toEqual([
      '2 calls are expected, but there is 1: a mapping makes at most one of an event',
    ]);
    expect(await reasons(`[${creation}, ${deletion}, ${creation}]`)).toEqual([
      'there is one call more of updateCustomer',
    ]);
    expect(await reasons('[]')).toEqual([
      '2 calls are expected, but there are 0: a mapping makes at most one of an event',
    ]);
  });

  it('fails if the source could not read it', async () => {
    const result = await runWith('[1', 'samples/a.txt');
    expect(result?.reasons).toEqual([
      'the payload mappings/samples/a.txt cannot be read: the body is not JSON: it ends at line 1, column 3; expected: a comma or ]',
    ]);
  });
});
