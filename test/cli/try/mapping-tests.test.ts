import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  openSandbox,
  plainConfig,
  plainFolder,
  plainMapping,
} from '../command-line.ts';

const failing = plainMapping.replace(
  '{id: "1001", note: Window seat}',
  '{id: "1001", note: Aisle, customerStatus: VIP}',
);

describe('test', () => {
  it('runs the tests of every mapping, and requests only the fields of the account', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'mappings/without.yaml': plainMapping.replace(/tests:.*/s, ''),
    });
    expect(await fieldbridge(['test'], { directory })).toEqual({
      status: 0,
      out: 'notes\n  ✓ a note\nwithout  no tests\n\n1 passed, 0 failed; also checked against salon\n',
      err: '',
    });
    expect(sandbox.calls().map(each => each.operation)).toEqual(['additionalCustomerFields']);
  });

  it('ends with status 1 if one fails, with the differences and their places', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/failing.yaml': failing });
    const ran = await fieldbridge(['test'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).toBe(`failing
  ✗ a note
      mappings/failing.yaml:10
                      expected  actual         read from
      note            "Aisle"   "Window seat"  note
      customerStatus  "VIP"     not sent
notes
  ✓ a note

1 passed, 1 failed; also checked against salon
\`fieldbridge test --update\` writes what they make now as what they expect.
`);
  });

  it('shows an error of several tests once, with their number and the table for a field that is a selection now', async () => {
    const sandbox = await openSandbox();
    sandbox.control('fields', {
      ...{ action: 'change', keyName: 'newsletter', type: 'selection' },
      selectItems: ['ja', 'nein'],
    });
    const [head] = plainMapping.split('tests:');
    const rules = head?.replace('allergies: allergies', 'newsletter: {from: optin, as: boolean}');
    const test = (name: string, optin: boolean) => `
  - name: ${name}
    payload: {customer: 1001, note: x, optin: ${optin}}
    expect: [{id: "1001", note: x, additionalFields: {newsletter: "${optin}"}}]`;
    const mapping = `${rules}tests:${test('one', true)}${test('two', true)}${test('no', false)}${test('three', true)}\n`;
    const directory = plainFolder(sandbox, { 'mappings/notes.yaml': mapping });
    const ran = await fieldbridge(['test'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out.match(/error: "true" is not among the choices/g)).toHaveLength(1);
    expect(ran.out).toContain('      2 more tests fail with this error\n');
    expect(ran.out.match(/the same error as in one \[check\/not-a-choice\]/g)).toHaveLength(2);
    expect(ran.out.match(/error: "false" is not among the choices/g)).toHaveLength(1);
    const table = 'values: {"true": ja, "false": nein}';
    expect(ran.out).toContain(`hint: if the sender writes true and false, add ${table} to the rule`);
    const checked = await fieldbridge(['check'], { directory });
    expect(checked.out.match(/error:/g)).toHaveLength(1);
    expect(checked.out).toContain(
      `hint: if the sender writes true and false, write ${table} in place of as: boolean`,
    );
    writeFileSync(
      join(directory, 'mappings/notes.yaml'),
      mapping
        .replace('as: boolean', table)
        .replaceAll('newsletter: "true"', 'newsletter: ja')
        .replace('newsletter: "false"', 'newsletter: nein'),
    );
    expect((await fieldbridge(['test'], { directory })).status).toBe(0);
  });

  it('shows once for each place the warnings of `check` about a payload, although the test passes', async () => {
    const [head, rest] = plainMapping.split('tests:');
    const ticked = head?.replace('allergies: allergies', `newsletter: 'optin ? "true" : "false"'`);
    const test = (name: string) => `
  - name: ${name}
    payload: {customer: 1001, note: x, optin: nein}
    expect: [{id: "1001", note: x, additionalFields: {newsletter: "true"}}]`;
    expect(rest).toBeDefined();
    const mapping = `${ticked}tests:${test('one')}${test('another')}\n`;
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': mapping });
    const ran = await fieldbridge(['test'], { directory });
    expect(ran).toMatchObject({ status: 0, err: '' });
    const warned = ran.out.match(/optin is "nein" in the sample of "\w+"/g);
    expect(warned).toEqual(['optin is "nein" in the sample of "one"']);
    expect(ran.out).toContain('[check/text-as-condition]');
    const asJson = JSON.parse((await fieldbridge(['test', '--json'], { directory })).out) as {
      tests: { diagnostics: { code: string }[] }[];
    };
    expect(asJson.tests.map(each => each.diagnostics.map(({ code }) => code))).toEqual([
      ['check/text-as-condition'],
      ['check/text-as-condition'],
    ]);
  });

  it.each([['notes'], ['mappings/notes.yaml'], ['notes.yaml']])(
    'runs only the given mapping, as %s',
    async word => {
      const directory = plainFolder(await openSandbox(), { 'mappings/failing.yaml': failing });
      const ran = await fieldbridge(['test', word], { directory });
      expect(ran.status).toBe(0);
      expect(ran.out).toBe('notes\n  ✓ a note\n\n1 passed, 0 failed; also checked against salon\n');
    },
  );

  it('ends with status 2 for an unknown mapping, and lists the existing ones', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/broken.yaml': 'source: [\n' });
    const ran = await fieldbridge(['test', 'wishes'], { directory });
    expect(ran.status).toBe(2);
    expect(ran.err).toContain('there is no mapping "wishes"; there are broken, notes');
  });

  it('ends with status 1 if a file is faulty, and runs the others', async () => {
    const directory = plainFolder(await openSandbox(), {
      'mappings/broken.yaml': plainMapping.replace('set:', 'sets:'),
    });
    const ran = await fieldbridge(['test'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).toBe('notes\n  ✓ a note\n\n1 passed, 1 failed; also checked against salon\n');
    expect(ran.err).toContain('mappings/broken.yaml:4:1: error: there is no key "sets"');
    expect((await fieldbridge(['test', 'notes'], { directory })).status).toBe(0);
  });

  it('prints JSON for programs', async () => {
    const directory = plainFolder(await openSandbox(), {
      'mappings/failing.yaml': failing,
      'mappings/broken.yaml': 'source: [\n',
    });
    const ran = await fieldbridge(['test', '--json'], { directory });
    expect(ran.status).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({
      tests: [
        {
          mapping: 'failing',
          name: 'a note',
          passed: false,
          differences: [
            { call: 1, name: 'note', expected: 'Aisle', actual: 'Window seat' },
            { call: 1, name: 'customerStatus', expected: 'VIP' },
          ],
        },
        { mapping: 'notes', name: 'a note', passed: true, differences: [] },
      ],
      faulty: [{ name: 'broken', diagnostics: [{ code: 'yaml/syntax' }] }],
    });
  });
});

const choosing = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields:
    interests: topics
tests:
  - name: a topic that the account does not have
    payload: {customer: 1001, topics: Piercing}
    expect:
      - {id: "1001", additionalFields: {interests: Piercing}}
`;

describe('test, against the account', () => {
  it('fails if the calendar would refuse an expected call, with the remedy', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/choosing.yaml': choosing });
    const ran = await fieldbridge(['test', 'choosing'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).toBe(`choosing
  ✗ a topic that the account does not have
      mappings/choosing.yaml:9
      error: "Piercing" is not among the choices of "interests" (Interessen): Haarschnitt, Farbe, Pflege, Styling, Kosmetik [check/not-a-choice]
         path: additionalFields.interests
         hint: if the sender writes it so, add values: {Piercing: "WHICH CHOICE?", Haarschnitt: Haarschnitt, Farbe: Farbe, Pflege: Pflege, Styling: Styling, Kosmetik: Kosmetik}, ignoreCase: true to the rule, with an entry for each other answer, because a table refuses all others. In place of WHICH CHOICE?, write one of the choices, or null (without quotes) to send nothing

0 passed, 1 failed; also checked against salon
`);
  });

  it('shows every fault of an event together: those of its data, and values that the calendar would refuse', async () => {
    const faulty = `source: website
destination: salon
operation: updateCustomer
set:
  id: customer
  customerStatus: stage
  additionalFields:
    first.visit: {from: visit, as: date}
    satisfaction: {from: stars, as: number}
    contact.by: by
    interests: {from: topics, as: list}
tests:
  - name: four faults
    payload: {customer: 1001, stage: Neukunde, visit: 99.99.1990, stars: many, by: Letter, topics: [Foo]}
    expect: []
`;
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': faulty });
    const ran = await fieldbridge(['test'], { directory });
    expect(ran.status).toBe(1);
    const paths = [...ran.out.matchAll(/path: (\S+)/g)].map(([, path]) => path);
    expect(paths).toEqual([
      'additionalFields.first.visit',
      'additionalFields.satisfaction',
      'additionalFields.contact.by',
      'additionalFields.interests',
    ]);
    expect(ran.out.match(/error:/g)).toHaveLength(4);
    expect(ran.out).toContain('"Letter" is not among the choices');
  });

  it('reports that nothing is known of the account, and runs the tests', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'mappings/choosing.yaml': choosing });
    const unknown = await fieldbridge(['test', '--offline'], { directory });
    expect(unknown).toEqual({
      status: 0,
      out: 'choosing\n  ✓ a topic that the account does not have\nnotes\n  ✓ a note\n\n2 passed, 0 failed\n',
      err: 'fieldbridge test: salon was not asked (its fields are not saved yet; run `fieldbridge fields --save`); calls are NOT CHECKED against it\n',
    });
    expect(sandbox.calls()).toEqual([]);
    await sandbox.close();
    const away = await fieldbridge(['test'], { directory });
    expect(away.status).toBe(0);
    expect(away.err).toMatch(/salon was not asked \(.+\); calls are NOT CHECKED against it/);
  });

  it('uses with --offline the fields that the bridge has stored', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'mappings/choosing.yaml': choosing });
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    await bridge.printed(/"url":"([^"]+)"/);
    // The files are cached for a moment after they were read.
    await expect.poll(async () => (await fieldbridge(['test', '--offline'], { directory })).status).toBe(1);
    await bridge.stop();
    const before = sandbox.calls().length;
    const ran = await fieldbridge(['test', '--offline'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).toContain('[check/not-a-choice]');
    expect(ran.out).toMatch(/1 passed, 1 failed; also checked against salon as on \d{4}-\d\d-\d\d /);
    expect(sandbox.calls()).toHaveLength(before);
  });
});

describe('the differences of a failed test', () => {
  const copied = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  note: {template: "{eyes.left}/{eyes.right}"}
  additionalFields:
    allergies: {answer: q7}
    website: {value: https://example.com/}
    lead.source: 'heard ? heard & "!" : "none"'
    newsletter: {from: optin, as: boolean}
    hair.type: {from: hair, values: {straight: glatt}}
    interests: {from: topics, as: list}
    contact.by: '$replace(ways[kind = "first"].way, "p", "P")'
    member.code: $body.answers[0].code
tests:
  - name: a note
    payload:
      customer: 1001
      optin: nein
      hair: straight
      topics: [Farbe, Pflege]
      ways: [{kind: first, way: phone}, {kind: second, way: mail}]
      heard: at a party
      eyes: {left: "+1.25", right: "-1.75"}
      answers: [{id: q7, title: Do you smoke?, answer: never, code: never}]
    expect: []
`;

  it('are shown beside what was read for them: paths, questions with their labels, and the read values', async () => {
    const sandbox = await openSandbox();
    const config = plainConfig(
      sandbox,
      '    answers: {each: answers, key: id, label: title, value: answer}\n',
    );
    const directory = plainFolder(sandbox, { 'config.yaml': config, 'mappings/notes.yaml': copied });
    const { out } = await fieldbridge(['test'], { directory, columns: 120 });
    const rows = stripVTControlCharacters(out)
      .split('\n')
      .filter(line => line.includes('not expected'));
    expect(rows.map(line => line.trim().replace(/ {2,}/g, ' | '))).toEqual([
      'id | not expected | "1001" | customer',
      'note | not expected | "+1.25/-1.75" | {eyes.left}: "+1.25", {eyes.right}: "-1.75"',
      'additionalFields.allergies | not expected | "never" | q7 (Do you smoke?)',
      'additionalFields.website | not expected | "https://example.com/"',
      'additionalFields.lead.source | not expected | "at a party!" | heard: "at a party"',
      'additionalFields.newsletter | not expected | "false" | optin: "nein"',
      'additionalFields.hair.type | not expected | "glatt" | hair: "straight"',
      'additionalFields.interests | not expected | "Farbe,Pflege" | topics: ["Farbe", "Pflege"]',
      'additionalFields.contact.by | not expected | "Phone" | ways[kind = "first"].way: "phone"',
      'additionalFields.member.code | not expected | "never" | $body.answers[0].code',
    ]);
    const narrow = await fieldbridge(['test'], { directory, columns: 80 });
    expect(stripVTControlCharacters(narrow.out)).toContain(
      '\n        read from {eyes.left}: "+1.25", {eyes.right}: "-1.75"\n',
    );
  });
});

describe('test --update', () => {
  const written = `${plainMapping.split('tests:')[0]}tests:
  # the first one
  - name: a note
    payload: {customer: 1001, note: Window seat, allergies: "nuts"}
    expect: # exactly this
      - id: 1001   # the customer
        note: 'Aisle'  # where to sit
        customerStatus: VIP
  - name: a new one
    payload: {customer: 7, note: ""}
    expect: [{id: 7}]
  - {name: in one line, payload: {customer: 8, note: x}, expect: []}
  - name: a fault
    payload: {customer: nobody, note: x}
    expect: []
# the end
`;

  it('writes the present results, keeps everything else, and shows the changes', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': written });
    const ran = await fieldbridge(['test', '--update', '--yes'], { directory });
    expect(readFileSync(join(directory, 'mappings/notes.yaml'), 'utf8')).toBe(
      written
        .replace(
          `note: 'Aisle'  # where to sit
        customerStatus: VIP
`,
          `note: 'Window seat' # where to sit
        additionalFields:
          allergies: nuts
`,
        )
        .replace('    expect: [{id: 7}]\n', '    expect: []\n')
        .replace(
          'note: x}, expect: []}',
          'note: x}, expect: [{operation: updateCustomer, id: "8", note: x}]}',
        ),
    );
    expect(ran.status).toBe(1);
    expect(ran.out).toContain('\nmappings/notes.yaml: 3 tests updated\n');
    expect(ran.out).toContain("  15 -         note: 'Aisle'  # where to sit\n");
    expect(ran.out).toContain("  15 +         note: 'Window seat' # where to sit\n");
    expect(ran.out).toContain('3 passed, 1 failed');
    expect(ran.out).toContain('✗ a fault');
    const again = await fieldbridge(['test', '--update', '--yes', '--json'], { directory });
    expect(JSON.parse(again.out)).toMatchObject({ updated: [] });
  });

  it.each([
    ['another key on a terminal', { keys: 'n' }, 1],
    ['no terminal', {}, 2],
  ])('shows what each new value is read from, and writes nothing after %s', async (_, given, status) => {
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': written });
    const ran = await fieldbridge(['test', '--update'], { directory, ...given });
    expect(readFileSync(join(directory, 'mappings/notes.yaml'), 'utf8')).toBe(written);
    expect(ran.status).toBe(status);
    expect(ran.err).toContain(
      '3 tests would expect other values. Compare each one with what it is read from.',
    );
    expect(ran.err).toContain('additionalFields.allergies  not expected  "nuts"         allergies\n');
    const asJson = await fieldbridge(['test', '--update', '--json'], { directory });
    expect(asJson).toMatchObject({ status: 2, out: '' });
  });

  it('writes after the key y on a terminal', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': written });
    const ran = await fieldbridge(['test', '--update'], { directory, keys: 'y' });
    expect(readFileSync(join(directory, 'mappings/notes.yaml'), 'utf8')).toContain('allergies: nuts\n');
    expect(ran.out).toMatch(/^mappings\/notes\.yaml: 3 tests updated\n/);
  });

  it('writes the values of includes, and the code of fails', async () => {
    const others = `${plainMapping.split('tests:')[0]}tests:
  - name: a part
    payload: {customer: 1001, note: Window seat, allergies: "nuts"}
    includes:
      - note: Aisle # where to sit
        additionalFields: {allergies: none, hair.type: glatt}
  - name: a part that is right
    payload: {customer: 1001, note: Window seat}
    includes: [{note: Window seat}]
  - name: a fault
    payload: {note: x}
    fails: mapping/invalid-value # no number
  - name: no fault at all
    payload: {customer: 1001, note: x}
    fails: mapping/invalid-value
  - name: nothing of it is sent
    payload: {customer: 1001, note: x}
    includes: [{customerStatus: VIP}]
  - name: a call after all
    payload: {customer: 1001, note: x}
    skips: true
`;
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': others });
    const ran = await fieldbridge(['test', '--update', '--yes'], { directory });
    expect(readFileSync(join(directory, 'mappings/notes.yaml'), 'utf8')).toBe(
      others
        .replace('note: Aisle', 'note: Window seat')
        .replace('{allergies: none, hair.type: glatt}', '{allergies: nuts}')
        .replace('mapping/invalid-value # no number', 'mapping/missing-value # no number'),
    );
    expect(ran.out).toContain('\nmappings/notes.yaml: 2 tests updated\n');
    expect(ran.out).toContain('3 passed, 3 failed');
  });

  it('never writes a call that the calendar would refuse', async () => {
    const text = choosing.replace('{interests: Piercing}', '{interests: Farbe}');
    const directory = plainFolder(await openSandbox(), { 'mappings/choosing.yaml': text });
    const ran = await fieldbridge(['test', 'choosing', '--update', '--yes'], { directory });
    expect(ran.status).toBe(1);
    expect(ran.out).not.toContain('updated');
    expect(readFileSync(join(directory, 'mappings/choosing.yaml'), 'utf8')).toBe(text);
  });

  it('does not change a file that it cannot edit, and reports that', async () => {
    const text = plainMapping
      .replace(
        'tests:\n',
        'tests:\n  - {name: first, payload: {customer: 1, note: x}, expect: &one [{id: 1, note: x}]}\n',
      )
      .replace('expect:\n      - {id: "1001", note: Window seat}', 'expect: *one');
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': text });
    const ran = await fieldbridge(['test', '--update', '--yes'], { directory });
    expect(readFileSync(join(directory, 'mappings/notes.yaml'), 'utf8')).toBe(text);
    expect(ran.status).toBe(3);
    expect(ran.err).toContain('cannot edit; write its tests by hand');
  });
});
