import { describe, expect, it } from 'vitest';
import { complete } from '../../src/language/complete/complete.ts';
import { atCursor, chosen, knownFor } from './scene.ts';

/**
 * A document with `|` at the cursor; the offered labels, with `!` before those that are not offered; the text
 * after choosing the first one.
 */
type Row = readonly [marked: string, offered: readonly string[], gives?: string];

const head = 'source: website\ndestination: salon\noperation: updateCustomer\n';
const form = 'source: form\ndestination: salon\noperation: updateCustomer\n';
const lines = 'source: lines\ndestination: salon\noperation: updateCustomer\n';
const booking = 'source: form\ndestination: salon\noperation: persistCustomerData\n';
const fields = `${form}set:\n  additionalFields:\n`;
const test = 'tests:\n  - name: a\n';

const keys: readonly Row[] = [
  ['|', ['source', 'destination', 'when', 'link', 'operation', 'set', 'tests', '!from'], 'source: |'],
  ['sou|', ['source', '!destination'], 'source: |'],
  ['so|urce: website', ['source'], 'source|: website'],
  ['source: website\n|', ['destination', 'operation', '!source']],
  [
    'source: website\nd|\nset:\n  id: x\n',
    ['destination', 'defaults', '!set'],
    'source: website\ndestination: |\nset:\n  id: x\n',
  ],
  ['source: website\nop|', ['operation']],
  ['# a comment |', []],
  ['source: website # abc|', []],
  [`${head}set|`, ['set'], `${head}set:|`],
  [`${head}set:\n  |`, ['id', 'note', 'customerStatus', 'additionalFields', '!firstName', '!appointmentId']],
  [`${booking}set:\n  |`, ['appointmentId', 'firstName', 'privacy', 'additionalFields', '!note']],
  [`${head}set:\n  id: x\n  |`, ['note', '!id']],
  [`${head}set:\n  id: x\n  |\n  note: y\n`, ['customerStatus', '!id', '!note']],
  [`${head}set:\n  i|\n  note: y\n`, ['id', '!note'], `${head}set:\n  id: |\n  note: y\n`],
  [`${head}set:\n  |id: x`, ['note', 'customerStatus']],
  [`${head}set: {|}`, ['id', 'note'], `${head}set: {id: |}`],
  [`${head}set: {id: x, |}`, ['note', '!id']],
  [`${head}set: {id: x, |`, ['note', '!id']],
  [`${head}set:\n  id: {|}`, ['from', 'answer', 'value', 'template', 'values', '!id']],
  [`${head}set:\n  id: {|`, ['from', 'answer']],
  [`${head}set:\n  id: {from: x, |}`, ['as', 'values', 'default', '!from']],
  [
    `${head}set:\n  id: {from: x, a|}\n  note: y\n`,
    ['as', 'answer', '!from'],
    `${head}set:\n  id: {from: x, as: |}\n  note: y\n`,
  ],
  [`${head}set:\n  id: {from: x, |\n  note: y\n`, ['as', '!from', '!customerStatus']],
  [`${head}set:\n  id: {\n    from: x,\n    |\n  }\n`, ['as', '!from']],
  [`${head}set:\n  id:\n    |`, ['from', 'answer', 'template']],
  [`${head}set:\n  id:\n    |\n  note: y\n`, ['from', 'answer', '!customerStatus']],
  [`${head}set:\n  id:\n    from: x\n    |`, ['as', '!from', '!note']],
  [`${head}set:\n  id:\n    from: x\n  |`, ['note', '!as']],
  [`${head}set:\n  id:\n    from: x\n    wh|\n  note: y`, ['whenMissing', 'whenEmpty']],
  [`${head}set:\n  id:\n    "fr|`, ['!from']],
  [`${head}defaults:\n  |`, ['country', 'zone', 'parse', 'onInvalid', '!from']],
  [`${head}defaults: {co|}`, ['country']],
  [`${head}${test}    |`, ['payload', 'expect', 'includes', 'fails', 'skips', 'cases', '!name']],
  [`${head}tests:\n  - |`, ['name', 'payload']],
  [`${head}tests:\n- |`, ['name', 'payload']],
  [`${head}tests:\n  - name: a\n  - n|`, ['name']],
  [`${head}tests:\n- name: a\n  pay|\n- name: b\n`, ['payload']],
  [`${head}tests: [{|}]`, ['name', 'payload']],
  [
    `${head}set:\n  id: x\n  additionalFields:\n    lead.source: y\ntests:\n  - cases:\n      |`,
    ['id', 'lead.source', '!additionalFields'],
  ],
  [`${head}set:\n  id: x\n${test}    expect:\n      - |`, ['operation', 'id', '!note']],
  [`${head}set:\n  id: x\n${test}    expect:\n      - id: "1"\n        |`, ['operation', '!id']],
  [`${head}${test}    expect:\n      - additionalFields:\n          |`, ['birthdate', 'allergies']],
  [`${head}${test}    expect:\n      - additionalFields: {hai|}`, ['haircolor', '!birthdate']],
  [`${head}${test}    includes:\n      - additionalFields: {ha|`, ['haircolor']],
];

const keyNames: readonly Row[] = [
  [`${fields}    |`, ['birthdate', 'haircolor', 'lead.source', 'Größe (cm)', '!photo', '!from']],
  [`${fields}    ha|`, ['haircolor'], `${fields}    haircolor: |`],
  [`${fields}    Gebur|`, ['birthdate'], `${fields}    birthdate: |`],
  [`${fields}    herk|`, ['lead.source'], `${fields}    lead.source: |`],
  [`${fields}    größ|`, ['Größe (cm)'], `${fields}    Größe (cm): |`],
  [`${fields}    birthdate: x\n    |`, ['allergies', '!birthdate']],
  [`${fields}    |\n    birthdate: x\n`, ['allergies', '!birthdate']],
  [`${fields}    birth|date: x\n`, ['birthdate'], `${fields}    birthdate|: x\n`],
  [`${fields}    'hai|': x`, ['haircolor'], `${fields}    haircolor|: x`],
  [`${form}set: {additionalFields: {ne|`, ['newsletter']],
  [`${form}set:\n  additionalFields: {|}\n`, ['birthdate', 'newsletter']],
  [`${booking}set:\n  additionalFields:\n    |`, ['birthdate', '!photo']],
  ['operation: updateCustomer\nset:\n  additionalFields:\n    |', ['birthdate', '!photo']],
];

const fixed: readonly Row[] = [
  ['source: |', ['website', 'crm', 'form', 'lines'], 'source: website|'],
  ['source:|', ['website'], 'source: website|'],
  ['source: w|\nset:\n', ['website', '!crm'], 'source: website|\nset:\n'],
  ['source: "w|"', ['website'], 'source: website|'],
  ['destination: |', ['salon', 'annex']],
  ['destination: {value: |}', ['salon', 'annex']],
  ['destination: {from: x, values: {a: |}}', ['salon', 'annex']],
  ['operation: |', ['updateCustomer', 'persistCustomerData']],
  ['operation: per|', ['persistCustomerData']],
  ['whenUnlinked: |', ['wait', 'fail', 'skip']],
  ['onInvalid: |', ['fail', 'drop', '!clear']],
  ['onUnknownField: dr|', ['drop', '!hold']],
  ['ignoreOlder: |', ['true', 'false']],
  ['maxAge: |', ['7d', '15m']],
  [`${head}set:\n  id: {from: x, as: |}`, ['text', 'number', 'date', 'choice']],
  [`${head}set:\n  id: {from: x, as: |\n  note: y`, ['text', 'phone']],
  [`${head}set:\n  id:\n    from: x\n    as: da|`, ['date']],
  [`${head}set:\n  id: {from: x, onInvalid: |}`, ['fail', 'drop', 'clear']],
  [`${head}set:\n  id: {from: x, whenMissing: |}`, ['skip', 'clear', 'fail']],
  [`${head}set:\n  id: {from: x, required: t|}`, ['true']],
  [`${head}set:\n  id: {from: x, as: date, parse: |}`, ['dd.MM.yyyy', 'yyyy-MM-dd']],
  [`${head}set:\n  id: {from: x, as: date, parse: [yyyy-MM-dd, |]}`, ['dd.MM.yyyy']],
  [`${head}set:\n  id:\n    parse:\n      - |`, ['dd.MM.yyyy']],
  [`${head}set:\n  id: {from: x, as: date, format: |`, ['dd.MM.yyyy']],
  [
    `${head}set:\n  id: {from: x, zone: vienna|}`,
    ['Europe/Vienna'],
    `${head}set:\n  id: {from: x, zone: Europe/Vienna|}`,
  ],
  [`${head}defaults: {onInvalid: |}`, ['fail', 'drop']],
  [`${head}${test}    payload: |`, ['samples/intake.json', 'samples/crm-stage.json']],
  [`${head}${test}    payload: samples/cr|`, ['samples/crm-stage.json', '!samples/intake.json']],
  [`${head}${test}    fails: |`, ['mapping/invalid-value', '!mapping/no-mapping-at-all']],
  [`${head}${test}    fails: inval|`, ['mapping/invalid-value']],
  [`${head}${test}    skips: |`, ['true']],
  [`${head}${test}    expect:\n      - operation: |`, ['updateCustomer']],
  [`${head}${test}    expect:\n      - customerStatus: |`, ['Stammkunde']],
  [`${head}${test}    expect:\n      - additionalFields: {haircolor: |}`, ['blond', 'braun']],
];

const choices: readonly Row[] = [
  [
    `${fields}    haircolor: {value: |}`,
    ['blond', 'braun', 'rot, gefärbt'],
    `${fields}    haircolor: {value: blond|}`,
  ],
  [
    `${fields}    haircolor: {value: rot|}`,
    ['rot, gefärbt'],
    `${fields}    haircolor: {value: "rot, gefärbt"|}`,
  ],
  [`${fields}    haircolor: {value: red|}`, ['rot, gefärbt', '!blond']],
  [`${fields}    haircolor: {from: x, values: {a: |}}`, ['blond', 'braun']],
  [`${fields}    haircolor: {from: x, values: {a: blond, b: |`, ['braun']],
  [`${fields}    haircolor:\n      from: x\n      values:\n        a: |`, ['blond']],
  [
    `${fields}    haircolor:\n      from: x\n      values:\n        a: bl|\n      otherwise: braun\n`,
    ['blond', '!braun'],
  ],
  [`${fields}    haircolor: {from: x, otherwise: |}`, ['blond']],
  [`${fields}    haircolor: {from: x, default: br|}`, ['braun']],
  [`${fields}    interests: {value: [Farbe, |]}`, ['Pflege']],
  [`${fields}    newsletter: {value: |}`, ['true', 'false']],
  [`${fields}    unknown: {value: |}`, ['!blond']],
  [`${form}set:\n  customerStatus: {value: |}`, ['Interessent', 'Stammkunde', 'VIP']],
  [`${form}set:\n  customerStatus: {value: "Sta|"}`, ['Stammkunde']],
  [`${form}set:\n  customerStatus: {from: x, values: {high: |}}`, ['Stammkunde']],
  [`${form}set:\n  customerStatus:\n    from: x\n    values:\n      high: |\n`, ['Stammkunde']],
  [`${booking}set:\n  genderType: {value: |}`, ['MALE', 'FEMALE', 'DIVERSE']],
  [`${booking}set:\n  privacy: {value: |}`, ['true', 'false']],
  [
    `${fields}    haircolor: {from: x, values: ha|}\ntables:\n  happy: {a: b}\n`,
    ['happy', 'hair', '!blond'],
    `${fields}    haircolor: {from: x, values: happy|}\ntables:\n  happy: {a: b}\n`,
  ],
  [`${fields}    haircolor:\n      from: x\n      values: |\n`, ['hair']],
  [
    `${fields}    haircolor:\n      from: x\n      values:\n        a: WHICH CH|OICE?\n`,
    ['blond', 'braun'],
    `${fields}    haircolor:\n      from: x\n      values:\n        a: blond|\n`,
  ],
  [
    `${head}set:\n  customerStatus: {answer: plan, values: {|}}`,
    ['regular'],
    `${head}set:\n  customerStatus: {answer: plan, values: {regular: |}}`,
  ],
  [`${lines}set:\n  customerStatus: {from: contact.stage, values: {|`, ['customer', 'lead']],
  [
    `${lines}set:\n  customerStatus: {from: contact.stage, values: {customer: Stammkunde, |`,
    ['lead', '!customer'],
  ],
  [`${lines}set:\n  customerStatus:\n    from: contact.stage\n    values:\n      |`, ['customer', 'lead']],
];

const paths: readonly Row[] = [
  ['set:\n  id: "contact.|\nsource: "lines"\n', ['id', 'stage']],
  [`${lines}when: |`, ['contact.id', 'contact.stage', 'items.sku', '$answers', '$uppercase']],
  [`${lines}when: con|`, ['contact', 'contact.id', '!items.sku'], `${lines}when: contact|`],
  [`${lines}when: contact.|`, ['id', 'stage', '!items', '!$uppercase'], `${lines}when: contact.id|`],
  [`${lines}when: contact.st|\nset:\n`, ['stage', '!id'], `${lines}when: contact.stage|\nset:\n`],
  [`${lines}when: contact.st|age = "lead"`, ['stage'], `${lines}when: contact.stage| = "lead"`],
  [
    `${lines}when: contact.stage = "|`,
    ['customer', 'lead', '!id'],
    `${lines}when: contact.stage = "customer"|`,
  ],
  [`${lines}when: contact.stage = "le|"`, ['lead', '!customer'], `${lines}when: contact.stage = "lead|"`],
  [`${lines}when: contact.stage = 'le|`, ['lead']],
  [`${lines}when: contact.stage != "|`, ['lead']],
  [`${lines}when: contact.stage in ["lead", "|`, ['customer']],
  [`${lines}when: 'contact.stage = "|`, ['customer', 'lead'], `${lines}when: 'contact.stage = "customer"'|`],
  [`${lines}when: contact.id = 1 and |`, ['contact.stage']],
  [`${lines}when: contact.id = 1 and con|`, ['contact.stage']],
  [`${lines}when: contact.id con|`, []],
  [`${lines}when: |contact.id`, ['contact.stage']],
  [`${lines}when: >\n  contact.|\nset: {}\n`, ['id', 'stage']],
  [`${lines}when: |\n  contact.stage\n`, ['contact.stage']],
  [`${lines}link: contact.|`, ['id']],
  [`${lines}set:\n  id: |`, ['id', 'contact.id']],
  [`${lines}set:\n  id: |\n  note: x\n`, ['contact.id']],
  [`${lines}set:\n  id:|`, ['contact.id']],
  [`${lines}set:\n  id: {from: |}`, ['contact.id', '!from']],
  [`${lines}set:\n  id: {from: contact.|}`, ['id'], `${lines}set:\n  id: {from: contact.id|}`],
  [`${lines}set:\n  id: {from: "contact.|`, ['id'], `${lines}set:\n  id: {from: "contact.id"|`],
  [`${lines}set:\n  id: {from: "contact.|"}\n`, ['id'], `${lines}set:\n  id: {from: "contact.id|"}\n`],
  [`${lines}set:\n  id:\n    from: contact.|\n    as: number\n`, ['id']],
  [`${lines}set:\n  id:\n    contact.|`, ['id']],
  [`${lines}set:\n  id: "items[|`, ['sku', 'price.net']],
  [`${lines}set:\n  id: 'items[sku = "|'`, ['a-1']],
  [`${lines}set:\n  id: 'items[sku = "a-1"].pri|'`, ['price', 'price.net']],
  [`${lines}set:\n  id: 'items[0].price.|'`, ['net']],
  [`${lines}set:\n  id: items.(|)`, ['sku']],
  [`${lines}set:\n  id: '$sum(items.price.|)'`, ['net'], `${lines}set:\n  id: '$sum(items.price.net|)'`],
  [`${lines}set:\n  id: '$map(items, function($i) { $i.|'`, []],
  [`${lines}set:\n  note: {template: "Nr. {|}"}`, ['contact.id']],
  [
    `${lines}set:\n  note: {template: "Nr. {contact.|}"}`,
    ['id'],
    `${lines}set:\n  note: {template: "Nr. {contact.id|}"}`,
  ],
  [
    `${lines}set:\n  note: {template: "Nr. {contact.|"}`,
    ['id'],
    `${lines}set:\n  note: {template: "Nr. {contact.id}|"}`,
  ],
  [`${lines}set:\n  note: {template: "Nr. |"}`, []],
  [`${lines}set:\n  note: {template: "{id} and {con|`, ['contact.id']],
  [`${lines}set:\n  note: {template: Nr. {con|`, ['contact.id']],
  [`${lines}set:\n  note: {value: |}`, ['!contact.id']],
  [`${form}set:\n  id: kontakt.|`, ['"vor name"', 'mail'], `${form}set:\n  id: kontakt."vor name"|`],
  [
    `${form}set:\n  id: {from: "kontakt.vor|"}`,
    ['"vor name"'],
    `${form}set:\n  id: {from: "kontakt.\\"vor name\\"|"}`,
  ],
  [
    `${form}set:\n  id: {from: 'kontakt.vor|'}`,
    ['"vor name"'],
    `${form}set:\n  id: {from: 'kontakt."vor name"|'}`,
  ],
  [`${form}set:\n  id: 'kontakt."vor|'`, ['"vor name"'], `${form}set:\n  id: 'kontakt."vor name"|'`],
  [`${head}when: form_response.form_id = "|"`, ['intake', 'feedback']],
  ['source: nobody\nwhen: |', ['$answers', '$exists', '!contact']],
];

const answers: readonly Row[] = [
  [`${form}set:\n  id: |`, ['Kundennummer', 'Größe (cm)'], `${form}set:\n  id: {answer: Kundennummer}|`],
  [`${form}set:\n  id: Wün|`, ['Wünsche: welche?'], `${form}set:\n  id: {answer: "Wünsche: welche?"}|`],
  [`${form}set:\n  id: {answer: |}`, ['Kundennummer', 'Geburtstag', '!kontakt.mail']],
  [
    `${form}set:\n  id: {answer: Wü|}`,
    ['Wünsche: welche?'],
    `${form}set:\n  id: {answer: "Wünsche: welche?"|}`,
  ],
  [`${form}set:\n  id: {answer: "Grö|`, ['Größe (cm)']],
  [`${form}set:\n  id: {answer: q3|`, ['Geburtstag']],
  [`${form}set:\n  id:\n    answer: Ge|\n    as: date\n`, ['Geburtstag']],
  [
    `${form}set:\n  id: $answers.|`,
    ['Kundennummer', '"Größe (cm)"', 'q1'],
    `${form}set:\n  id: $answers.Kundennummer|`,
  ],
  [`${form}set:\n  id: $answers.Grö|`, ['"Größe (cm)"'], `${form}set:\n  id: $answers."Größe (cm)"|`],
  [
    `${form}set:\n  id: $answers.Wün|`,
    ['"Wünsche: welche?"'],
    `${form}set:\n  id: '$answers."Wünsche: welche?"'|`,
  ],
  [
    `${form}set:\n  id: {from: $answers.Wün|}`,
    ['"Wünsche: welche?"'],
    `${form}set:\n  id: {from: '$answers."Wünsche: welche?"'|}`,
  ],
  [`${form}set:\n  id: {from: "$answers.|`, ['Geburtstag']],
  [
    `${form}set:\n  note: {template: "{$answers.Geb|}"}`,
    ['Geburtstag'],
    `${form}set:\n  note: {template: "{$answers.Geburtstag|}"}`,
  ],
  [`${head}set:\n  note: {template: "{$answers.|}"}`, ['allergies', 'dob']],
];

const functions: readonly Row[] = [
  [
    `${lines}set:\n  id: $|`,
    ['$answers', '$linked', '$uppercase', '$date', '!$eval', '!$random', '!contact.id'],
  ],
  [`${lines}set:\n  id: $upp|`, ['$uppercase'], `${lines}set:\n  id: $uppercase(|`],
  [`${lines}set:\n  id: $uppercase($tri|`, ['$trim']],
  [`${lines}set:\n  id: $uppercase(con|)`, ['contact.id']],
  [`${lines}set:\n  id: $link|`, ['$linked']],
  [`${lines}set:\n  id: $event.|`, ['id', 'source', 'receivedAt']],
  [`${lines}set:\n  id: "x" & $st|`, ['$string']],
  [`${lines}set:\n  id: 'contact.stage = "lead" ? |'`, ['contact.id', '$string']],
];

const config: readonly Row[] = [
  ['|', ['source', 'set']],
  ['store: x\n|', ['destinations', 'sources', 'server', 'admin', '!store', '!set']],
  ['server:\n  |', ['host', 'port', 'publicUrl']],
  ['server: {po|', ['port']],
  ['destinations:\n  salon:\n    |', ['baseUrl', 'token', 'locale', 'limits', '!preset']],
  ['destinations:\n  salon:\n    baseUrl: x\n    validators: |', ['fail', 'warn']],
  ['destinations:\n  salon:\n    limits: {|}', ['concurrency', 'perSecond', 'timeout']],
  ['destinations:\n  salon:\n    statuses: [|]', ['Stammkunde']],
  ['sources:\n  a:\n    |', ['preset', 'secret', 'verify', 'split', 'answers']],
  ['sources:\n  a:\n    preset: |', ['typeform', 'hubspot']],
  [
    'sources:\n  a:\n    preset: typ|\n  b:\n    preset: hubspot\n',
    ['typeform', '!hubspot'],
    'sources:\n  a:\n    preset: typeform|\n  b:\n    preset: hubspot\n',
  ],
  ['sources:\n  a:\n    preset: type|', ['typeform']],
  ['sources:\n  a:\n    verify: {type: |}', ['hmac', 'basic', 'none', 'jwt']],
  ['sources:\n  a:\n    verify: {type: hmac, |}', ['secret', 'algorithm', 'signature', '!username']],
  ['sources:\n  a:\n    verify: {type: basic, |', ['username', 'password', '!algorithm']],
  ['sources:\n  a:\n    verify:\n      type: hmac\n      algorithm: |', ['sha256', 'sha512']],
  ['sources:\n  a:\n    verify:\n      - type: hmac\n        |', ['secret', '!username']],
  ['sources:\n  a:\n    respond: |', ['accepted', 'outcome']],
  ['sources:\n  a:\n    people: |', ['website', 'crm']],
  ['sources:\n  lines:\n    eventId: |', ['contact.id', '$exists']],
  ['sources:\n  lines:\n    eventId: [id, contact.|]', ['id', 'stage']],
  ['sources:\n  a:\n    body: |', ['auto', 'json', 'form']],
  ['admin:\n  |', ['token', 'readToken', 'listen']],
  ['log: {level: |}', ['info', 'debug']],
  ['retention: {|}', ['delivered', 'failed']],
  ['reload: |', ['always', 'checked']],
  ['server:\n  tls: {|', ['cert', 'key']],
];

function rowsOf(rows: readonly Row[], file?: string) {
  const named = rows.map(([marked, offered, gives]) => ({ marked, offered, gives }));
  it.each(named)('$marked', ({ marked, offered, gives }) => {
    const { open, position } = atCursor(marked, file);
    const { items } = complete(open, position, knownFor(open, position));
    const labels = items.map(({ label }) => label);
    const wanted = offered.filter(each => !each.startsWith('!'));
    expect(labels).toEqual(expect.arrayContaining(wanted));
    if (offered.length === 0) expect(labels).toEqual([]);
    const unwanted = offered.filter(each => each.startsWith('!')).map(each => each.slice(1));
    expect(labels.filter(label => unwanted.includes(label))).toEqual([]);
    const first = items.find(({ label }) => label === wanted[0]);
    if (gives !== undefined) expect(first && chosen(open.text, first)).toBe(gives);
  });
}

describe('keys of a mapping', () => rowsOf(keys));
describe('keyNames', () => rowsOf(keyNames));
describe('values of fixed sets', () => rowsOf(fixed));
describe('choices and statuses', () => rowsOf(choices));
describe('paths of the payload', () => rowsOf(paths));
describe('answers', () => rowsOf(answers));
describe('functions and variables', () => rowsOf(functions));
describe('a config', () => rowsOf(config, 'settings.yaml'));

it('there are enough rows', () => {
  const all = [keys, keyNames, fixed, choices, paths, answers, functions, config].flat();
  expect(all.length).toBeGreaterThan(200);
});

it('an item has the type and an example, and its range is the replaced text', () => {
  const { open, position } = atCursor(`${lines}set:\n  id: contact.i|\n`);
  const [item] = complete(open, position, knownFor(open, position)).items;
  expect(item).toEqual({
    label: 'id',
    kind: 'path',
    detail: 'number',
    example: '1001',
    insert: { text: 'id', range: { start: { line: 5, column: 15 }, end: { line: 5, column: 16 } } },
  });
});
