import { describe, expect, it } from 'vitest';
import { checkCall } from '../../src/check/call/check-call.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { readTest } from '../../src/mapping/tests/read-test.ts';
import { runMappingTests, type TestSurroundings } from '../../src/mapping/tests/run-tests.ts';
import { catalogOf, fieldOf, now } from '../check/catalog.ts';

const head = `source: website
destination: salon
when: form = "intake"
link: contact
operation: updateCustomer
set:
  id: "number ? number : $linked"
  note: note
  additionalFields:
    birthdate: {from: born, as: date, parse: [d.M.yyyy, yyyy-MM-dd], format: dd.MM.yyyy}
    size: {from: size, values: {L: large, S: small}, onInvalid: drop}
    hair: {from: hair, whenEmpty: clear}
    fixed: {value: x}
    topics: topics
`;

const catalog = catalogOf({
  fields: [
    ...['birthdate', 'size', 'hair', 'fixed'].map(keyName => fieldOf({ keyName })),
    fieldOf({ keyName: 'topics', type: 'checkbox_group', selectItems: ['Cut'] }),
  ],
});

function read(tests: string, mapping = head) {
  return parseMapping('mappings/intake.yaml', `${mapping}tests:\n${tests}`, {
    readFile() {
      throw new Error('there is no file');
    },
  });
}

const surroundings: TestSurroundings = {
  people: 'p',
  read: test => readTest(undefined, test),
  check(call, destination) {
    const policy = { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 1, ignoreOlder: false } as const;
    const verdict = checkCall(call, { catalog, destination, policy, validators: 'fail', now });
    const sent = verdict.kind === 'send' ? { sent: verdict.call } : {};
    return { mayLeave: verdict.kind === 'send', diagnostics: verdict.diagnostics, ...sent };
  },
};

/** Runs one test, written as a line in YAML's flow style. */
async function run(keys: string, mapping = head) {
  const parsed = read(`  - {name: t, ${keys}}\n`, mapping);
  if (!parsed.mapping) throw new Error(parsed.diagnostics.map(each => each.message).join('\n'));
  const [result] = await runMappingTests(parsed.mapping, surroundings);
  if (!result) throw new Error('there is no test');
  return result;
}

const event = 'payload: {form: intake, number: 7, note: n, born: 1.2.1990, size: L}';

describe('includes', () => {
  it('matches a part of a call', async () => {
    const parts = 'includes: [{note: n, additionalFields: {birthdate: 01.02.1990}}]';
    expect(await run(`${event}, ${parts}`)).toMatchObject({ passed: true });
    const other = await run(`${event}, includes: [{note: m, additionalFields: {hair: red, size: large}}]`);
    expect(other.passed).toBe(false);
    expect(other.differences).toEqual([
      { call: 1, name: 'note', expected: 'm', actual: 'n', reads: [{ what: 'note', value: '"n"' }] },
      { call: 1, name: 'additionalFields.hair', expected: 'red' },
    ]);
    expect(other).not.toHaveProperty('calls');
  });

  it('needs a call for each part', async () => {
    const none = await run('payload: {form: other}, includes: [{note: n}]');
    expect(none.reasons).toEqual([
      'a call is expected, but there is none: the mapping does not apply (when is not true)',
    ]);
    const two = await run(`${event}, includes: [{note: n}, {note: n}]`);
    expect(two.reasons[0]).toContain('2 calls are expected, but there is 1');
  });
});

describe('fails', () => {
  const bad = 'payload: {form: intake, number: 7, born: 31.2.1990}';

  it('needs a diagnostic of the event or of the account', async () => {
    expect(await run(`${bad}, fails: mapping/invalid-value`)).toMatchObject({ passed: true, faults: [] });
    const account = 'payload: {form: intake, number: 7, topics: Foo}';
    expect(await run(`${account}, fails: check/not-a-choice`)).toMatchObject({ passed: true });
  });

  it('reports the actual result', async () => {
    expect((await run(`${bad}, fails: mapping/not-in-table`)).reasons).toEqual([
      'it should fail with mapping/not-in-table, but it fails with mapping/invalid-value',
    ]);
    expect((await run(`${event}, fails: mapping/not-in-table`)).reasons).toEqual([
      'it should fail with mapping/not-in-table, but a call is made',
    ]);
    expect((await run('payload: {form: x}, fails: mapping/not-in-table')).reasons).toEqual([
      'it should fail with mapping/not-in-table, but nothing fails: the mapping does not apply (when is not true)',
    ]);
  });

  it('suggests the nearest code for an unknown one', () => {
    const hints = (code: string) =>
      read(`  - {name: t, ${event}, fails: ${code}}\n`).diagnostics.map(each => [each.code, each.hint]);
    expect(hints('mapping/invalid-valeu')).toEqual([
      ['mapping/invalid-test', 'did you mean "mapping/invalid-value"?'],
    ]);
    expect(hints('not-in-table')).toEqual([['mapping/invalid-test', 'did you mean "mapping/not-in-table"?']]);
    expect(hints('check/validator')).toEqual([]);
  });
});

describe('skips', () => {
  it('needs an event without a call and without a fault', async () => {
    expect(await run('payload: {form: other}, skips: true')).toMatchObject({ passed: true });
    expect((await run(`${event}, skips: true`)).reasons).toEqual([
      'no call is expected, but there is one of updateCustomer',
    ]);
    expect(await run('payload: {form: intake, number: 7, born: x}, skips: true')).toMatchObject({
      passed: false,
    });
  });

  it('includes a call of which everything is left out, but not one that waits', async () => {
    const dropping = head
      .replace('    fixed: {value: x}\n', '')
      .replace('topics: topics', 'topics: {from: topics, onInvalid: drop}');
    expect(await run('payload: {form: intake, number: 7, topics: Foo}, skips: true', dropping)).toMatchObject(
      { passed: true },
    );
    const waits = await run('payload: {form: intake, contact: c1}, skips: true');
    expect(waits.reasons[0]).toContain('it should be skipped, but it waits');
  });
});

describe('cases', () => {
  it('give inputs to one rule, without a payload', async () => {
    const rows = [
      'birthdate: {1.2.1990: 01.02.1990, 1990-02-01: 01.02.1990, soon: {fails: mapping/invalid-value}, " ": null}',
      'size: {L: large, XXL: null}',
      'hair: {" ": "", red: red}',
      'note: {" n ": n}',
      'topics: {Cut: Cut, Foo: {fails: check/not-a-choice}}',
      'id: {"12": "12", x: {fails: check/bad-number}}',
    ];
    for (const row of rows) {
      const result = await run(`cases: {${row}}`);
      expect([row, result.differences, result.reasons, result.faults]).toEqual([row, [], [], []]);
    }
  });

  it('report each unexpected result', async () => {
    const result = await run(
      'cases: {birthdate: {1.2.1990: 1.2.1990, soon: 01.01.2000, 1990-02-01: {fails: mapping/not-in-table}}, size: {L: null}}',
    );
    expect(result.passed).toBe(false);
    expect(result.differences).toEqual([
      { call: 1, name: 'birthdate of "1.2.1990"', expected: '1.2.1990', actual: '01.02.1990' },
      {
        call: 1,
        name: 'birthdate of "soon"',
        expected: '01.01.2000',
        actual: 'fails: mapping/invalid-value',
      },
      {
        call: 1,
        name: 'birthdate of "1990-02-01"',
        expected: 'fails: mapping/not-in-table',
        actual: '01.02.1990',
      },
      { call: 1, name: 'size of "L"', actual: 'large' },
    ]);
    expect(result.faults.map(({ code }) => code)).toEqual(['mapping/invalid-value']);
  });

  it('are refused without a rule, and for one that reads nothing', () => {
    const found = (cases: string) =>
      read(`  - {name: t, cases: ${cases}}\n`).diagnostics.map(each => [each.code, each.hint]);
    expect(found('{birthdat: {a: b}}')).toEqual([['mapping/invalid-test', 'did you mean "birthdate"?']]);
    expect(found('{fixed: {a: b}}')).toEqual([
      ['mapping/invalid-test', 'write a payload, and expect: with the call'],
    ]);
    expect(found('{additionalFields.hair: {a: b}}')).toEqual([]);
    expect(found('{hair: {a: {fails: mapping/invalid}}}')).toHaveLength(1);
  });
});

describe('a test', () => {
  it('has exactly one of them, and a payload if it needs one', () => {
    const codes = (keys: string) =>
      read(`  - {name: t, ${keys}}\n`).diagnostics.map(each => `${each.code}: ${each.message}`);
    expect(codes(event)).toEqual([
      'mapping/invalid-test: the test needs exactly one of expect, includes, fails, skips, cases; it has none of them',
    ]);
    expect(codes(`${event}, skips: true, expect: []`)).toEqual([
      'mapping/invalid-test: the test needs exactly one of expect, includes, fails, skips, cases; it has expect and skips',
    ]);
    expect(codes('expect: []')).toEqual(['yaml/missing-key: the key "payload" is missing in the test']);
    expect(codes(`${event}, cases: {hair: {a: a}}`)).toEqual([
      'mapping/invalid-test: payload cannot be used with cases, whose left sides are the inputs of the rule',
    ]);
    expect(codes(`${event}, skips: false`)[0]).toContain('yaml/wrong-type');
  });
});
