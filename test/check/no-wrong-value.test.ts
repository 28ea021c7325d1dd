import { describe, expect, it } from 'vitest';
import type { FieldConfiguration } from '../../src/booking/catalog/field.ts';
import { checkCall } from '../../src/check/call/check-call.ts';
import { doubtsOfCall } from '../../src/check/call/doubtful-values.ts';
import { composed } from '../../src/diagnostics/composed.ts';
import { requestView } from '../../src/inbox/request-view.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { bookingMapping, mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf, now } from './catalog.ts';

const fields: readonly FieldConfiguration[] = [
  fieldOf({ keyName: 'text' }),
  fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
  fieldOf({ keyName: 'visit', name: 'Besuch', type: 'date' }),
  fieldOf({ keyName: 'last.visit', name: 'Letzter Besuch', type: 'date' }),
  fieldOf({ keyName: 'born', name: 'Geboren', type: 'birthday', validatorRegexp: '^[0-9.-]+$' }),
  fieldOf({ keyName: 'tel2', name: 'Zweite Nummer' }),
  fieldOf({ keyName: 'phone.home', name: 'Telefon privat' }),
  fieldOf({ keyName: 'city', name: 'Ort' }),
  fieldOf({ keyName: 'street', name: 'Straße' }),
  fieldOf({ keyName: 'email2', name: 'E-Mail privat' }),
  fieldOf({ keyName: 'emergency.contact', name: 'Notfalltelefon' }),
  fieldOf({ keyName: 'callTime', name: 'Beste Telefonzeit' }),
  fieldOf({
    keyName: 'interests',
    name: 'Interessen',
    type: 'checkbox_group',
    selectItems: ['Haare', 'Nägel', 'Massage'],
  }),
  fieldOf({
    keyName: 'services',
    name: 'Leistungen',
    type: 'checkbox_group',
    selectItems: ['Massage, 60 Min.', 'Massage, 90 Min.', 'Farbe & Strähnen'],
  }),
  fieldOf({ keyName: 'url', type: 'link' }),
  fieldOf({ keyName: 'news', type: 'checkbox' }),
  fieldOf({ keyName: 'long', type: 'textArea' }),
  fieldOf({ keyName: 'kind', name: 'Kundenart', type: 'selection', selectItems: ['Privat', 'Größe M'] }),
];

/**
 * Returns the sent value if nothing is reported, `nothing`, or every reported code. `sent` precedes the codes if
 * the value is sent anyway.
 */
async function outcomeOf(path: string, rule: string, value: unknown): Promise<unknown> {
  const isField = path.startsWith('additionalFields.');
  const line = isField
    ? `  additionalFields:\n    ${path.slice('additionalFields.'.length)}: ${rule}\n`
    : `  ${path}: ${rule}\n`;
  const consents = ['privacy', 'terms', 'minAge'];
  const base = bookingMapping('')
    .split('\n')
    .filter(each => !each.startsWith(`  ${path}:`))
    .join('\n');
  const mapping = mappingOf(`${base}${line}`);
  const payload = composed({
    appointment: 'a1',
    ...Object.fromEntries(consents.map(each => [each, true])),
    v: value,
  });
  const event = { id: 'e1', source: 'website', receivedAt: new Date(now).toISOString() };
  const input = { payload, answers: undefined, headers: {}, query: {}, body: payload, event };
  const evaluation = await evaluate(mapping, input, { people: 'crm', findLink: async () => undefined });
  if (evaluation.kind !== 'call')
    return evaluation.kind === 'not-wanted' ? 'not wanted' : evaluation.diagnostics.map(({ code }) => code);
  const checking = { destination: 'salon', policy: mapping, validators: 'fail', now } as const;
  const verdict = checkCall(evaluation.call, { ...checking, catalog: catalogOf({ fields }) });
  const reported = [...evaluation.diagnostics, ...verdict.diagnostics].map(({ code }) => code);
  if (verdict.kind !== 'send') return reported;
  if (reported.length > 0) return ['sent', ...new Set(reported)];
  const view = requestView(verdict.call) as Record<string, unknown>;
  const sent = isField
    ? (view.additionalFields as Record<string, unknown> | undefined)?.[path.slice('additionalFields.'.length)]
    : view[path];
  return sent ?? 'nothing';
}

type Row = readonly [rule: string, value: unknown, outcome: unknown];

function table(path: string, rows: readonly Row[]): void {
  it.each(rows)(`${path}: %s of %j`, async (rule, value, outcome) => {
    expect(await outcomeOf(path, rule, value)).toEqual(outcome);
  });
}

const invalid = ['mapping/invalid-value'];
const denied = ['mapping/denied-consent'];

describe('a consent is the answer of the person, or it is refused', () => {
  table('marketing', [
    ['v', 'unchecked', 'false'],
    ['v', 'N', 'false'],
    ['v', 'FALSCH', 'false'],
    ['v', '\u200bnein', 'false'],
    ['v', ['nein'], 'false'],
    ['v', '0', 'false'],
    ['v', null, 'nothing'],
    ['v', ' \u00a0', 'nothing'],
    ['v', [], 'nothing'],
    ['v', 'Ja', 'true'],
    ...[
      'nein danke',
      'Nein, ich stimme nicht zu',
      'not accepted',
      'abgelehnt',
      'declined',
      'opt-out',
      'ohne',
      'none',
      'keine',
      'nein.',
      'nope',
      'disagree',
      'widerrufen',
      'ich willige nicht ein',
    ].map((text): Row => ['v', text, invalid]),
    ['v', { checked: false }, invalid],
    ["'v ? true : false'", 'nein danke', denied],
    ["'v ? true : false'", { checked: false }, denied],
    ["'v ? true : false'", ['nein'], denied],
    ["'v ? true : false'", 'disagree', denied],
    [`'v != ""'`, 'abgelehnt', denied],
    [`'v != ""'`, '0', denied],
    ["'$length($string(v)) > 0'", 'Ich stimme nicht zu', denied],
    ["'$exists(v)'", 'N', denied],
    ['{from: v, values: {ja: true}, otherwise: true}', 'nein.', denied],
    ['{from: v, values: {ja: true}, otherwise: false}', 'nein.', 'false'],
  ]);
});

const noPhone = ['sent', 'mapping/not-a-phone'];

describe('a phone number can be dialled, or it is reported', () => {
  table('phone', [
    ['v', '+4915123456789', '+4915123456789'],
    ['v', '0151 23456789', '0151 23456789'],
    ['v', '+49 (0)151 23456789', '+49 (0)151 23456789'],
    ['v', '0043 664 1234567', '0043 664 1234567'],
    ['v', '+39 06 1234567', '+39 06 1234567'],
    ...['4.91512E+12', '1.5123456789E+10'].map((text): Row => ['v', text, ['sent', 'mapping/damaged-text']]),
    ...[
      '4915123456789',
      4915123456789,
      '49 151 23456789',
      '15123456789',
      '436641234567',
      '+49151',
      '+490151 23456789',
      '++4915123456789',
      "'+4915123456789",
      '12345',
      '0',
      'keine',
      'ruf abends an',
      '0800 FRISEUR',
      '0151-23456789 / 030-123456',
    ].map((value): Row => ['v', value, noPhone]),
    ['$number(v)', '015123456789', [...noPhone.slice(0, 1), 'mapping/ambiguous-value', ...noPhone.slice(1)]],
    ['{template: "+49{v}"}', '0151 23456789', noPhone],
    ['{template: "+49{v}"}', '151 23456789', '+49151 23456789'],
    ['{template: "+49{v}"}', '4915123456789', noPhone],
    ['{template: "+{v}"}', '494915123456789', noPhone],
    ['{template: "+49{v}"}', '+4915123456789', noPhone],
    ['{template: "+49{v}"}', '004915123456789', noPhone],
    ['{template: "+49 {v}"}', '(0151) 23456789', noPhone],
    ['v', '+49 (0) 151 23456789', '+49 (0) 151 23456789'],
    ['{template: "0{v}"}', '+4915123456789', noPhone],
    ['{template: "0{v}"}', '0151 23456789', noPhone],
    ['{template: "0{v}"}', '151 23456789', '0151 23456789'],
    ['{template: "+{v}"}', '0049151 23456789', noPhone],
    [`'"+49" & v'`, '+49 151 23456789', noPhone],
    ['v', '0049 0151 23456789', noPhone],
    ['v', '004949151 23456789', noPhone],
    ['v', '+49 151 23456789, +49 30 123456', noPhone],
    ['v', '+1 512 345 6789', '+1 512 345 6789'],
    ['v', '+500 12345', '+500 12345'],
    [`'"+43" & v'`, '43 664 1234567', noPhone],
    ['v', '+49 49 151 23456789', noPhone],
    ['v', '+49 4921 123456', '+49 4921 123456'],
    ['v', '+43 4352 12345', '+43 4352 12345'],
    ['{from: v, as: phone, country: DE}', '+494915123456789', invalid],
    ['{from: v, as: phone, country: DE}', '00494915123456789', invalid],
    ['{from: v, as: phone, country: DE}', '04915123456789', invalid],
    ['{from: v, as: phone, country: DE}', '04921 123456', '+494921123456'],
    [`{from: '"+49" & v', as: phone, country: DE}`, '4915123456789', invalid],
    ['$phone(v, "DE")', '+494915123456789', invalid],
    ['{from: v, as: phone, country: DE}', 4915123456789, '+4915123456789'],
    ['{from: v, as: phone, country: DE}', '+490151 23456789', '+4915123456789'],
    ['{from: v, as: phone, country: DE}', '436641234567', invalid],
    ['{from: v, as: phone, country: DE}', '1.5123456789E+10', invalid],
    ...['17112345678.0', '+4917112345678.0', '017112345678.0'].flatMap((text): Row[] => [
      ['{from: v, as: phone, country: DE}', text, invalid],
      ['{from: v, as: phone, country: AT}', text, invalid],
      ['v', text, noPhone],
    ]),
    ['{from: v, as: phone}', '0151 23456789', invalid],
  ]);

  table('additionalFields.tel2', [
    ['v', '4915123456789', noPhone],
    ['v', 'ab 18 Uhr', 'ab 18 Uhr'],
  ]);

  // The name "Notfalltelefon" contains the kind of its value.
  table('additionalFields.emergency.contact', [
    ['v', '4915123456789', noPhone],
    ['v', 4915123456789, noPhone],
    ['v', '1.5123456789E+10', [...noPhone, 'mapping/damaged-text']],
    ['v', '+490151 23456789', noPhone],
    ['v', "'0151 23456789", noPhone],
    ['v', '0151 23456789', '0151 23456789'],
    ['v', 'Schwester, 0151 23456789', 'Schwester, 0151 23456789'],
    ['v', 'keine', 'keine'],
    ['{from: v, as: phone, country: DE}', '4915123456789', '+4915123456789'],
  ]);

  table('additionalFields.callTime', [['v', '18001900', '18001900']]);

  table('additionalFields.phone.home', [
    ['v', 'ada@example.org', noPhone],
    ['v', '0151 23456789', '0151 23456789'],
  ]);

  table('additionalFields.city', [
    ['v', '04105', ['sent', 'check/not-of-type']],
    ['v', 'Leipzig', 'Leipzig'],
    ['v', 'Am Markt 2', ['sent', 'check/not-of-type']],
    ['v\n    street: v', 'Leipzig', ['sent', 'check/not-of-type']],
    ['v\n    street: "$uppercase(v)"', 'Leipzig', ['sent', 'check/not-of-type']],
    ['v\n    street: \'$substringBefore(v, " ")\'', 'Bad Aibling', 'Bad Aibling'],
  ]);
});

const noDay = ['sent', 'check/not-of-type'];
const ambiguous = ['sent', 'mapping/ambiguous-value'];
const german = '{from: v, as: date, parse: [dd.MM.yyyy, yyyy-MM-dd], format: dd.MM.yyyy}';

describe('a date is the intended one, or it is reported', () => {
  table('additionalFields.birthdate', [
    ['v', '14.03.1988', '14.03.1988'],
    ['v', '1988-03-14', '1988-03-14'],
    ['v', '14/03/1988', '14/03/1988'],
    [german, '1988-03-14', '14.03.1988'],
    [german, '1988-03-14 00:00:00', '14.03.1988'],
    ['v', '1988-03-13T23:00:00Z', noDay],
    ['v', '1988-03-14 00:00:00', noDay],
    ['v', '03/04/1988', noDay],
    ['v', '01.01.1900', noDay],
    [german, '1900-01-01', noDay],
    [german, '1899-12-30', invalid],
    ['v', '1900-01-01', noDay],
    ['v', '14.03.88', noDay],
    ['$now()', '', noDay],
    [german, '1988-03-13T23:00:00Z', ambiguous],
    ['v', '30.12.1899', ['check/impossible-birthday']],
    ['v', '01.01.2990', ['check/impossible-birthday']],
    ['v', '31.02.1988', ['check/not-of-type']],
    ['v', '03.14.1988', ['check/not-of-type']],
    ['v', '32216', ['check/not-of-type']],
    ['v', 1795608000000, ['check/not-of-type']],
    ['{template: "{v}.2.1988"}', '31', ['check/not-of-type']],
    [german, '3. Mai 1990', invalid],
    [german, 32216, invalid],
  ]);

  table('additionalFields.visit', [
    ['v', '2026-02-01 10:00:00', '2026-02-01 10:00:00'],
    ['v', '2026-02-01T23:30:00+01:00', noDay],
    ['v', '03/04/2026', noDay],
    ['v', '30.12.1899', noDay],
    ['v', 'heute', ['check/not-of-type']],
    ...['2099-12-31', '31.12.2099', '2099-03-01', '01.06.2062', '31/12/2049', '20991231'].map(
      (day): Row => ['v', day, noDay],
    ),
    ['{from: v, as: date, parse: dd.MM.yyyy}', '01.06.2062', noDay],
    ['{from: v, as: date, parse: dd.MM.yyyy, format: dd/MM/yyyy}', '31.12.2099', noDay],
    ['{from: v, as: date}', 4102358400, invalid],
    ['v', '2045-03-01', '2045-03-01'],
    ['v', '01.06.2026', '01.06.2026'],
    ['v', '20.03.2001', '20.03.2001'],
    ['{value: "2099-12-31"}', 1, '2099-12-31'],
  ]);

  table('additionalFields.text', [
    [`'$fromMillis($toMillis(v), "[D01].[M01].[Y0001]")'`, '1700', ambiguous],
    [`'$fromMillis($toMillis(v), "[Y0001]-[M01]-[D01]")'`, '0088', ambiguous],
    [`'$fromMillis(v, "[D01].[M01].[Y0001]")'`, 1609452000, ambiguous],
    [`'$fromMillis($toMillis(v), "[D01].[M01].[Y0001]")'`, '1988-03-14', '14.03.1988'],
  ]);

  const summerDay = '1988-03-13T23:00:00Z';
  table('additionalFields.birthdate', [
    ...[
      '$substring(v, 0, 10)',
      '$substringBefore(v, "T")',
      '$split(v, "T")[0]',
      '$replace(v, /T.*/, "")',
      '$match(v, /^[0-9-]+/)[0].match',
      '$fromMillis($toMillis(v), "[D01].[M01].[Y0001]")',
      '$substring(v, 8, 2) & "." & $substring(v, 5, 2) & "." & $substring(v, 0, 4)',
      'v ~> $substring(0, 10)',
    ].map((expression): Row => [`'${expression}'`, summerDay, ambiguous]),
    [`{template: '{$substring(v, 8, 2)}.{$substring(v, 5, 2)}.{$substring(v, 0, 4)}'}`, summerDay, ambiguous],
    [`{from: '$substring(v, 0, 10)', as: date, format: dd.MM.yyyy}`, summerDay, ambiguous],
    [`{from: '$substring(v, 0, 10)', as: date, zone: Europe/Berlin}`, summerDay, ambiguous],
    [`{from: '$substring(v, 0, 10)', as: date, zone: Europe/London}`, summerDay, '1988-03-13'],
    [`{from: '$substring(v, 0, 10)', because: the day in UTC}`, summerDay, '1988-03-13'],
    ["'$substring(v, 0, 10)'", '1988-03-13T23:00:00.000+0000', ambiguous],
    ["'$substring(v, 0, 10)'", '1988-03-14T00:00:00Z', '1988-03-14'],
    ["'$substring(v, 0, 10)'", '1988-03-14 12:00', '1988-03-14'],
    [`'$fromMillis(v, "[D01].[M01].[Y0001]")'`, 574210800000, ambiguous],
    [`'$fromMillis(v, "[D01].[M01].[Y0001]")'`, 574214400000, '13.03.1988'],
    [`'$fromMillis(v, "[D01].[M01].[Y0001]", "+0100")'`, 574210800000, '13.03.1988'],
  ]);
  const counted = (unit: string, more = '') =>
    `{from: v, as: date, parse: ${unit}, format: dd.MM.yyyy${more}}`;
  table('additionalFields.birthdate', [
    ...[0, '0', 1, -1, 1988, 20000, '86399', 32216].map((value): Row => [counted('X'), value, invalid]),
    ...[0, '0', 1988, 19880314, 86_399_999].map((value): Row => [counted('x'), value, invalid]),
    ...[574210800, -574210800, 1769988600].map((value): Row => [counted('x'), value, ambiguous]),
    [counted('X'), 19880314, ambiguous],
    [counted('X'), 574210800, ambiguous],
    [counted('x'), 574210800000, ambiguous],
    [counted('X'), 574214400, '13.03.1988'],
    [counted('X', ', zone: Europe/Berlin'), 574210800, '13.03.1988'],
    [counted('x', ', zone: Europe/Berlin'), 574210800000, '13.03.1988'],
  ]);
});

const noChoice = ['check/not-a-choice'];
const oneOfSeveral = ['sent', 'mapping/one-of-several'];

describe('a list becomes its choices, a single value stays one, or it is reported', () => {
  table('additionalFields.interests', [
    ['v', ['Haare', 'Massage'], 'Haare,Massage'],
    ...['Haare, Massage', 'Haare; Massage', 'Haare|Massage', 'Haare\nMassage', ' Haare ,\u00a0Massage '].map(
      (text): Row => ['v', text, 'Haare,Massage'],
    ),
    ['v', ['Haare', '', null, 'Haare'], 'Haare'],
    ['v', 'Haare,', 'Haare'],
    ['v', 'Na\u0308gel', 'Nägel'],
    ['v', [''], 'nothing'],
    ...['Haare und Massage', 'Haare/Massage', 'Haare Massage', ',', 'Haare (kurz)', 'alle', 'HAARE'].map(
      (text): Row => ['v', text, noChoice],
    ),
    ['v', ['Haare', 'Sonstiges'], noChoice],
    ['{from: v, as: list}', '["Haare","Massage"]', 'Haare,Massage'],
    ['v', { Haare: true, Massage: false }, invalid],
    ['v', [{ label: 'Haare' }], invalid],
    ['{from: v, as: list}', { 0: 'Haare' }, invalid],
    ...['v[0]', 'v[-1]', '$.v[1]', '(v)[0]', 'v [ 0 ]', '$$.v[0]'].map(
      (rule): Row => [rule, ['Haare', 'Massage'], oneOfSeveral],
    ),
    ['{from: "v[0]", as: choice}', ['Haare', 'Massage'], oneOfSeveral],
    ['{from: "v[0]", as: list}', ['Haare', 'Massage'], oneOfSeveral],
    ['{from: "v[0]", values: {a: Haare}}', ['a', 'b'], oneOfSeveral],
    ['{from: "v[0]", because: "the first is the wish"}', ['Haare', 'Massage'], 'Haare'],
    ['v[0]', ['Haare'], 'Haare'],
    ['v[0]', ['Haare', ''], 'Haare'],
    ['v[0]', 'Haare', 'Haare'],
  ]);

  table('additionalFields.kind', [['v[0]', ['Privat', 'Größe M'], 'Privat']]);
  table('additionalFields.text', [['v[0]', ['Haare', 'Massage'], 'Haare']]);

  table('additionalFields.services', [
    [
      '{from: v, as: list, separator: ";"}',
      'Massage, 60 Min., Farbe & Strähnen',
      'Massage, 60 Min.;Farbe & Strähnen',
    ],
    ['{from: v, as: list, separator: ";"}', ['Massage, 60 Min.'], 'Massage, 60 Min.'],
    ['v', 'Massage, 60 Min.;Farbe & Strähnen', ['sent', 'check/separator-in-choice']],
    ['v', 'Farbe &amp; Strähnen', ['check/not-a-choice']],
    ['v', ['Massage', '60 Min.'], noChoice],
  ]);

  table('additionalFields.kind', [
    ['v', ['Privat'], 'Privat'],
    ['v', 'Gro\u0308ße M', 'Größe M'],
    ['v', ['Privat', 'Größe M'], invalid],
    ['v', 'Groesse M', noChoice],
  ]);

  const damaged = ['sent', 'mapping/damaged-text'];
  table('additionalFields.text', [
    ['v', ['a', 'b'], invalid],
    ['$string(v)', ['a', 'b'], damaged],
    ['$string(v)', { a: 1 }, damaged],
    [`'"x " & v'`, ['a', 'b'], damaged],
    ...[
      '$join(v)',
      '$join(v, "")',
      'v ~> $join',
      '$uppercase($join(v))',
      '"Farben: " & $join(v)',
      '$join($distinct(v))',
    ].map((expression): Row => [`'${expression}'`, ['red', 'green'], ambiguous]),
    [`{template: '{$join(v)}!'}`, ['red', 'green'], ambiguous],
    [`'$join(v.c)'`, [{ c: 'red' }, { c: 'green' }], ambiguous],
    [`'$join($split(v, "-"))'`, '01-02', '0102'],
    [`'$join([v, "-", v])'`, 'a', 'a-a'],
    ["{from: '$join(v)', because: parts of one number}", ['red', 'green'], 'redgreen'],
    ["'$join(v)'", ['red'], 'red'],
    [
      `'v[type="x"].t'`,
      [
        { type: 'x', t: 'a' },
        { type: 'x', t: 'b' },
      ],
      invalid,
    ],
    [
      `{template: '{v[type="x"].t}!'}`,
      [
        { type: 'x', t: 'a' },
        { type: 'x', t: 'b' },
      ],
      ambiguous,
    ],
    [
      `'v[type="x"].t'`,
      [
        { type: 'x', t: 'a' },
        { type: 'y', t: 'b' },
      ],
      'a',
    ],
    ['v', '{"a":"b"}', damaged],
    [`'$join(v, ", ")'`, ['a', 'b'], 'a, b'],
    ['v', 'siehe [1] und {x}', 'siehe [1] und {x}'],
  ]);
  table('firstName', [
    ['v', ['Anna'], 'Anna'],
    ['v', ['Anna', 'Maria'], invalid],
    [`{template: '{v}'}`, ['Anna', 'Maria'], invalid],
    [`{template: '{v}'}`, ['Anna'], 'Anna'],
  ]);
});

describe('a name is the same in every spelling, or it is reported', () => {
  const unseen = ['sent', 'mapping/damaged-text'];
  table('name', [
    ...[
      '\u00a0Müller',
      'Müller\n',
      '\ufeffMüller',
      '\u202aMüller\u202c',
      ' Müller\u3000',
      'Mu\u0308ller',
      'Müller\u0000',
    ].map((text): Row => ['v', text, 'Müller']),
    ...['\u3164', '\u2800', '\u00ad', '\u200e', '\u200d'].map((text): Row => ['v', text, 'nothing']),
    ...[
      'Mül\u200bler',
      'Mül\u00adler',
      'Mül\u2060ler',
      'Anna\tMüller',
      'Anna\nMüller',
      'Mü\u2028ller',
      'M\u00c3\u00bcller',
      'M\ufffdller',
      'M?ller',
    ].map((text): Row => ['v', text, unseen]),
    ['v', 'Anna-Lena', 'Anna-Lena'],
    ['v', "O'Neill", "O'Neill"],
    ['v', '王', '王'],
    ['v', 'ر\u200cضا', 'ر\u200cضا'],
  ]);
  table('email', [
    ['v', ' a@example.com\u200b', 'a@example.com'],
    ['v', 'a@exämple.de', 'a@exämple.de'],
    ...[
      'a@exam\u200bple.com',
      'a @example.com',
      'a@example.com, b@example.com',
      'mailto:a@example.com',
      'Anna <a@example.com>',
      'a@@example.com',
      'a@example..com',
      'a(at)example.com',
    ].map((text): Row => ['v', text, ['check/not-an-email']]),
  ]);
});

const noName = ['sent', 'mapping/not-a-name'];

describe('a placeholder is reported', () => {
  const reported = ['sent', 'mapping/placeholder-value'];
  table('name', [
    ...[
      ...['.', '?', '...', '/', "''", '""', '0', 0, '-', '12'],
      ...[
        'xxx',
        'test',
        'unbekannt',
        'Unknown',
        'keine',
        'TBD',
        'Nachname',
        'FALSCH',
        '__EMPTY__',
        '%s',
        '{0}',
      ],
      ...['Select...', '- Select -', 'Anna undefined', 'null', '{{last_name}}', '%LASTNAME%', '[Nachname]'],
      ...['$fname', '@name', '[name]', '%NAME%', '*|FNAME|*', '#name', ':first_name', '{$name}', '<<name>>'],
      ...[
        '«Nachname»',
        '((name))',
        '$(name)',
        '%{name}',
        '{!Contact.Name}',
        '[% name %]',
        '::name::',
        '|NAME|',
      ],
      ...['first_name', 'FIRST_NAME', 'customer.lastName', '{{ name', 'name }}', '&name;', '=name', '~name~'],
    ].map((value): Row => ['v', value, reported]),
    ...['12345', '0151 23456789', '+49 30 123456'].map((value): Row => ['v', value, noName]),
    ['v', 'Null', 'Null'],
    ['v', 'Testa', 'Testa'],
    ['v', '@anna', '@anna'],
    ['v', 'E. Post', 'E. Post'],
    ['v', 'Kunde', 'Kunde'],
    ['v', 'McName', 'McName'],
  ]);
  table('additionalFields.text', [
    ...['...', "''", '__EMPTY__', '%s', '{0}', 'Select...', '- Select -', '*|FNAME|*', '#N/A', 'k.A.'].map(
      (value): Row => ['v', value, reported],
    ),
    ...['$fname', '@name', '%NAME', ':email', '<<name>>', '((name))', '{!Contact.Email}', '#phone#'].map(
      (value): Row => ['v', value, reported],
    ),
    ...['$5', '@anna', '#kunde', '50 %', ':-)', '(Telefon)', 'first_name', '<3'].map(
      (value): Row => ['v', value, value],
    ),
    ['v', false, ['sent', 'mapping/false-as-text']],
    ...['.', '?', 'keine', 'unbekannt', 'test', '0', 'Select', '100 %', '(1)', 'z. B. ...', 'No. 5'].map(
      (value): Row => ['v', value, value],
    ),
  ]);
});

describe('a number keeps all its parts, or it is reported', () => {
  table('additionalFields.text', [
    ['$number(v)', '01067', ambiguous],
    ['$number(v)', '1e3', ambiguous],
    ['$number(v)', '0x10', ambiguous],
    ['$number( v )', '0049151', ambiguous],
    ['{from: $number(v), because: the account has no zeros}', '01067', '1067'],
    ['$number(v)', '12.5', '12.5'],
    ['$number(v)', '0.5', '0.5'],
    ['$number(v)', 7, '7'],
    ['$number(v)', '1,5', ['expression/failed']],
    ...['0x1F', '0b11', '0o17'].flatMap((value): Row[] => [
      ['$number(v)', value, ambiguous],
      ["'$number(v) + 1'", value, ambiguous],
    ]),
    ...[true, false].map((value): Row => ['$number(v)', value, ambiguous]),
    ["'$number(v) * 10'", true, ambiguous],
    ["'v ~> $number'", '01067', ambiguous],
    ["'$number($trim(v))'", '01067', ambiguous],
    [`'"Nr. " & $number(v)'`, '004930', ambiguous],
    [`{template: 'Nr. {$number(v)}'}`, '0049151', ambiguous],
    ["'$number(v) + 1'", '0009', '10'],
    [`'$number(v) > 5 ? "viele" : "wenige"'`, '0009', 'viele'],
    ['{from: $number(v), as: boolean}', true, 'true'],
    ['{from: v, as: number}', '01067', ambiguous],
    ['{from: v, as: number}', '1.234', invalid],
    ['{from: v, as: number, decimal: ","}', '1.234', '1234'],
    ['{from: v, as: number, decimal: ","}', '1,234.50', invalid],
    ['{from: v, as: number}', '12,50 €', invalid],
    ['{from: v, as: number}', '5-', invalid],
    ['{from: v, as: number}', '1.234,50', '1234.5'],
  ]);
});

describe('a time of day is in the zone of the customers, or it is reported', () => {
  const clock = '"[D01].[M01].[Y0001] [H01]:[m01]"';
  const format = 'dd.MM.yyyy HH:mm';
  table('additionalFields.text', [
    [`'$fromMillis($toMillis(v), ${clock})'`, '2026-07-01T08:00:00Z', ambiguous],
    [`'$fromMillis($toMillis(v), ${clock}, "+0200")'`, '2026-07-01T08:00:00Z', '01.07.2026 10:00'],
    [`'$fromMillis($toMillis(v), ${clock})'`, '2026-07-01T08:00:00', '01.07.2026 08:00'],
    [`'$fromMillis($toMillis(v, ${clock}), "[H01]:[m01]")'`, '01.07.2026 08:00', '08:00'],
    [`'$fromMillis(v * 1000, ${clock})'`, 1782892800, ambiguous],
    [`{template: 'um {$fromMillis(v, "[H01]:[m01]")} Uhr'}`, 1782892800000, ambiguous],
    [`'$fromMillis(v, "[H01]:[m01] [Z]")'`, 1782892800000, '08:00 +00:00'],
    [`'$now("[H01]:[m01]")'`, '', ambiguous],
    ["'$substring(v, 11, 5)'", '2026-07-01T08:00:00Z', ambiguous],
    ["'$substring(v, 11, 5)'", '2026-07-01T08:00:00+02:00', '08:00'],
    [`'$split($split(v, "T")[1], ":")[0] & " Uhr"'`, '2026-07-01T08:00:00+02:00', '08 Uhr'],
    [`{from: v, as: date, format: ${format}}`, '2026-07-01T08:00:00Z', ambiguous],
    [`{from: v, as: date, format: ${format}}`, '2026-07-01T08:00:00+02:00', '01.07.2026 08:00'],
    [
      `{from: v, as: date, format: ${format}, zone: Europe/Berlin}`,
      '2026-07-01T08:00:00Z',
      '01.07.2026 10:00',
    ],
    [`{from: v, as: date, format: ${format} ZZ}`, '2026-07-01T08:00:00Z', '01.07.2026 08:00 +00:00'],
    [`{from: v, as: date, parse: X, format: ${format}}`, 1782892800, ambiguous],
    [`{from: v, as: date, format: ${format}, zone: UTC}`, '2026-07-01T08:00:00Z', '01.07.2026 08:00'],
  ]);
});

describe('a value that a rule hides is reported', () => {
  const table1 = (more: string) => `{from: v, values: {DE: Deutsch, FR: Franz}, ${more}}`;
  const nearly = ['sent', 'mapping/ambiguous-value'];
  table('additionalFields.text', [
    [table1('otherwise: Englisch'), 'DE', 'Deutsch'],
    [table1('otherwise: Englisch'), 'GB', 'Englisch'],
    ...['de', 'De', 'D.E.', 'd-e'].map((value): Row => [table1('otherwise: Englisch'), value, nearly]),
    [table1('otherwise: null'), 'fr', nearly],
    [table1('otherwise: Englisch, ignoreCase: true'), 'de', 'Deutsch'],
    [table1('otherwise: Englisch, because: only capital letters count'), 'de', 'Englisch'],
    [`'"Frau " & v & " Muster"'`, null, ['sent', 'mapping/placeholder-value']],
    [`'"Frau " & v & " Muster"'`, 'Anna', 'Frau Anna Muster'],
    [`'"Frau " & v'`, 'null-Linie', 'Frau null-Linie'],
    ["'$sum([v, 20.2])'", 10.1, '30.3'],
    ['v', 4.999999999999999, '5'],
    ['v', 48.13715428571428, '48.13715428571428'],
    ['v', '5\n1002', noDay],
    ['v', 'a\r\nb', noDay],
  ]);
  table('additionalFields.long', [['v', '5\n1002', '5\n1002']]);
  table('additionalFields.url', [
    [`'"https://" & v'`, 'example.com', 'https://example.com'],
    ...['https://example.com', 'http://x.de', 'http:example.com'].map(
      (value): Row => [`'"https://" & v'`, value, noDay],
    ),
    [`'"https://" & v'`, '', [...noDay, 'mapping/set-by-absence']],
  ]);
  const reported = ['sent', 'mapping/denied-consent'];
  table('additionalFields.news', [
    ...['no', 'nein', 'false', 'keine', false].flatMap((value): Row[] => [
      ['$exists(v)', value, reported],
      ["'v ? true : false'", value, value === false ? 'false' : reported],
    ]),
    [`'v != ""'`, 'nein', reported],
    ['$exists(v)', 'ja', 'true'],
    ['$exists(v)', 'Haarfarbe', 'true'],
    ["'v = 0'", 0, 'true'],
    ['{from: $exists(v), because: any answer counts}', 'nein', 'true'],
    ['$not(v)', false, 'true'],
  ]);
});

const html = ['sent', 'mapping/escaped-html'];
const damaged = ['sent', 'mapping/damaged-text'];

describe('a text is the one that a person wrote, or it is reported', () => {
  table('additionalFields.long', [
    ...[
      '<p>Hallo</p>',
      'Bitte<br>leise',
      'a<br/>b',
      '<div class="x">y</div>',
      '<STRONG>laut</STRONG>',
      '<a href="x">y</a>',
      '</li>',
    ].map((value): Row => ['v', value, html]),
    ['{from: v, html: true}', '<p>Hallo</p>', 'Hallo'],
    ['{from: v, html: true}', 'a &lt;b&gt; c', 'a <b> c'],
    ['{from: v, html: true}', 'Sch&amp;ouml;n', html],
    ['{template: "Wunsch: {v}"}', 'ruhig<br>allein', html],
    ...['3 < 5', 'a <3', '5 > 3', '<Anna>', '< p >', '<3 euch', 'if a<b and b>c'].map(
      (value): Row => ['v', value, value],
    ),
    ...['a\\nb', 'M\\u00fcller', 'sagt \\"ja\\"', 'M%C3%BCller', 'Anna%20Muster', 'Gr%C3%B6%C3%9Fe'].map(
      (value): Row => ['v', value, damaged],
    ),
    ...['100%', '50%C', 'Ablage:\\neu', 'https://example.com/M%C3%BCller', 'a\\b', '20 %20', 'a/b%20c'].map(
      (value): Row => ['v', value, value === '20 %20' ? damaged : value],
    ),
  ]);
});

describe('a name is split only at a space, or it is reported', () => {
  const reported = ['sent', 'mapping/ambiguous-value'];
  table('name', [
    [`'$split(v, " ")[1]'`, 'Anna Muster', 'Muster'],
    [`'$split(v, " ")[1]'`, 'Anna Maria Muster', reported],
    [`'$split(v, " ")[-1]'`, 'Anna Maria Muster', 'Muster'],
    [`'$split(v, ", ")[0]'`, 'Muster, Anna', 'Muster'],
    [`'$split(v, ", ")[0]'`, 'Muster Anna', reported],
    [`'$substringAfter(v, " ")'`, 'Anna Muster', 'Muster'],
    [`'$substringAfter(v, " ")'`, 'Muster', reported],
    [`{from: '$substringAfter(v, " ")', because: "some give one name"}`, 'Muster', 'Muster'],
  ]);
  table('firstName', [
    [`'$substringBefore(v, " ")'`, 'Anna Muster', 'Anna'],
    [`'$substringBefore(v, " ")'`, 'Muster', reported],
    [`'$split(v, " ")[0]'`, 'Anna Maria Muster', 'Anna'],
  ]);
  // In other fields the separator may be missing.
  table('additionalFields.text', [[`'$substringBefore(v, "-")'`, 'de', 'de']]);
});

describe('a mobile number of a neighbouring country is reported', () => {
  const neighbour = ['sent', 'mapping/ambiguous-value', 'check/landline-number'];
  table('mobile', [
    ['{from: v, as: phone, country: AT}', '0151 23456789', neighbour],
    ['{from: v, as: phone, country: AT}', '0176 23456789', neighbour],
    ['{from: v, as: phone, country: AT}', '0664 1234567', '+436641234567'],
    ['{from: v, as: phone, country: AT}', '01 5880', ['sent', 'check/landline-number']],
    ['{from: v, as: phone, country: AT}', '+49 151 23456789', '+4915123456789'],
    ['{from: v, as: phone, country: DE}', '0151 23456789', '+4915123456789'],
    ['{from: v, as: phone, country: DE}', '0681 12345678', ['sent', 'check/landline-number']],
  ]);
});

describe('hours of the 12-hour clock are reported', () => {
  const twelve = '{from: v, as: date, parse: "yyyy-MM-dd HH:mm", format: "dd.MM.yyyy hh:mm"}';
  table('additionalFields.text', [
    [twelve, '2026-03-14 15:10', ['sent', 'mapping/ambiguous-value']],
    [twelve.replace('hh:mm', 'hh:mm a'), '2026-03-14 15:10', '14.03.2026 03:10 PM'],
    [twelve.replace('hh:mm', 'HH:mm'), '2026-03-14 15:10', '14.03.2026 15:10'],
  ]);
});

describe('a thousands separator is reported', () => {
  table('additionalFields.text', [
    [`'$number(v) > 100 ? "viel" : "wenig"'`, '1.250', ['sent', 'mapping/ambiguous-value']],
    [`'$number(v, ",") > 100 ? "viel" : "wenig"'`, '1.250', 'viel'],
    [`'$number(v, ".") > 100 ? "viel" : "wenig"'`, '1.250', 'wenig'],
    ['$number(v)', '1.250', ['sent', 'mapping/ambiguous-value']],
    ['$number(v)', '1.25', '1.25'],
    ['$number(v)', '0.125', '0.125'],
    ['$number(v)', '1250', '1250'],
    ['$number(v)', '1250.125', '1250.125'],
  ]);
});

describe('a name belongs to one person, or it is reported', () => {
  table('firstName', [
    ...[
      'Frau',
      'Frau Anna',
      'Herr Max',
      'Mrs. Jane',
      'Berg, Anna',
      'Anna+Maria',
      'anna@example.com',
      'Anna 12345',
    ].map((text): Row => ['v', text, noName]),
    ['$split(v, " ")[0]', 'Berg, Anna', ['sent', 'mapping/not-a-name']],
    ...[
      'Anna',
      'Anna Maria',
      'J. R.',
      "D'Angelo",
      'Jean-Luc',
      'María',
      '小明',
      'Herrmann',
      'Missy',
      'X Æ',
    ].map((text): Row => ['v', text, text]),
  ]);

  table('name', [
    ...['Berg, Anna', 'Frau Berg', 'Herr Dr. Berg', 'berg@example.com', 'Anna+Berg', 'Berg,'].map(
      (text): Row => ['v', text, noName],
    ),
    ...['Herr', 'von Berg', "O'Neil, Jr.", 'Berg, Dr.', 'Müller-Lüdenscheidt', 'Mr', 'Berg (geb. Huber)'].map(
      (text): Row => ['v', text, text],
    ),
  ]);

  it.each([
    ['Anna', 'Anna Berg', true],
    ['Anna', 'Berg Anna', true],
    ['anna', 'Anna Berg', true],
    ['Anna Maria', 'Anna Maria Berg', true],
    ['Anna Berg', 'Anna Berg', true],
    ['Anna', 'Berg', false],
    ['Anna', 'Annaberg', false],
    ['A', 'A Berg', false],
    ['Anna', 'von Berg', false],
  ])('reports two names: %s and %s', async (first, last, isReported) => {
    const mapping = mappingOf(bookingMapping('  firstName: first\n  name: last\n'));
    const payload = { appointment: 'a1', privacy: true, terms: true, minAge: true, first, last };
    const event = { id: 'e1', source: 'website', receivedAt: new Date(now).toISOString() };
    const input = { payload, answers: undefined, headers: {}, query: {}, body: payload, event };
    const evaluation = await evaluate(mapping, input, { people: 'crm', findLink: async () => undefined });
    if (evaluation.kind !== 'call') throw new Error(evaluation.kind);
    const checking = { destination: 'salon', policy: mapping, validators: 'fail', now } as const;
    const verdict = checkCall(evaluation.call, { ...checking, catalog: catalogOf({ fields }) });
    expect(verdict.diagnostics.map(({ code }) => code)).toEqual(isReported ? ['mapping/not-a-name'] : []);
    expect(doubtsOfCall(evaluation.call).map(({ path }) => path)).toEqual(isReported ? ['name'] : []);
  });
});

const mistyped = ['sent', 'check/not-an-email'];

describe('an address of a large mail service is spelt correctly, or it is reported', () => {
  table('email', [
    ...[
      'anna@gmail.con',
      'anna@gmial.com',
      'anna@gmail.de',
      'Anna.Berg@GMAIL.CO',
      'anna@googelmail.com',
      'anna@hotmial.com',
      'anna@hotmail.cmo',
      'anna@outlok.de',
      'anna@yahooo.com',
      'anna@iclod.com',
      'anna@t-onlin.de',
      'anna@tonline.de',
      'anna@gmx.dee',
      'anna@firma.con',
    ].map((text): Row => ['v', text, mistyped]),
    ...[
      'anna@gmail.com',
      'anna@gmx.de',
      'anna@web.de',
      'anna@mail.com',
      'anna@ymail.com',
      'anna@t-online.de',
      'anna@hotmail.fr',
      'anna@firma.co',
      'anna@example.de',
      'anna@xn--mller-kva.de',
    ].map((text): Row => ['v', text, text]),
  ]);
});

describe('a web address has a scheme or host, or it is reported', () => {
  table('additionalFields.url', [
    ...[
      'htp://example.com',
      'http:/example.com',
      'https//example.com',
      'https:example.com',
      'htttps://example.com',
      'hhttp://example.com',
      'ttps://example.com',
      'https;//example.com',
    ].map((text): Row => ['v', text, noDay]),
    ...[
      'https://example.com',
      'http://example.com',
      'HTTPS://example.com',
      'example.com',
      'httpd.apache.org',
      'ftp://example.com',
      'mailto:anna@example.com',
      '@anna',
      '/anna',
    ].map((text): Row => ['v', text, text]),
  ]);
});

describe('a date that programs write as a default is reported', () => {
  table('additionalFields.birthdate', [
    ...['1970-01-01', '01.01.1970', '1.1.1970', '2026-03-02', '02.03.2026', '01.03.2026'].map(
      (text): Row => ['v', text, noDay],
    ),
    ['{from: v, as: date, zone: Europe/Berlin}', '1970-01-01T00:00:00Z', noDay],
    ...['1970-01-02', '02.01.1970', '2025-03-02', '2026-01-15', '1988-03-02'].map(
      (text): Row => ['v', text, text],
    ),
  ]);
  table('additionalFields.visit', [
    ['v', '1970-01-01', noDay],
    ['v', '01.01.1970', noDay],
    ['v', '2026-03-02', '2026-03-02'],
  ]);
});

describe('a text with URL encoding is reported', () => {
  table('additionalFields.text', [
    ...['a%2Cb', 'Anna%20Berg', 'M%C3%BCller', '%7Butm%7D', 'a%3Bb', 'anna%40example.com', 'a%0Ab'].map(
      (text): Row => ['v', text, ['sent', 'mapping/damaged-text']],
    ),
    ...['100%', '50 % mehr', '5%-10%', 'https://example.com/a%2Cb', '100%ig'].map(
      (text): Row => ['v', text, text],
    ),
  ]);
});

const nothing = ['sent', 'mapping/placeholder-value'];

describe('joined parts that are empty are reported', () => {
  table('additionalFields.text', [
    [`'$join(v, ", ")'`, ['Nüsse', '', 'Pollen'], nothing],
    [`'$join(v, ", ")'`, ['', 'Pollen'], nothing],
    [`'$join(v, "; ")'`, ['Nüsse', ''], nothing],
    [`'$join(v, " / ")'`, ['a', ' ', 'b'], nothing],
    [`'$join(v, ", ")'`, ['Nüsse', 'Pollen'], 'Nüsse, Pollen'],
    [`'$join(v[$ != ""], ", ")'`, ['Nüsse', '', 'Pollen'], 'Nüsse, Pollen'],
    ['v', 'a, , b', 'a, , b'],
  ]);
});

describe('a text of several values is not a key of a table', () => {
  const tables = {
    status: '{from: v, values: {vip: Stammkunde, neu: Neukunde}, otherwise: null}',
    other: '{from: v, values: {vip: Stammkunde, neu: Neukunde}, otherwise: Interessent}',
    list: '{from: v, as: list, separator: ";", values: {a: Haare, b: Massage}, otherwise: null}',
  };
  const doubtful = ['sent', 'mapping/ambiguous-value'];
  table('additionalFields.text', [
    ...['vip,neu', 'neu, vip', 'vip;foo', 'foo|vip', 'foo\nvip'].flatMap((text): Row[] => [
      [tables.status, text, doubtful],
      [tables.other, text, doubtful],
    ]),
    [tables.status, 'vip', 'Stammkunde'],
    [tables.status, 'foo', 'nothing'],
    [tables.status, 'foo, bar', 'nothing'],
    [tables.status, 'vip neu', 'nothing'],
    [tables.other, 'foo, bar', 'Interessent'],
    [tables.status, ['vip'], 'Stammkunde'],
    [tables.status.replace('null', 'null, because: "only whole texts"'), 'vip,neu', 'nothing'],
  ]);
  table('additionalFields.interests', [
    [tables.list, 'a;b', doubtful],
    [tables.list, 'a, b', doubtful],
    [tables.list, ['a', 'b'], 'Haare;Massage'],
    [tables.list, 'a', 'Haare'],
    [tables.list, 'c;d', 'nothing'],
  ]);
});

describe('choices that contain a separator stay whole', () => {
  table('additionalFields.services', [
    ...['as: choices, separator: ";"', 'as: list, separator: ";"'].flatMap((how): Row[] => [
      [`{from: v, ${how}}`, 'Massage, 60 Min.;Farbe & Strähnen', 'Massage, 60 Min.;Farbe & Strähnen'],
      [`{from: v, ${how}}`, 'Massage, 60 Min.; Farbe & Strähnen', 'Massage, 60 Min.;Farbe & Strähnen'],
      [`{from: v, ${how}}`, 'Massage, 60 Min., Farbe & Strähnen', 'Massage, 60 Min.;Farbe & Strähnen'],
      [`{from: v, ${how}}`, ['Massage, 60 Min.', 'Massage, 90 Min.'], 'Massage, 60 Min.;Massage, 90 Min.'],
    ]),
    ['v', 'Massage, 60 Min.;Farbe & Strähnen', ['sent', 'check/separator-in-choice']],
    ['v', ['Massage, 60 Min.', 'Farbe & Strähnen'], ['sent', 'check/separator-in-choice']],
    ['v', 'Massage, 60 Min.', 'Massage, 60 Min.'],
  ]);
});

describe('a text that was made of an empty value is reported', () => {
  const reported = ['sent', 'mapping/set-by-absence'];
  table('additionalFields.text', [
    [`'"MB-" & $pad($string(v), -4, "0")'`, '', reported],
    [`'"Umsatz " & $round(v, 2) & " EUR"'`, undefined, reported],
    [`'"Geb. " & v'`, '', reported],
    [`'"Nr. " & $trim(v)'`, ' ', reported],
    [`'$join(["Frau", v], " ")'`, undefined, reported],
    [`'"MB-" & $pad($string(v), -4, "0")'`, 7, 'MB-0007'],
    [`'"Umsatz " & $round(v, 2) & " EUR"'`, 12.345, 'Umsatz 12.34 EUR'],
    [`'v ? "Nr. " & v : "keine"'`, '', 'keine'],
    [`{template: "Nr. {v}"}`, '', 'nothing'],
    [`'$uppercase(v)'`, '', 'nothing'],
    [`{from: '"Nr. " & v', because: "the account adds it"}`, '', 'Nr.'],
  ]);
});

describe('the minimum age, derived from a date of birth, is a separate consent', () => {
  table('minAge', [
    [`'$age(v) >= 18'`, '1988-03-14', 'true'],
    [`'$age($date(v, {"parse": "dd.MM.yyyy"})) >= 18'`, '14.03.1988', 'true'],
    [`'$age(v) >= 18'`, '2015-03-14', 'false'],
    [`'$exists(v)'`, '1988-03-14', denied],
    [`'v ? true : false'`, '14.03.1988', denied],
  ]);
});

describe('a company is not a person', () => {
  const reported = ['sent', 'mapping/not-a-name'];
  table('name', [
    ...[
      'Berg GmbH',
      'Salon Berg UG',
      'Berg & Co. KG',
      'Praxis Dr. Berg GbR',
      'Berg Inc.',
      'Firma Berg',
      'SV Mitte e.V.',
    ].map((text): Row => ['v', text, reported]),
    ...['Berg', 'Agathe', 'Kgosi', 'von Berg', 'Berg-Inc', 'Segel', 'Firmin', 'Stifter'].map(
      (text): Row => ['v', text, text],
    ),
  ]);
});

describe('half of a character is reported', () => {
  table('additionalFields.text', [
    ...['gerne \ud83d', '\ude00 gerne', 'a\ud83d b', '\ud83d\ud83d', 'Grüße\udc4d'].map(
      (text): Row => ['v', text, ['sent', 'mapping/damaged-text']],
    ),
    ['v', 'gerne 😀', 'gerne 😀'],
    ['v', '👩‍👩‍👧 Familie 🇩🇪', '👩‍👩‍👧 Familie 🇩🇪'],
    ['v', '𝒜nna', '𝒜nna'],
  ]);
  table('name', [
    ['v', 'M\ud83dller', ['sent', 'mapping/damaged-text']],
    ['v', 'Möller', 'Möller'],
  ]);
});

describe('a field that is true because an answer is not a certain no is reported', () => {
  table('additionalFields.news', [
    ...['', 'no', '0', 'false'].map(
      (text): Row => [`'v != "nein"'`, text, ['sent', 'mapping/denied-consent']],
    ),
    [`'v != "nein"'`, 'Nein', ['sent', 'check/never-equal', 'mapping/denied-consent']],
    [`'v != "nein"'`, 'nein', 'false'],
    [`'v != "nein"'`, 'ja', 'true'],
    [`{from: 'v != "nein"', because: "the form allows only these"}`, 'Nein', 'true'],
  ]);
});

describe('a date field has one complete date, or it is reported', () => {
  table('additionalFields.visit', [
    ...[
      'März 2024',
      '2024',
      '03/2024',
      '14. März',
      '14.3.',
      '24:00',
      '12.30',
      '12:30 Uhr',
      '10 Uhr 30',
      'KW 12',
      'Q1 2024',
      '2024-03-10 bis 2024-03-12',
      '10.03.2024 - 12.03.2024',
      '10.–12.03.2024',
      '10.03.2024, 12.03.2024',
      'in 3 Wochen',
      '38 Jahre',
    ].map((text): Row => ['v', text, noDay]),
    ...[
      '10.03.2024',
      '10.3.24',
      '2024-03-10',
      '2024/03/10',
      '10. März 2024',
      '10 mars 2024',
      'March 10, 2024',
      'Sun, 10 Mar 2024 10:00',
      'So, 10.03.2024',
      '10.03.2024 10:00',
      '2024-03-10T10:00:00',
      '20240310',
      '10-Mar-2024',
      '2024年3月10日',
    ].map((text): Row => ['v', text, text]),
  ]);
  table('additionalFields.birthdate', [
    ['v', '14.03.', '14.03.'],
    ['v', '14. März', '14. März'],
  ]);
});

describe('a URL is that of a public page, or it is reported', () => {
  table('additionalFields.url', [
    ...[
      'https://www.',
      'https://www.de',
      'https://anna',
      'http://localhost/x',
      'http://127.0.0.1',
      'http://192.168.0.7/x',
      'https://anna.de"',
      'https://anna.de|Anna',
      'https://anna.de>',
      'https://anna.de/{id}',
      'file:///c:/x.jpg',
      'https://a@b',
    ].map((text): Row => ['v', text, noDay]),
    ...[
      'https://www.anna.de',
      'https://anna.de:8443/x',
      'https://user@anna.de',
      'https://anna.berlin/?a=[1]',
      'https://müller.de/ä',
      'https://[2001:db8::1]/',
      '//anna.de',
      'www.anna.de',
    ].map((text): Row => ['v', text, text]),
  ]);
});

describe('a name contains only parts of a name, or it is reported', () => {
  table('firstName', [
    ...[
      'Anna und Max',
      'Anna & Max',
      'Anna u. Max',
      'Anna + Max',
      'Anna and Max',
      'Anna/Max',
      'Anna; Max',
      '"Anna"',
      "'Anna'",
      '„Anna“',
      '«Anna»',
      'Hr.',
      'Hr. Max',
      'Fr. Anna',
      'Frl. Anna',
      'Fräulein Anna',
      'Pani Anna',
      'Señora Anna',
      'Mevr. Anna',
    ].map((text): Row => ['v', text, noName]),
    [`'"" & v'`, '"Anna"', noName],
    ['v', true, nothing],
    ...[
      'Andrea',
      'Fritz',
      'Frauke',
      'Anna "Anni" Maria',
      'Kaʻiulani',
      "D'Arcy",
      'Undine',
      'Hrvoje',
      'Friedrich',
      'Enya',
      'Ute Andersen',
    ].map((text): Row => ['v', text, text]),
  ]);
  table('name', [
    ...['Berg; Anna', 'Berg/Müller', 'Berg|Anna', '"Berg"', 'Fr. Berg', 'Hr Berg'].map(
      (text): Row => ['v', text, noName],
    ),
    ...['Berg & Sohn', 'Müller und Söhne', 'Freund', 'Frank', 'Hr', 'von und zu Berg', 'Ortega y Gasset'].map(
      (text): Row => ['v', text, text],
    ),
  ]);
});

describe('an address that nobody reads is reported', () => {
  table('email', [
    ...[
      'noreply@shop.de',
      'no-reply@shop.de',
      'donotreply@shop.com',
      'keinemail@web.de',
      'keine-email@salon.de',
      'no.mail@gmx.de',
      'test@test.de',
      'TEST@test.com',
      'keine@keine.de',
      'unbekannt@unbekannt.de',
      'none@none.com',
      'x@x.de',
      'aa@aa.de',
      'asdf@test.de',
      'na@na.com',
      'undefined@web.de',
      'www.anna@web.de',
      'anna@icloud.co',
      'anna@hotmail.co',
    ].map((text): Row => ['v', text, mistyped]),
    ...[
      'test@firma.de',
      'anna@anna.de',
      'info@info.de',
      'replay@shop.de',
      'a@b.de',
      'mail@berg.de',
      'keiner@web.de',
      'nina@nn-friseur.de',
    ].map((text): Row => ['v', text, text]),
  ]);
});

describe('a value that is nearly in a table is reported', () => {
  const numbers = (more: string) => `{from: v, values: {1: eins, 2: zwei}, ${more}}`;
  const words = `{from: v, values: {gold: a, ja: b, Größe M: c}, otherwise: d}`;
  const nearly = ['sent', 'mapping/ambiguous-value'];
  table('additionalFields.text', [
    ...['01', '1.0', '1,0', '+1', '002', true, 'ja'].map(
      (value): Row => [numbers('otherwise: x'), value, nearly],
    ),
    ...['1', 1, '2 '].map((value): Row => [numbers('otherwise: x'), value, value === '2 ' ? 'zwei' : 'eins']),
    ...['3', '10', '1.1', '1-2', 'eins', 'nein', false].map(
      (value): Row => [numbers('otherwise: x'), value, 'x'],
    ),
    [numbers('otherwise: x, because: the form writes 1 only'), '01', 'x'],
    ...['gold (3)', 'Gold (12)', 'gold [3]', 'true', true, '1', 'yes', 'größe m (2)'].map(
      (value): Row => [words, value, nearly],
    ),
    ...['gold', 'silber (3)', '(3)', 'golden', 'no'].map(
      (value): Row => [words, value, value === 'gold' ? 'a' : 'd'],
    ),
  ]);
});

describe('a text that a program made of a list or of nothing is reported', () => {
  table('additionalFields.text', [
    ["'$string(v)'", [1, 2], damaged],
    ["'$string(v)'", [], nothing],
    [`'"Zahl " & v'`, [], damaged],
    ["'$string(v)'", [true, false], damaged],
    [`'"Zahl " & v'`, [1.5, 2], damaged],
    [`'"Zahl " & v'`, [null], [...damaged, 'mapping/placeholder-value']],
    ['v', 'a\u0000b', damaged],
    ['v', 'a\u0001b', damaged],
    ['v', 'a\u001bb', damaged],
    ['v', 'siehe [1]', 'siehe [1]'],
    ['v', '[VIP]', '[VIP]'],
    ['v', '[1, 2]', '[1, 2]'],
    ...['undefined', '-', 'k.A.', 'n/a', 'NULL'].map((value): Row => [`'"Wunsch: " & v'`, value, nothing]),
    [`'"Wunsch: " & v'`, 'Schnitt - kurz', 'Wunsch: Schnitt - kurz'],
    [`'v = "-" ? "Wunsch: keiner" : "Wunsch: " & v'`, '-', 'Wunsch: keiner'],
    ...[
      '\\N',
      'n/d',
      'N/D',
      'NIL',
      '########',
      'nie podano',
      'nie dotyczy',
      'niet ingevuld',
      'not specified',
    ].map((value): Row => ['v', value, nothing]),
    ...['brak', '###1', 'Nil', 'niet', 'n d'].map((value): Row => ['v', value, value]),
  ]);
});

describe('a text is whole, and fits the name of its field, or it is reported', () => {
  table('additionalFields.text', [
    ['v', 'Henna, Nüsse, Dufts…', ['sent', 'mapping/damaged-text']],
    ['v', 'Henna, Nüsse, Düfte', 'Henna, Nüsse, Düfte'],
  ]);
  table('additionalFields.email2', [
    ['v', 'Am Markt 2', ['sent', 'check/not-of-type']],
    ['v', 'ada@example.org', 'ada@example.org'],
  ]);
});

describe('a day is possible for what its field names, or it is reported', () => {
  table('additionalFields.last.visit', [
    ['v', '2026-06-01', ['sent', 'check/not-of-type']],
    ['v', '2026-02-01', '2026-02-01'],
  ]);
  table('additionalFields.born', [
    ['v', '1970-01-01', ['sent', 'check/not-of-type']],
    ['v', '1988-03-14', '1988-03-14'],
  ]);
});
