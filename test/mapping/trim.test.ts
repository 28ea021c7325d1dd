import { describe, expect, it } from 'vitest';
import {
  bookingData,
  bookingMapping,
  codesOf,
  evaluateYaml,
  fieldMapping,
  fieldOf,
  parse,
  requestOf,
} from './evaluate-yaml.ts';

const own = (text: string) => ({ set: { text, origin: 'mapping' } });
const clear = { clear: true };
const skipped = ['mapping/nothing-to-send'];

/** Returns the text that is sent for the field `f`, or the other result. */
async function textOf(rule: string, payload: unknown): Promise<unknown> {
  const change = await fieldOf(rule, payload);
  return typeof change === 'object' && change !== null && 'set' in change
    ? (change.set as { text: string }).text
    : change;
}

describe('blanks at the ends of a value of the payload are removed', () => {
  const booked = bookingMapping(
    ['firstName', 'name', 'email', 'mobile', 'customerStatus', 'genderType']
      .map(name => `  ${name}: ${name}\n`)
      .join('') +
      '  appointmentParticipantId: participant\n  appointmentParticipant.customerComment: remark\n',
  );

  it('for names, e-mail addresses, numbers, ids and remarks', async () => {
    const around = (text: string) => ` \u200b${text}\u00a0\ufeff\n`;
    const payload = {
      ...bookingData,
      appointment: around('a1'),
      participant: around('p1'),
      firstName: around('Anna  Maria'),
      name: around('Müller'),
      email: around('anna@example.com'),
      mobile: around('0151 1234567'),
      customerStatus: around('VIP'),
      genderType: around('FEMALE'),
      remark: around('one\n  two'),
      privacy: around('ja'),
      terms: around('on'),
    };
    expect(requestOf(await evaluateYaml(booked, { payload }))).toEqual({
      operation: 'persistCustomerData',
      appointmentId: 'a1',
      appointmentParticipantId: 'p1',
      firstName: 'Anna  Maria',
      name: 'Müller',
      email: 'anna@example.com',
      mobile: '0151 1234567',
      customerStatus: 'VIP',
      genderType: 'FEMALE',
      'appointmentParticipant.customerComment': 'one\n  two',
      privacy: 'true',
      terms: 'true',
      minAge: 'true',
    });
  });

  it('for a customer number, so that its lane is that of the number', async () => {
    const text = 'source: website\ndestination: salon\noperation: updateCustomer\nset: {id: nr, note: t}\n';
    const evaluation = await evaluateYaml(text, { payload: { nr: '\u00a01001\u200b', t: ' x ' } });
    expect(requestOf(evaluation)).toEqual({ operation: 'updateCustomer', id: '1001', note: 'x' });
  });

  it.each([
    ['a path', 'a', { a: ' x ' }, 'x'],
    ['an expression', '$uppercase(a)', { a: ' x\u00a0' }, 'X'],
    ['several joined', 'a & " " & b', { a: ' x', b: 'y ' }, 'x y'],
    ['the elements of a list', '{from: a, as: list}', { a: [' x ', 'y\u200b', ' ', '\u200b'] }, 'x,y'],
    ['a list in a text', '{from: a, as: list}', { a: '\u00a0["x ", "\u00a0y"]\u200b' }, 'x,y'],
    ['lists in lists', '{from: a, as: list}', { a: [[' x'], ['y ', [' z ']]] }, 'x,y,z'],
    ['a number', '{from: a, as: number}', { a: '\u200b3,5 ' }, '3.5'],
    ['a date', '{from: a, as: date}', { a: '\ufeff2026-03-31\u200b' }, '2026-03-31'],
    [
      'a phone number',
      '{from: a, as: phone, country: DE}',
      { a: '\u200e0151 12345678\u200b' },
      '+4915112345678',
    ],
    ['yes or no', '{from: a, as: boolean}', { a: 'nein\u200b' }, 'false'],
    ['a part of a template', '{template: "From {a} to {b}."}', { a: ' x\u200b', b: '\ny' }, 'From x to y.'],
    ['a number of JSON', 'a', { a: 3 }, '3'],
  ])('for %s', async (_, rule, payload, text) => {
    expect(await textOf(rule, payload)).toBe(text);
  });

  it('but not for literals of the mapping', async () => {
    expect(await fieldOf(`{value: " x "}`, {})).toEqual(own(' x '));
    expect(await fieldOf(`'" x "'`, {})).toEqual(own(' x '));
    expect(await fieldOf('{from: a, default: " x "}', { a: '\u200b' })).toEqual(own(' x '));
    expect(await fieldOf('{from: a, values: {k: " x "}}', { a: ' k ' })).toEqual(own(' x '));
    expect(await textOf('{template: " {a} "}', { a: ' x ' })).toBe(' x ');
  });

  it('unless the rule has trim: false', async () => {
    expect(await textOf('{from: a, trim: false}', { a: ' Müller\u00a0' })).toBe(' Müller\u00a0');
    expect(await textOf('{from: a, as: list, trim: false}', { a: [' x', 'y '] })).toBe(' x,y ');
    expect(await textOf('{template: "{a}.", trim: false}', { a: ' x ' })).toBe(' x .');
    expect(await textOf('{from: a, trim: true}', { a: ' x ' })).toBe('x');
    expect(await fieldOf('{from: a, trim: false, whenEmpty: clear}', { a: ' \u00a0' })).toEqual(clear);
  });
});

describe('an invisible value is empty', () => {
  const values = [
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u200e',
    '\u200f',
    '\u061c',
    '\u180e',
    '\u3164',
    '\u2800',
    '\uffa0',
    '\u115f',
    '\u034f',
    '\ufe0f',
    '\0',
    '\u0085',
    '\u2028',
    '\u3000',
    '\u00a0',
    '\u202f',
    '\u200b \u200b',
    '\ufeff\n',
    '\u{e0020}',
  ];

  it.each(values)('%j', async value => {
    expect(await fieldOf('{from: a, whenEmpty: clear}', { a: value })).toEqual(clear);
    expect(await fieldOf('{from: a, whenMissing: clear}', { a: value })).toEqual(skipped);
    expect(await fieldOf('{from: a, whenEmpty: fail}', { a: value })).toEqual(['mapping/missing-value']);
    expect(await fieldOf('{from: a, default: x}', { a: value })).toEqual(own('x'));
    expect(await fieldOf('{from: a, as: list, whenEmpty: clear}', { a: [value, ' ', null] })).toEqual(clear);
    expect(await fieldOf('{template: "x{a}", whenEmpty: clear}', { a: value })).toEqual(clear);
    expect(await fieldOf('{from: a, values: {k: v}, whenEmpty: clear}', { a: value })).toEqual(clear);
  });
});

describe('a look-up table', () => {
  const rule = '{from: a, values: {"high": H, " low": L, "low": l}, otherwise: other}';

  it('compares without blanks at the ends', async () => {
    expect(await fieldOf(rule, { a: 'high\u00a0' })).toEqual(own('H'));
    expect(await fieldOf('{from: a, as: list, values: {x: X, y: Y}}', { a: [' x', 'y ', ' '] })).toEqual({
      set: { text: 'X,Y', origin: 'mapping', joined: true },
    });
  });

  it('prefers a key with blanks', async () => {
    expect(await fieldOf(rule, { a: ' low' })).toEqual(own('L'));
    expect(await fieldOf(rule, { a: 'low ' })).toEqual(own('l'));
  });

  it('compares the exact value if the rule has trim: false', async () => {
    expect(await fieldOf(rule.replace('{', '{trim: false, '), { a: 'high ' })).toEqual(own('other'));
  });
});

describe('the original text of a value that may be a name of the account', () => {
  it('is kept with its blanks', async () => {
    expect(await fieldOf('a', { a: ' x ' })).toEqual({
      set: { text: 'x', origin: 'data', untrimmed: ' x ' },
    });
    const list = fieldMapping('{from: a, as: list, separator: "; "}');
    expect(await evaluateYaml(list, { payload: { a: ['x ', 'y'] } })).toMatchObject({
      call: { additionalFields: [{ change: { set: { text: 'x; y', elements: ['x ', 'y'] } } }] },
    });
    expect(await fieldOf('a', { a: 'x' })).toEqual({ set: { text: 'x', origin: 'data' } });
  });
});

describe('the id of a person', () => {
  const text = `link: id\n${fieldMapping('f').replace('{value: "7", because: test}', '$linked')}`;

  it('is looked up without blanks at its ends', async () => {
    for (const id of [' anna@example.com', 'anna@example.com\u200b', '\u00a0anna@example.com\n']) {
      const evaluation = await evaluateYaml(text, {
        payload: { id, f: 'x' },
        links: { 'anna@example.com': '1001' },
      });
      expect(requestOf(evaluation)).toMatchObject({ id: '1001' });
      expect(evaluation).toMatchObject({ link: { people: 'crm', id: 'anna@example.com' } });
    }
  });

  it('is missing if it is invisible', async () => {
    const evaluation = await evaluateYaml(text, {
      payload: { id: '\u200b', f: 'x' },
      links: { '\u200b': '1001' },
    });
    expect(evaluation.kind).toBe('failed');
    expect(codesOf(evaluation)).toEqual(['mapping/missing-value']);
  });
});

describe('consent', () => {
  it.each(['nein\u200b', '\u200bno', '\ufefffalse ', '\u200b', '0\u00a0', 'off\u200d'])(
    'is refused for %j',
    async optin => {
      const text = bookingMapping("  marketing: 'optin ? true : false'\n");
      const evaluation = await evaluateYaml(text, { payload: { ...bookingData, optin } });
      expect(codesOf(evaluation)).toEqual(['mapping/denied-consent']);
    },
  );
});

it('trim is true or false, for a value of the payload', () => {
  const codes = (rule: string) => parse(fieldMapping(rule)).diagnostics.map(each => each.code);
  expect(codes('{value: x, trim: false}')).toEqual(['mapping/invalid-rule']);
  expect(codes('{from: a, trim: 1}')).toEqual(['yaml/wrong-type']);
  expect(codes('{from: a, trim: no}')).toEqual(['yaml/wrong-type']);
  expect(codes('{from: a, trim: false}')).toEqual([]);
});
