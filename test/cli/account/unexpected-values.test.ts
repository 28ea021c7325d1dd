import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { unexpectedText } from '../../../src/cli/try/unexpected-text.ts';
import { systemClock } from '../../../src/inbox/clock.ts';
import { openPrepared } from '../../inbox/open-prepared.ts';
import { fieldbridge, openSandbox, plainFolder } from '../command-line.ts';

const rules = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  note: note
  additionalFields:
    allergies: allergies
    lead.source: heard
    website: {value: https://example.com/}
`;

const payload = '{customer: 1001, note: Window seat, allergies: nuts, heard: at a party}';

/** The mapping with one test of the payload. */
const tested = (expectation: string, text = rules) =>
  `${text}tests:\n  - {name: a note, payload: ${payload}, ${expectation}}\n`;

const whole =
  '{id: "1001", note: Window seat, additionalFields: {allergies: nuts, lead.source: at a party, website: "https://example.com/"}}';

async function unexpectedIn(mapping: string): Promise<readonly { part: string; reads: unknown }[]> {
  const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': mapping });
  const { out } = await fieldbridge(['check', '--json'], { directory });
  return JSON.parse(out).unexpected ?? [];
}

describe('the values that no test expects', () => {
  it('do not list the customer number of a sample of which nothing is sent', async () => {
    const empty = '{customer: 1001, note: "", allergies: "", heard: ""}';
    const mapping = rules.replace('    website: {value: https://example.com/}\n', '');
    expect(
      await unexpectedIn(`${mapping}tests:\n  - {name: empty, payload: ${empty}, expect: []}\n`),
    ).toEqual([]);
    expect(await unexpectedIn(tested('expect: []', mapping))).not.toEqual([]);
  });

  it('list a rule as not sent whose answer stands at a key that the source does not read', async () => {
    const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields:
    allergies: {answer: Allergies}
    lead.source: {answer: Heard}
tests:
  - name: a form
    payload:
      customer: 1001
      list: [{q: Allergies, a: {choices: [nuts]}}, {q: Heard, a: {text: null}}, {q: Note, a: {text: hello}}]
    expect: [{id: "1001"}]
`;
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': mapping });
    const config = join(directory, 'config.yaml');
    const text = await readFile(config, 'utf8');
    await writeFile(
      config,
      text.replace(/^( +)verify:/m, '$1answers: {each: list, label: q, value: a.text}\n$&'),
    );
    const { out } = await fieldbridge(['check'], { directory });
    expect(out).toContain('has its answer at a.choices, not at a.text');
    expect(out).toContain('allergies (Allergien)  not sent  from Allergies');
    expect(out).not.toContain('from Heard');
  });

  it.each(['$answers.q7', '{answer: q7}', '{template: "{$answers.q7}!"}', '{from: $uppercase($answers.q7)}'])(
    'show the text of a question beside its id: %s',
    async rule => {
      const mapping = `source: form
destination: salon
operation: updateCustomer
set: {id: customer, note: ${rule}}
tests:
  - name: a form
    payload: {customer: 1001, list: [{id: q7, q: "Any allergies?", a: nuts}]}
    expect: [{id: "1001"}]
`;
      const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': mapping });
      const config = join(directory, 'config.yaml');
      const text = await readFile(config, 'utf8');
      await writeFile(
        config,
        text.replace(/^( +)verify:/m, '$1answers: {each: list, key: id, label: q, value: a}\n$&'),
      );
      const { out } = await fieldbridge(['check'], { directory });
      expect(out).toContain('(Any allergies?)');
    },
  );

  it.each([
    ['a test expects all', tested(`expect: [${whole}]`), []],
    [
      'a test expects no call',
      tested('expect: []'),
      ['id', 'note', 'additionalFields.allergies', 'additionalFields.lead.source'],
    ],
    [
      'one line was copied',
      tested(`expect: [${whole}]`, rules.replace('heard', 'allergies')),
      ['additionalFields.lead.source'],
    ],
    [
      'one rule is new',
      tested(`expect: [${whole.replace('lead.source: at a party, ', '')}]`),
      ['additionalFields.lead.source'],
    ],
    [
      'a rule reads what the event does not have, and sends its default',
      tested(
        `expect: [${whole.replace('at a party', 'unknown')}]`,
        rules.replace('heard', '{from: hearsay, default: unknown}'),
      ),
      [],
    ],
    [
      'a test expects parts only',
      tested('includes: [{id: "1001", additionalFields: {allergies: nuts}}]'),
      ['note', 'additionalFields.lead.source'],
    ],
    [
      'a table of cases tries a rule',
      `${tested('includes: [{id: "1001", note: Window seat}]')}  - {name: cases, cases: {allergies: {nuts: nuts}, lead.source: {radio: radio}}}\n`,
      [],
    ],
    ['a rule is faulty', tested('expect: []', rules.replace('heard', '{from: heard, as: date}')), []],
    ['there is no event at all', rules, []],
  ])('are listed by check: %s', async (_, mapping, parts) => {
    expect((await unexpectedIn(mapping)).map(({ part }) => part)).toEqual(parts);
  });

  it('are those that are sent: days in the format of the account, choices in its spelling', async () => {
    const sandbox = await openSandbox();
    const field = { action: 'add', keyName: 'started', name: 'Kunde seit', type: 'date' };
    sandbox.control('fields', {
      ...field,
      errorMessage: 'Bitte TT.MM.JJJJ',
      validatorRegexp: '^[0-9]{2}[.]',
    });
    const choices = { keyName: 'level', name: 'Stufe', type: 'selection', selectItems: ['Basis', 'Premium'] };
    sandbox.control('fields', { action: 'add', ...choices });
    const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields:
    started: {from: since, as: date}
    level: {from: plan, as: choice}
tests:
  - {name: a form, payload: {customer: 1001, since: "1969-02-07", plan: premium}, expect: [{id: "1001"}]}
`;
    const directory = plainFolder(sandbox, { 'mappings/notes.yaml': mapping });
    const { out } = await fieldbridge(['check'], { directory });
    expect(out).toMatch(/started \(Kunde seit\) +"07\.02\.1969" +from since: "1969-02-07"/);
    expect(out).toMatch(/level \(Stufe\) +"Premium" +from plan: "premium"/);
  });

  it('are shown beside what is read, with the name of the field in the account', async () => {
    const directory = plainFolder(await openSandbox(), {
      'mappings/notes.yaml': tested('expect: []', rules.replace('note: note', 'note: note & "!"')),
    });
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.status).toBe(0);
    expect(ran.out).toContain(`
No test expects these values yet. Compare each one with what it is read from:
notes
  id                                       "1001"          from customer
  note                                     "Window seat!"  from note: "Window seat"
  allergies (Allergien)                    "nuts"          from allergies
  lead.source (Aufmerksam geworden durch)  "at a party"    from heard
  if they are right: \`fieldbridge test notes --update\`
`);
  });

  it('are known again after test --update', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': tested('expect: []') });
    expect((await fieldbridge(['test', 'notes', '--update', '--yes'], { directory })).status).toBe(0);
    expect((await fieldbridge(['check'], { directory })).out).not.toContain('No test expects');
  });

  it('are told of stored events without the values of people, and a captured test expects them', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': rules });
    const store = await openPrepared(join(directory, 'bridge.db'), { clock: systemClock });
    const id = `evt_${'0'.repeat(25)}1`;
    await store.add({
      source: 'form',
      receivedAt: Date.now(),
      headers: {},
      query: {},
      body: Buffer.from(JSON.stringify({ customer: 1001, note: 'a private word', heard: 'from Petra' })),
      reading: { kind: 'json', charset: 'utf-8' },
      items: [{ id, contentHash: '1', diagnostics: [] }],
    });
    await store.close();
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.out).toContain(`
  id                                       from customer
  note                                     from note
  lead.source (Aufmerksam geworden durch)  from heard
  to see the values: \`fieldbridge preview notes ${id}\`
  if they are right: \`fieldbridge capture ${id} --into notes\`
`);
    expect(ran.out).not.toMatch(/private|Petra/);
    const previewed = await fieldbridge(['preview', 'notes', id], { directory });
    expect(previewed.out).toContain('"from Petra"      from heard');
    expect((await fieldbridge(['capture', id, '--into', 'notes'], { directory })).status).toBe(0);
    expect((await fieldbridge(['check'], { directory })).out).not.toContain('No test expects');
  });

  it('of the samples are shown also without any processor time, and check says that events were left out', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': tested('expect: []') });
    const store = await openPrepared(join(directory, 'bridge.db'), { clock: systemClock });
    await store.add({
      source: 'form',
      receivedAt: Date.now(),
      headers: {},
      query: {},
      body: Buffer.from(JSON.stringify({ customer: 1001, note: 'x' })),
      reading: { kind: 'json', charset: 'utf-8' },
      items: [{ id: `evt_${'0'.repeat(25)}1`, contentHash: '1', diagnostics: [] }],
    });
    await store.close();
    const check = async () => JSON.parse((await fieldbridge(['check', '--json'], { directory })).out);
    onTestFinished(() => void vi.restoreAllMocks());
    const before = await check();
    expect(before.unfinished).toBeUndefined();
    let user = 0;
    vi.spyOn(process, 'cpuUsage').mockImplementation(() => {
      user += 60_000_000;
      return { user, system: 0 };
    });
    const { unexpected, unfinished } = await check();
    expect(unexpected).toEqual(before.unexpected);
    expect(unexpected).toHaveLength(4);
    expect(unfinished).toEqual([{ mapping: 'notes', events: 1 }]);
    expect((await fieldbridge(['check'], { directory })).out.replaceAll(/\s+/g, ' ')).toContain(
      'notes: not all stored events of its source (1) were tried',
    );
  });

  it('do not count without the account, since the tests do not know its choices then', async () => {
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': tested('expect: []') });
    const ran = await fieldbridge(['check', '--offline'], { directory });
    expect(ran.out).not.toContain('No test expects');
  });

  it('are counted beyond sixty', () => {
    const values = Array.from({ length: 62 }, (_, at) => ({
      mapping: 'notes',
      part: `additionalFields.f${at}`,
      reads: [{ what: `q${at}`, value: '"x"' }],
      text: 'x',
    }));
    const out = new PassThrough();
    const text = unexpectedText(values, () => null, { out });
    expect(text).toContain('  f59  "x"  from q59\n  and 2 more\n');
  });
});

describe('a misspelt path in a template', () => {
  it('is told once', async () => {
    const text = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  note: {template: "{contact.firstnme} {contact.city}"}
tests:
  - {name: a note, payload: {customer: 1001, contact: {firstname: Anna, city: Ulm}}, expect: [{id: "1001"}]}
`;
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': text });
    const { out } = await fieldbridge(['check', '--json'], { directory });
    const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; path?: string }[] };
    expect(diagnostics.filter(({ path }) => path === 'note').map(({ code }) => code)).toEqual([
      'check/path-never-matches',
    ]);
  });
});

describe('the lines of look-up tables that no test has', () => {
  const listed = async (rule: string, sample = 'kind: sleek', field = 'hair.type') => {
    const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields:
    ${field}: ${rule}
tests:
  - {name: a form, payload: {customer: 1001, ${sample}}, includes: [{id: "1001"}]}
`;
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': mapping });
    const { out } = await fieldbridge(['check', '--json'], { directory });
    const all: readonly { line?: { key: string; result: string } }[] = JSON.parse(out).unexpected ?? [];
    return all.flatMap(({ line }) => (line ? `${line.key}: ${line.result}` : []));
  };

  it.each([
    ['sleek: glatt, ringlets: lockig, coily: lockig', ['ringlets: lockig', 'coily: lockig']],
    ['sleek: glatt, smooth: glatt, glatt: glatt, kraus: kraus', ['smooth: glatt']],
    ['sleek: glatt, wellig: wellig, beach waves: wellig, lockig: lockig', ['beach waves: wellig']],
    ['sleek: glatt, rippled: wellig, kinky: kraus', ['rippled: wellig', 'kinky: kraus']],
    ['sleek: glatt, lockiges Haar: lockig, WELLIG: wellig, sehr lockig: kraus', ['sehr lockig: kraus']],
    ['sleek: glatt, lockig bis kraus: kraus', ['lockig bis kraus: kraus']],
    ['sleek: glatt, ringlets: null', []],
  ] as const)('are listed if their words do not show that they are right: {%s}', async (entries, lines) => {
    expect(await listed(`{from: kind, values: {${entries}}}`)).toEqual(lines);
  });

  it.each([
    [
      '{from: kind, values: {sleek: glatt, wellig: wellig}, otherwise: kraus}',
      'kind: sleek',
      ['any other answer: kraus'],
    ],
    ['{from: kind, values: {sleek: glatt, wellig: wellig}, otherwise: kraus}', 'kind: odd', ['sleek: glatt']],
    ['{from: kind, values: {Glatt: glatt}, otherwise: null}', 'kind: Glatt', []],
    ['{from: kind, values: {★: glatt, ★★: kraus}}', 'kind: ★', ['★★: kraus']],
    [
      '{from: kind, values: {Glatt: glatt}, otherwise: kraus, because: so they say}',
      'kind: Glatt',
      ['any other answer: kraus'],
    ],
  ] as const)(
    'are listed until a test has their answer, and the choice of otherwise until one has another: %s, %s',
    async (rule, sample, lines) => {
      expect(await listed(rule, sample)).toEqual(lines);
    },
  );

  it('have the no that otherwise gives for each other answer, unless it is one to a consent', async () => {
    const rule = '{from: kind, values: {"Ja": true, "Nein": false}, otherwise: false}';
    expect(await listed(rule, 'kind: Ja', 'allergies')).toEqual(['any other answer: false']);
    expect(await listed(rule, 'kind: Ja', 'newsletter')).toEqual([]);
  });

  it('are listed also if the rule has a reason, which is about one of them', async () => {
    const rule = '{from: kind, values: {sleek: glatt, ringlets: lockig}, because: the form says so}';
    expect(await listed(rule)).toEqual(['ringlets: lockig']);
  });

  it('are not listed if a list of a test has their key', async () => {
    const rule = '{from: kind, as: list, values: {cut: Haarschnitt, dye: Farbe, care: Pflege}}';
    expect(await listed(rule, 'kind: [cut, dye]', 'interests')).toEqual(['care: Pflege']);
    const otherwise = rule.replace('}}', '}, otherwise: Styling}');
    const lines = ['care: Pflege', 'any other answer: Styling'];
    expect(await listed(otherwise, 'kind: [cut, dye]', 'interests')).toEqual(lines);
  });

  it('are not listed if a test has their key', async () => {
    const rule = '{from: kind, values: {sleek: glatt, ringlets: lockig, coily: lockig}}';
    expect(await listed(rule, 'kind: coily')).toEqual(['sleek: glatt', 'ringlets: lockig']);
  });

  it.each([
    [
      'tests:\n  - {name: a form, payload: {customer: 1001, kind: ringlets}, includes: [{id: "1001"}]}\n',
      ['others'],
    ],
    ['tests:\n  - {name: lines, cases: {hair.type: {ringlets: lockig}}}\n', ['others']],
    ['', ['notes', 'others']],
  ])('are confirmed for their own mapping only: %s', async (tests, names) => {
    const rules = `source: form
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields:
    hair.type: {from: kind, values: {ringlets: lockig}}
`;
    const directory = plainFolder(await openSandbox(), {
      'mappings/notes.yaml': `${rules}${tests}`,
      'mappings/others.yaml': rules,
    });
    for (const command of [
      ['check', '--json'],
      ['check', 'others', '--json'],
    ]) {
      const { out } = await fieldbridge(command, { directory });
      const all: readonly { line?: object; mapping: string }[] = JSON.parse(out).unexpected ?? [];
      const found = all.flatMap(({ line, mapping }) => (line ? mapping : []));
      expect(found).toEqual(command.includes('others') ? ['others'] : names);
    }
  });

  const before = {
    'no test': '',
    'a test': 'tests:\n  - {name: none, payload: {customer: 0}, skips: true}\n',
    'a test that is not indented':
      'tests:\n\n# the first\n- name: none\n  payload: {customer: 0}\n  skips: true\n',
  };

  it.each(Object.entries(before))('are shown as the test that confirms them, after %s', async (_, tests) => {
    const mapping = `source: form
destination: salon
operation: updateCustomer
when: customer
set:
  id: customer
  customerStatus: {from: plan, values: {"7": Neukunde, Stamm: Stammkunde, probe: Neukunde}}
  additionalFields:
    hair.type: {answer: Haare, values: {ringlets: lockig, coily: lockig}, otherwise: kraus}
${tests}`;
    const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': mapping });
    const { out } = await fieldbridge(['check'], { directory });
    const begin = out.indexOf('\nnotes\n') + '\nnotes\n'.length;
    const shown = out.slice(begin, out.indexOf('\n\n', begin));
    const indent = tests.includes('\n- ') ? '' : '  ';
    expect(
      shown.replace(/^tests:\n/, '').replaceAll(RegExp(`^${indent}`, 'gm'), '  '),
    ).toBe(`  - name: lines of tables
    cases:
      customerStatus: # from plan
        "7": Neukunde
        probe: Neukunde
      hair.type: # Haartyp, from Haare
        ringlets: lockig
        coily: lockig
        any other answer: kraus`);
    await writeFile(join(directory, 'mappings/notes.yaml'), `${mapping}${shown}\n`);
    expect((await fieldbridge(['test'], { directory })).status).toBe(0);
    expect((await fieldbridge(['check'], { directory })).out).not.toContain('lines of tables');
  });
});
