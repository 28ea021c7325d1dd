import { describe, expect, it } from 'vitest';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { bookingMapping, fieldMapping, mappingOf, parse } from './evaluate-yaml.ts';

/** Returns the diagnostics of a text: each code, and the part of the text that it points at. */
function found(text: string): string[][] {
  const lines = text.split('\n');
  return parse(text).diagnostics.map(({ code, place }) => {
    const start = (place?.column ?? 1) - 1;
    return [code, (lines[(place?.line ?? 1) - 1] ?? '').slice(start, start + (place?.length ?? 0))];
  });
}

const hintOf = (text: string) => parse(text).diagnostics[0]?.hint;
const update = (set: string, head = '') =>
  `source: website\ndestination: salon\n${head}operation: updateCustomer\nset:\n${set}`;

describe('a mapping file', () => {
  it('has defaults for missing keys', () => {
    expect(mappingOf(fieldMapping('a'))).toMatchObject({
      name: 'intake',
      file: 'mappings/intake.yaml',
      source: 'website',
      destination: { name: 'salon' },
      when: undefined,
      link: undefined,
      whenUnlinked: 'wait',
      onInvalid: 'fail',
      onUnknownField: 'hold',
      operation: 'updateCustomer',
      tests: [],
      places: { source: { line: 1, column: 9 }, destination: { line: 2, column: 14 } },
    });
  });

  it('may ignore older events if it updates; a booking would be lost', () => {
    expect(mappingOf(fieldMapping('a'))).toMatchObject({ ignoreOlder: false });
    expect(mappingOf(fieldMapping('a', 'ignoreOlder: false\n')).places).not.toHaveProperty('ignoreOlder');
    expect(mappingOf(fieldMapping('a', 'ignoreOlder: true\n'))).toMatchObject({
      ignoreOlder: true,
      places: { ignoreOlder: { line: 3, column: 1, length: 'ignoreOlder'.length } },
    });
    expect(found(fieldMapping('a', 'ignoreOlder: yes please\n'))).toEqual([
      ['yaml/wrong-type', 'yes please'],
    ]);
    expect(found(bookingMapping('', 'ignoreOlder: true\n'))).toEqual([
      ['mapping/invalid-rule', 'ignoreOlder'],
    ]);
    expect(mappingOf(bookingMapping('', 'ignoreOlder: false\n'))).toMatchObject({ ignoreOlder: false });
  });

  it('has a version that changes with its text', () => {
    const version = (text: string) => mappingOf(text).version;
    expect(version(fieldMapping('a'))).toBe(version(fieldMapping('a')));
    expect(version(fieldMapping('a'))).not.toBe(version(fieldMapping('b')));
    expect(version(fieldMapping('a'))).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused for an unknown key, a wrong type or a missing key', () => {
    expect(found(`${fieldMapping('a')}onInvalidd: drop\n`)).toEqual([['yaml/unknown-key', 'onInvalidd']]);
    expect(found(fieldMapping('a', 'onInvalid: dropp\n'))).toEqual([['yaml/wrong-type', 'dropp']]);
    expect(found(fieldMapping('a').replace('source: website\n', ''))).toEqual([
      ['yaml/missing-key', 'destination: salon'],
    ]);
    expect(found(fieldMapping('a', 'maxAge: 7 days\n'))).toEqual([['yaml/wrong-type', '7 days']]);
    expect(found(fieldMapping('a').replace('updateCustomer', 'deleteCustomer'))).toEqual([
      ['yaml/wrong-type', 'deleteCustomer'],
    ]);
    expect(parse('- a\n').diagnostics.map(each => each.code)).toEqual(['yaml/wrong-type']);
    expect(parse('').mapping).toBeUndefined();
    expect(parse('').diagnostics).not.toEqual([]);
  });

  it('reports all its faults at once, in the order of their places, also inside expressions', () => {
    const text = `source: website
destination: {from: city, values: {Bonn: salon}, parse: yyyy}
when: form.id =
whenUnlinked: later
operation: updateCustomer
set:
  customerId: $linked
  note: {template: "Form of {$answers.}"}
  additionalFields:
    a: 3
    b: {form: x}
    c: {from: "a..b", as: date, format: DD.MM.YYYY}
tests:
  - name: t
    payload: missing.json
    expect: [{ide: 1}]
`;
    expect(found(text)).toEqual([
      ['mapping/invalid-rule', 'parse'],
      ['expression/syntax', '='],
      ['yaml/wrong-type', 'later'],
      ['mapping/missing-parameter', 'set'],
      ['mapping/unknown-parameter', 'customerId'],
      ['expression/syntax', '.'],
      ['yaml/wrong-type', '3'],
      ['yaml/unknown-key', 'form'],
      ['expression/syntax', '..'],
      ['mapping/invalid-rule', 'DD.MM.YYYY'],
      ['yaml/unreadable-file', 'missing.json'],
      ['mapping/unknown-parameter', 'ide'],
    ]);
  });

  it('names its source even if the rest is faulty', () => {
    expect(parse('source: crm\nset: 3\n').source).toBe('crm');
    expect(parse('source: "crm" # the shop\n  bad: [\n').source).toBe('crm');
    expect(parse('operation: x\n').source).toBeUndefined();
    expect(parse('[').source).toBeUndefined();
  });
});

describe('parameters', () => {
  it('are those of the operation, and an unknown one gets the nearest name', () => {
    expect(found(update('  id: a\n  note: a\n  customerId: b\n'))).toEqual([
      ['mapping/unknown-parameter', 'customerId'],
    ]);
    expect(hintOf(update('  id: a\n  note: a\n  customerId: b\n'))).toBe('did you mean "id"?');
    expect(hintOf(update('  id: a\n  note: a\n  customerSttaus: b\n'))).toBe(
      'did you mean "customerStatus"?',
    );
    expect(hintOf(update('  id: a\n  note: a\n  privacy: b\n'))).toBe(
      'it is a parameter of persistCustomerData',
    );
    expect(hintOf(update('  id: a\n  note: a\n  additionalFields.size: b\n'))).toBe(
      'write "size" under additionalFields:',
    );
    expect(hintOf(bookingMapping('  lastName: b\n'))).toBe('did you mean "name"?');
    expect(hintOf(bookingMapping('  id: b\n'))).toBe('did you mean "customerId"?');
    expect(hintOf(bookingMapping('  token: b\n'))).toBe('remove it: the token is the one of the destination');
    expect(hintOf(bookingMapping('  constructor: b\n'))).toBe(
      'an additional field of the account stands under additionalFields:',
    );
    const [first] = parse(update('  id: a\n  note: a\n  customerId: b\n')).diagnostics;
    expect(first?.message).toBe(
      'updateCustomer has no parameter "customerId"; it has id, note, customerStatus, additionalFields',
    );
  });

  it('are required if the operation needs them', () => {
    const missing = (text: string) =>
      parse(text)
        .diagnostics.filter(each => each.code === 'mapping/missing-parameter')
        .map(each => each.message);
    expect(missing(update('  note: a\n'))).toEqual(['updateCustomer needs a rule for id']);
    expect(missing(bookingMapping('').replace(/set:.*/s, 'set: {}\n'))).toEqual(
      ['appointmentId', 'privacy', 'terms', 'minAge'].map(
        name => `persistCustomerData needs a rule for ${name}`,
      ),
    );
    expect(missing(update('  id: a\n'))).toHaveLength(1);
    expect(missing(update('  id: a\n  additionalFields: {}\n'))).toHaveLength(1);
    expect(missing(update('  id: a\n  customerStatus: b.c\n'))).toEqual([]);
  });

  it('can be cleared only if an empty text clears them in the account', () => {
    const rule = '{from: a.b, whenEmpty: clear}';
    expect(found(update(`  id: ${rule}\n  note: ${rule}\n`))).toEqual([
      ['mapping/invalid-rule', 'whenEmpty'],
    ]);
    expect(found(update(`  id: a\n  customerStatus: ${rule}\n`))).toEqual([
      ['mapping/invalid-rule', 'whenEmpty'],
    ]);
    expect(found(bookingMapping(`  marketing: ${rule}\n`))).toEqual([['mapping/invalid-rule', 'whenEmpty']]);
    expect(found(bookingMapping(`  email: ${rule}\n  additionalFields: {f: ${rule}}\n`))).toHaveLength(1);
    expect(found(fieldMapping(rule))).toEqual([]);
  });

  it('may have any non-empty text as the name of an additional field', () => {
    const text = fieldMapping('a').replace('    f: a', '    "a.b.c": a\n    id: a\n    "Größe (cm)": a');
    expect(mappingOf(text).additionalFields.map(each => each.key)).toEqual(['a.b.c', 'id', 'Größe (cm)']);
    expect(found(fieldMapping('a').replace('f: a', '" ": a'))).toEqual([['yaml/wrong-type', '" "']]);
    expect(found(update('  id: a\n  additionalFields: [a]\n'))).toContainEqual(['yaml/wrong-type', '[a]']);
  });
});

describe('a rule', () => {
  const rule = (text: string) => found(fieldMapping(text));

  it('has exactly one of from, answer, value and template', () => {
    expect(rule('{}')).toEqual([['mapping/invalid-rule', 'f']]);
    expect(rule('{from: a, value: b}')).toEqual([['mapping/invalid-rule', 'f']]);
    expect(rule('{as: text}')).toEqual([['mapping/invalid-rule', 'f']]);
  });

  it('is an expression or a map; otherwise the hint has a literal', () => {
    expect(rule('3')).toEqual([['yaml/wrong-type', '3']]);
    expect(hintOf(fieldMapping('3'))).toBe('for a literal, write {value: 3}');
    expect(hintOf(fieldMapping('true'))).toBe('for a literal, write {value: true}');
    expect(rule('')).toEqual([['yaml/wrong-type', 'f']]);
    expect(rule('[a]')).toEqual([['yaml/wrong-type', '[a]']]);
    expect(rule('{value: {a: b}}').map(([code]) => code)).toEqual(['yaml/wrong-type']);
  });

  it('accepts only keys that work together', () => {
    expect(rule('{value: a, values: {a: b}}')).toEqual([['mapping/invalid-rule', 'values']]);
    expect(rule('{from: a, otherwise: b}')).toEqual([['mapping/invalid-rule', 'otherwise']]);
    expect(rule('{from: a, ignoreCase: true}')).toEqual([['mapping/invalid-rule', 'ignoreCase']]);
    for (const key of ['parse: yyyy', 'format: yyyy', 'zone: UTC', 'country: DE', 'separator: ";"']) {
      expect(rule(`{from: a, ${key}}`)).toEqual([['mapping/invalid-rule', key.split(':')[0]]]);
      expect(rule(`{from: a, as: text, ${key}}`)).toEqual([['mapping/invalid-rule', key.split(':')[0]]]);
    }
  });

  it('accepts only existing patterns, zones and countries', () => {
    expect(rule('{from: a, as: date, parse: [dd.MM.yyyy, DD.MM.YYYY]}')).toEqual([
      ['mapping/invalid-rule', 'DD.MM.YYYY'],
    ]);
    expect(hintOf(fieldMapping('{from: a, as: date, format: dd.mm.yyyy}'))).toBe(
      'the month is MM: "dd.MM.yyyy"',
    );
    expect(rule(`{from: a, as: date, format: "dd.MM.yyyy 'um' HH:mm"}`)).toEqual([]);
    expect(rule('{from: a, as: date, parse: X}')).toEqual([]);
    expect(rule('{from: a, as: date, format: "..."}')).toEqual([['mapping/invalid-rule', '"..."']]);
    expect(rule('{from: a, as: date, zone: Berlin}')).toEqual([['mapping/invalid-rule', 'Berlin']]);
    expect(rule('{from: a, as: phone, country: Germany}')).toEqual([['mapping/invalid-rule', 'Germany']]);
  });

  it('accepts no table with the same key twice', () => {
    expect(rule('{from: a, values: {Yes: 1, YES: 2}, ignoreCase: true}')).toEqual([
      ['mapping/invalid-rule', 'YES'],
    ]);
    expect(rule('{from: a, values: {Yes: 1, YES: 2}}')).toEqual([]);
  });

  it('accepts only literals that can be sent', () => {
    expect(rule('{value: abc, as: number}')).toEqual([['mapping/invalid-rule', 'abc']]);
    expect(rule('{from: a, values: {x: 3, y: z}, otherwise: q, as: number}')).toEqual([
      ['mapping/invalid-rule', 'z'],
      ['mapping/invalid-rule', 'q'],
    ]);
    expect(found(bookingMapping('  marketing: {from: a, values: {x: perhaps}}\n'))).toEqual([
      ['mapping/invalid-rule', 'perhaps'],
    ]);
    expect(rule('{value: ""}')).toEqual([['mapping/invalid-rule', '""']]);
    expect(parse(fieldMapping('{value: ""}')).mapping).toBeDefined();
    expect(rule('{value: "", whenEmpty: clear}')).toEqual([]);
    expect(found(bookingMapping('  marketing: {from: a, default: nope}\n'))).toContainEqual([
      'mapping/invalid-rule',
      'nope',
    ]);
  });
});

describe('$linked', () => {
  it('needs a link', () => {
    const text = update('  id: $linked\n  note: {template: "{$linked}"}\n');
    expect(found(text)).toEqual([
      ['mapping/no-link', '$linked'],
      ['mapping/no-link', '"{$linked}"'],
    ]);
    expect(found(text.replace('operation', 'link: contact\noperation'))).toEqual([]);
    expect(found(fieldMapping('a', 'when: $exists($linked)\n'))).toEqual([
      ['mapping/no-link', '$exists($linked)'],
    ]);
  });

  it('cannot be used in the link or the destination', () => {
    expect(found(fieldMapping('a', 'link: $linked\n'))).toEqual([['mapping/invalid-rule', '$linked']]);
    const text = fieldMapping('a', 'link: a\n').replace('destination: salon', 'destination: {from: $linked}');
    expect(found(text).map(([code]) => code)).toEqual(['mapping/invalid-rule']);
  });
});

describe('likely mistakes', () => {
  it('are warnings at their places', () => {
    const cases: [string, string[]][] = [
      ['E-mail', ['expression/subtraction', 'E-mail']],
      ['$headers.x-tag', ['expression/subtraction', 'x-tag']],
      [`'"Customer number"'`, ['expression/literal-name', '"Customer number"']],
      ['a.first & " " & a.last', ['expression/joined-missing', 'a.first & " " & a.last']],
      ['$count(a) > "18"', ['expression/text-number-comparison', '$count(a) > "18"']],
      ['{template: "To {E-mail}"}', ['expression/subtraction', 'E-mail']],
      ['$headers."X-Tag"', ['expression/header-in-capitals', '$headers."X-Tag"']],
      ['{template: "To {$headers.Host}"}', ['expression/header-in-capitals', '$headers.Host']],
      ['$uppercase($headers.Host)', ['expression/header-in-capitals', '$headers.Host']],
      ['$exists($answers.a) ? $answer.a', ['expression/unknown-variable', '$answer']],
      ['{template: "To {$name}"}', ['expression/unknown-variable', '$name']],
    ];
    for (const [rule, [code, text]] of cases) {
      const parsed = parse(fieldMapping(rule));
      expect(parsed.mapping).toBeDefined();
      expect(found(fieldMapping(rule))).toEqual([[code, text]]);
      expect(parsed.diagnostics[0]?.severity).toBe('warning');
    }
  });

  it('include a header in capitals, which never exists', () => {
    const lineOf = (rule: string) => parse(fieldMapping(rule)).diagnostics[0]?.instead?.trim();
    expect(lineOf('$headers."X-Tag"')).toBe('f: $headers."x-tag"');
    expect(lineOf('$headers.Host')).toBe('f: $headers.host');
    expect(lineOf('$headers.X-Tag')).toBe('f: $headers."x-tag"');
    expect(found(fieldMapping('$headers."x-tag"'))).toEqual([]);
    expect(found(fieldMapping('headers.Host'))).toEqual([]);
  });

  it('include an undefined variable, but none that the expression defines', () => {
    expect(hintOf(fieldMapping('$answer.a'))).toBe('Did you mean $answers?');
    expect(hintOf(fieldMapping('$name'))).toBe('A field of the payload is written without the dollar sign.');
    const own = '($all := items; $join($map($all, function($each) { $uppercase($each.name) })))';
    expect(found(fieldMapping(own))).toEqual([]);
    expect(found(fieldMapping('items#$at[$at = 0].name'))).toEqual([]);
  });

  it('include a plain word that is probably a literal', () => {
    const status = (word: string) => update(`  id: a\n  customerStatus: ${word}\n`);
    expect(found(status('Stammkunde'))).toEqual([['expression/plain-word', 'Stammkunde']]);
    expect(hintOf(status('Stammkunde'))).toBe('if you mean the text itself, write {value: Stammkunde}');
    expect(found(status('vip'))).toEqual([['expression/plain-word', 'vip']]);
    expect(found(fieldMapping('Website'))).toEqual([['expression/plain-word', 'Website']]);
    expect(found(bookingMapping('  marketing: yes\n'))).toEqual([['expression/plain-word', 'yes']]);
    expect(found(bookingMapping('  genderType: FEMALE\n'))).toEqual([['expression/plain-word', 'FEMALE']]);
  });

  it('do not include the header of a column before there is a sample', () => {
    const headers = '  firstName: Vorname\n  name: Nachname\n  email: Email\n  mobile: Handy\n';
    expect(found(bookingMapping(`${headers}  additionalFields: {allergies: Allergien}\n`))).toEqual([]);
    expect(found(update('  id: Kundennummer\n  note: Bemerkung\n'))).toEqual([]);
    expect(found(update('  id: {from: Kundennummer}\n  additionalFields: {f: Website}\n'))).toEqual([]);
    expect(found(update('  id: $linked\n  note: Bemerkung\n').replace('set:', 'link: Email\nset:'))).toEqual(
      [],
    );
    const status = ['expression/plain-word', 'Stammkunde'];
    expect(found(update('  id: Kundennummer\n  customerStatus: Stammkunde\n'))).toEqual([status]);
    expect(found(bookingMapping(`${headers}  marketing: yes\n`))).toEqual([['expression/plain-word', 'yes']]);
    const sample = 'tests:\n  - {name: t, payload: {Kundennummer: 7}, expect: []}\n';
    const word = ['expression/plain-word', 'Rosa'];
    expect(found(`${update('  id: Kundennummer\n  note: Rosa\n')}${sample}`)).toEqual([word]);
    // An optional question need not be in a sample. That the payloads lack it is reported from the data.
    for (const header of ['Bemerkung', 'Nachricht', 'Arzt', 'Text'])
      expect(found(`${update(`  id: Kundennummer\n  note: ${header}\n`)}${sample}`)).toEqual([]);
    expect(found(update('  id: a\n  customerStatus: status\n'))).toEqual([]);
    for (const id of ["'$string(Nr)'", "'$substring(Kunde.nr, 2)'"])
      expect(found(update(`  id: ${id}\n  note: Rosa\n`))).toEqual([]);
    expect(found(update(`  id: $string(a)\n  note: Rosa\n`))).toEqual([word]);
  });

  it('do not include a status in quotes, and show the path without them', () => {
    expect(found(update(`  id: a\n  customerStatus: '"Neukunde"'\n`))).toEqual([]);
    expect(found(update(`  id: a\n  note: '"Ort"'\n`))).toEqual([['expression/literal-name', '"Ort"']]);
    expect(hintOf(update(`  id: a\n  note: '"Ort"'\n`))).toBe(
      'to read a field of this name, write Ort without quotation marks',
    );
    expect(hintOf(update(`  id: a\n  note: '"yes"'\n`))).toContain('write "yes"');
  });

  it('do not include a probable path', () => {
    expect(found(bookingMapping('  email: email\n  customerStatus: customerStatus\n'))).toEqual([]);
    expect(found(fieldMapping('person.Name'))).toEqual([]);
    const sample = 'tests:\n  - {name: t, payload: [{Name: Ada}], expect: []}\n';
    expect(found(fieldMapping('Name') + sample)).toEqual([]);
    expect(found(fieldMapping('Nam') + sample)).toEqual([['expression/plain-word', 'Nam']]);
    expect(hintOf(fieldMapping('Nam') + sample)).toBe(
      'did you mean Name, which a sample has? If you mean the text itself, write {value: Nam}',
    );
    expect(hintOf(fieldMapping('NAME') + sample)).toBe('did you mean Name, which a sample has?');
  });
});

describe('tests', () => {
  const files: Record<string, string> = {
    'mappings/samples/a.json': '\uFEFF{"id": 12345678901234567890}',
    'mappings/bad.json': '{',
  };
  const parseWith = (tests: string) =>
    parseMapping('mappings/intake.yaml', `${fieldMapping('a')}tests:\n${tests}`, {
      readFile(path) {
        const text = files[path];
        if (text === undefined) throw new Error('it does not exist');
        return Buffer.from(text);
      },
    });

  it('use a payload from a file beside the mapping, unchanged', () => {
    const { mapping } = parseWith('  - {name: t, payload: samples/a.json, expect: []}\n');
    expect(mapping?.tests).toMatchObject([
      {
        name: 't',
        payload: {
          file: {
            path: 'mappings/samples/a.json',
            bytes: Buffer.from(files['mappings/samples/a.json'] ?? ''),
          },
        },
        expect: [],
      },
    ]);
  });

  it('or a payload in the mapping', () => {
    const { mapping } = parseWith(
      '  - {name: t, payload: {a: 1}, headers: {X-Tag: v}, query: {n: 1}, linked: 1001, expect: [{id: 7}]}\n',
    );
    expect(mapping?.tests).toMatchObject([
      {
        payload: { event: { a: 1 } },
        headers: { 'x-tag': 'v' },
        query: { n: '1' },
        linked: '1001',
        expect: [{ id: 7 }],
      },
    ]);
  });

  it('report a payload file that cannot be read', () => {
    const messages = ['none.json', '/etc/hostname', '/a.json', 'bad.json'].map(
      file => parseWith(`  - {name: t, payload: ${file}, expect: []}\n`).diagnostics[0],
    );
    expect(messages.map(each => each?.code)).toEqual(Array(4).fill('yaml/unreadable-file'));
    expect(messages[0]?.message).toBe('the payload "none.json" cannot be read: it does not exist');
    expect(messages[1]?.message).toContain('the path must count from the folder of the mapping');
    expect(new Set(messages.map(each => each?.severity))).toEqual(new Set(['warning']));
    expect(messages[3]?.message).toBe(
      'the payload "bad.json" cannot be read: it is not JSON: line 1, character 2: here should stand a key in double quotes, or }',
    );
  });

  it('expect only parts that a call can have', () => {
    const faults = (expected: string) =>
      parseWith(`  - {name: t, payload: {}, expect: [${expected}]}\n`).diagnostics.map(each => each.code);
    expect(
      faults('{operation: updateCustomer, destination: salon, id: 1, note: x, additionalFields: {a.b: 1}}'),
    ).toEqual([]);
    expect(faults('{customerId: 1}')).toEqual(['mapping/unknown-parameter']);
    expect(faults('{id: [1]}')).toEqual(['yaml/wrong-type']);
    expect(faults('{additionalFields: {a: {b: 1}}}')).toEqual(['yaml/wrong-type']);
    expect(faults('3')).toEqual(['yaml/wrong-type']);
  });
});
