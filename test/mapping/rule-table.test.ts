import { describe, expect, it } from 'vitest';
import {
  bookingData,
  bookingMapping,
  changeOf,
  codesOf,
  evaluateYaml,
  fieldMapping,
  fieldOf,
  parse,
  requestOf,
} from './evaluate-yaml.ts';

const data = (text: string) => ({ set: { text, origin: 'data' } });
/** For a list of the event with several values. */
const listOf = (text: string) => ({ set: { text, origin: 'data', list: true } });
const own = (text: string) => ({ set: { text, origin: 'mapping' } });
/** For several results of a table, for a list of the event. */
const joined = (text: string) => ({ set: { text, origin: 'mapping', joined: true, list: true } });
const clear = { clear: true };
const skipped = ['mapping/nothing-to-send'];
const invalid = ['mapping/invalid-value'];
const missing = ['mapping/missing-value'];
const faultsOf = (rule: string) => parse(fieldMapping(rule)).diagnostics.map(each => each.code);

describe('a rule is a JSONata expression', () => {
  it('as a plain string', async () => {
    expect(await fieldOf('a.b', { a: { b: 'x' } })).toEqual(data('x'));
    expect(await fieldOf('$uppercase(a)', { a: 'x' })).toEqual(data('X'));
  });
  it('or in from', async () => {
    expect(await fieldOf('{from: a.b}', { a: { b: 'x' } })).toEqual(data('x'));
  });
  it('whose failure makes the value invalid', async () => {
    expect(await fieldOf('$number(a)', { a: 'x' })).toEqual(['expression/failed']);
  });
  it('that has no warning about the payload if it is a literal', async () => {
    expect(await fieldOf(`"'x'"`, {})).toEqual(own('x'));
  });
});

describe('value is a literal', () => {
  it('that comes from the mapping', async () => {
    expect(await fieldOf('{value: Website}', {})).toEqual(own('Website'));
    expect(await fieldOf('{value: 3}', {})).toEqual(own('3'));
    expect(await fieldOf('{value: [a, b]}', {})).toEqual(own('a,b'));
  });
  it('whose digits stay as written', async () => {
    expect(await fieldOf('{value: 007}', {})).toEqual(own('007'));
    expect(await fieldOf('{value: 1.50}', {})).toEqual(own('1.50'));
  });
});

describe('template is a text with expressions', () => {
  const rule = '{template: "From {a} to {b}"}';
  it('in braces', async () => {
    expect(await fieldOf(rule, { a: 1, b: 'x' })).toEqual(data('From 1 to x'));
    expect(await fieldOf('{template: plain}', {})).toEqual(own('plain'));
  });
  it('that is missing if one part is missing', async () => {
    expect(await fieldOf(rule, { a: 1 })).toEqual([...skipped, 'mapping/template-left-out']);
    expect(await fieldOf(`{template: "{a}{b}", whenMissing: clear}`, { a: '' })).toEqual(clear);
    expect(await fieldOf(`{template: "{a}{b}", whenEmpty: clear}`, { a: '' })).toEqual(skipped);
    expect(await fieldOf(`{template: "{b}{a}", whenEmpty: clear}`, { a: '' })).toEqual(skipped);
  });
  it('that is empty if one part is empty', async () => {
    expect(await fieldOf(`{template: "x{a}", whenEmpty: clear}`, { a: ' ' })).toEqual(clear);
    expect(await fieldOf(`{template: "x{a}", whenMissing: clear}`, { a: null })).toEqual(skipped);
  });
  it('that cannot contain an object', async () => {
    expect(await fieldOf(rule, { a: {}, b: 1 })).toEqual(invalid);
  });
});

describe('values is a look-up table', () => {
  const rule = '{from: a, values: {high: Stammkunde, 1: one, true: yes, 01: padded}}';
  it('whose results come from the mapping', async () => {
    expect(await fieldOf(rule, { a: 'high' })).toEqual(own('Stammkunde'));
  });
  it('whose keys are compared as texts', async () => {
    expect(await fieldOf(rule, { a: 1 })).toEqual(own('one'));
    expect(await fieldOf(rule, { a: '1' })).toEqual(own('one'));
    expect(await fieldOf(rule, { a: true })).toEqual(own('yes'));
    expect(await fieldOf(rule, { a: '01' })).toEqual(own('padded'));
  });
  it('that is applied to each element of a list', async () => {
    expect(await fieldOf(rule, { a: ['high', '', 1] })).toEqual(joined('Stammkunde,one'));
    expect(await fieldOf(rule, { a: ['high', 'low'] })).toEqual(['mapping/not-in-table']);
  });
  it('that can be used with a template', async () => {
    expect(await fieldOf('{template: "{a}-{b}", values: {x-y: z}}', { a: 'x', b: 'y' })).toEqual(own('z'));
  });
  it('that does not make a missing or an empty value invalid', async () => {
    expect(await fieldOf(rule, {})).toEqual(skipped);
    expect(await fieldOf(rule, { a: null })).toEqual(skipped);
  });
  it('that ignores inherited properties', async () => {
    expect(await fieldOf(rule, { a: 'constructor' })).toEqual(['mapping/not-in-table']);
    expect(await fieldOf(rule, { a: '__proto__' })).toEqual(['mapping/not-in-table']);
  });
  it('for which an object is invalid', async () => {
    expect(await fieldOf(rule, { a: {} })).toEqual(invalid);
  });
  it('whose result is converted afterwards', async () => {
    expect(await fieldOf('{from: a, values: {x: ja}, as: boolean}', { a: 'x' })).toEqual(own('true'));
  });
});

describe('otherwise is for values that are not in the table', () => {
  it('and its value comes from the mapping', async () => {
    expect(await fieldOf('{from: a, values: {x: y}, otherwise: z}', { a: 'q' })).toEqual(own('z'));
    expect(await fieldOf('{from: a, values: {x: y}, otherwise: z}', { a: ['x', 'q'] })).toEqual(
      joined('y,z'),
    );
  });
  it('and makes them missing if it is null', async () => {
    expect(await fieldOf('{from: a, values: {x: y}, otherwise: null}', { a: 'q' })).toEqual(skipped);
    expect(await fieldOf('{from: a, values: {x: y}, otherwise: null}', { a: ['q', 'x'] })).toEqual(own('y'));
    expect(
      await fieldOf('{from: a, values: {x: y}, otherwise: null, whenMissing: clear}', { a: 'q' }),
    ).toEqual(clear);
    expect(await fieldOf('{from: a, values: {x: y}, otherwise: null, default: d}', { a: ['q'] })).toEqual(
      own('d'),
    );
  });
  it('and without it they are invalid', async () => {
    expect(await fieldOf('{from: a, values: {x: y}}', { a: 'q' })).toEqual(['mapping/not-in-table']);
    expect(await fieldOf('{from: a, values: {x: y}}', { a: 'X' })).toEqual(['mapping/not-in-table']);
  });
  it('and not for missing values', async () => {
    expect(await fieldOf('{from: a, values: {x: y}, otherwise: z}', {})).toEqual(skipped);
  });
});

describe('ignoreCase compares without regard to case', () => {
  it('on both sides', async () => {
    expect(await fieldOf('{from: a, values: {High: y}, ignoreCase: true}', { a: 'hIGH' })).toEqual(own('y'));
    expect(await fieldOf('{from: a, values: {GRÜN: y}, ignoreCase: true}', { a: 'grün' })).toEqual(own('y'));
  });
});

describe('as: text, number, boolean, date, phone and list', () => {
  it('return a value of that kind, or say that it is invalid', async () => {
    expect(await fieldOf('{from: a, as: text}', { a: 3 })).toEqual(data('3'));
    expect(await fieldOf('{from: a, as: number}', { a: '1.234,50' })).toEqual(data('1234.5'));
    expect(await fieldOf('{from: a, as: number}', { a: 'x' })).toEqual(invalid);
    expect(await fieldOf('{from: a, as: boolean}', { a: 'Ja' })).toEqual(data('true'));
    expect(await fieldOf('{from: a, as: boolean}', { a: 'maybe' })).toEqual(invalid);
    expect(await fieldOf('{from: a, as: phone, country: DE}', { a: '0170 1234567' })).toEqual(
      data('+491701234567'),
    );
    expect(await fieldOf('{from: a, as: phone, country: DE}', { a: '12' })).toEqual(invalid);
  });
  it('date is read by parse and written by format', async () => {
    const rule = '{from: a, as: date, parse: [yyyy-MM-dd, MM/dd/yyyy], format: dd.MM.yyyy}';
    expect(await fieldOf(rule, { a: '1990-03-31' })).toEqual(data('31.03.1990'));
    expect(await fieldOf(rule, { a: '03/31/1990' })).toEqual(data('31.03.1990'));
    expect(await fieldOf(rule, { a: '31/03/1990' })).toEqual(invalid);
  });
  it('date is moved to the zone', async () => {
    const rule = '{from: a, as: date, zone: Europe/Berlin}';
    expect(await fieldOf(rule, { a: '2026-03-01T23:30:00Z' })).toEqual(data('2026-03-02'));
  });
  it('list is joined by the separator, and accepts a single value', async () => {
    expect(await fieldOf('{from: a, as: list, separator: "; "}', { a: ['x', ' ', 'y'] })).toEqual(
      data('x; y'),
    );
    expect(await fieldOf('{from: a, as: list, separator: "; "}', { a: 'x,y' })).toEqual(data('x,y'));
    expect(await fieldOf('{from: a, as: list}', { a: ['x', 'y'] })).toEqual(data('x,y'));
  });
  it('list reads a JSON list in a text, before the table and before the check for an empty value', async () => {
    expect(await fieldOf('{from: a, as: list}', { a: '["Cut","Colour"]' })).toEqual(data('Cut,Colour'));
    expect(await fieldOf('{from: a, as: list, separator: "; "}', { a: ' [1, true, null, "x, y"] ' })).toEqual(
      data('1; true; x, y'),
    );
    expect(
      await fieldOf('{from: a, as: list, values: {Cut: x, Colour: y}}', { a: '["Cut","Colour"]' }),
    ).toEqual({ set: { text: 'x,y', origin: 'mapping', joined: true } });
    expect(await fieldOf('{from: a, as: list, whenEmpty: clear}', { a: '[]' })).toEqual(clear);
    for (const text of ['[Cut]', '"Cut"', '[1', 'a [1]'])
      expect(await fieldOf('{from: a, as: list}', { a: text })).toEqual(data(text));
    for (const [rule, text] of [
      ...['[{"a": 1}]', '[["a"]]', '{"a": 1}'].map(each => ['{from: a, as: list}', each] as const),
      ['a', '["Cut","Colour"]'] as const,
    ])
      expect(await fieldOf(rule, { a: text })).toMatchObject({
        set: { text, doubts: [{ code: 'mapping/damaged-text' }] },
      });
  });
});

describe('default is used when the value is missing or empty', () => {
  it('and its value comes from the mapping', async () => {
    for (const payload of [{}, { a: null }, { a: '' }, { a: ' \t' }, { a: [] }, { a: ['', null] }]) {
      expect(await fieldOf('{from: a, default: d}', payload)).toEqual(own('d'));
    }
  });
  it('but not when the value is there, or invalid', async () => {
    expect(await fieldOf('{from: a, default: d}', { a: 0 })).toEqual(data('0'));
    expect(await fieldOf('{from: a, default: d}', { a: true })).toEqual(data('true'));
    expect(await fieldOf('{from: a, as: number, default: 1}', { a: 'x' })).toEqual(invalid);
  });
  it('unchanged: it is neither looked up nor converted', async () => {
    const rule = '{from: a, as: date, parse: yyyy, format: dd.MM.yyyy, default: unknown}';
    expect(await fieldOf(rule, {})).toEqual(own('unknown'));
    expect(await fieldOf('{from: a, values: {d: e}, default: d}', {})).toEqual(own('d'));
  });
});

describe('whenMissing: the payload does not have the value at all', () => {
  it('skip is the default: the parameter is not sent', async () => {
    expect(await fieldOf('a', {})).toEqual(skipped);
    expect(await fieldOf('{from: a, whenMissing: skip}', {})).toEqual(skipped);
  });
  it('clear sends the empty text', async () => {
    expect(await fieldOf('{from: a, whenMissing: clear}', {})).toEqual(clear);
    const evaluation = await evaluateYaml(fieldMapping('{from: a, whenMissing: clear}'), {});
    expect(requestOf(evaluation)).toMatchObject({ additionalFields: { f: '' } });
  });
  it('fail fails', async () => {
    expect(await fieldOf('{from: a, whenMissing: fail}', {})).toEqual(missing);
  });
  it('does not apply to an empty value', async () => {
    expect(await fieldOf('{from: a, whenMissing: clear}', { a: '' })).toEqual(skipped);
    expect(await fieldOf('{from: a, whenMissing: fail}', { a: null })).toEqual(skipped);
  });
});

describe('whenEmpty: the value is null, an empty text, only blanks, or a list of such values', () => {
  const empties = [null, '', '  \n', '\u00a0', [], [''], [null, ' ', []]];
  it('skip is the default', async () => {
    for (const a of empties) expect(await fieldOf('a', { a })).toEqual(skipped);
  });
  it('clear sends the empty text', async () => {
    for (const a of empties) expect(await fieldOf('{from: a, whenEmpty: clear}', { a })).toEqual(clear);
  });
  it('fail fails', async () => {
    expect(await fieldOf('{from: a, whenEmpty: fail}', { a: '' })).toEqual(missing);
  });
  it('does not apply to a missing value', async () => {
    expect(await fieldOf('{from: a, whenEmpty: clear}', {})).toEqual(skipped);
    expect(await fieldOf('{from: a, whenEmpty: fail}', {})).toEqual(skipped);
  });
});

describe('required sets both to fail', () => {
  it('for a missing and for an empty value', async () => {
    expect(await fieldOf('{from: a, required: true}', {})).toEqual(missing);
    expect(await fieldOf('{from: a, required: true}', { a: ' ' })).toEqual(missing);
    expect(await fieldOf('{from: a, required: true}', { a: 0 })).toEqual(data('0'));
  });
  it('contradicts a whenMissing or whenEmpty of another kind', () => {
    expect(faultsOf('{from: a, required: true, whenEmpty: skip}')).toEqual(['mapping/invalid-rule']);
    expect(faultsOf('{from: a, required: true, whenEmpty: fail}')).toEqual([]);
  });
});

describe('because gives the reason for a literal consent', () => {
  const warningsOf = (rule: string, name = 'marketing') =>
    parse(bookingMapping(`  ${name}: ${rule}\n`)).diagnostics.map(each => [each.code, each.severity]);
  const invented = [['mapping/invented-consent', 'warning']];
  it('and without it the literal gets a warning', () => {
    expect(warningsOf('{value: true}')).toEqual(invented);
    expect(warningsOf('{value: "yes"}')).toEqual(invented);
    expect(warningsOf('"true"')).toEqual(invented);
    expect(warningsOf('{template: "true"}')).toEqual(invented);
    expect(warningsOf('{from: a, default: true}')).toEqual(invented);
    expect(warningsOf('{from: a, values: {a: true}, otherwise: true}')).toEqual(invented);
    expect(warningsOf('{value: true}', 'rightOfWithdrawal')).toEqual(invented);
  });
  it('and with it, or without a consent, there is no warning', () => {
    expect(warningsOf('{value: true, because: "signed on paper"}')).toEqual([]);
    expect(warningsOf('{value: false}')).toEqual([]);
    expect(warningsOf('{from: a, values: {agreed: true}, otherwise: false}')).toEqual([]);
    expect(warningsOf('{value: true}', 'hasMarketingBox')).toEqual([]);
  });
});

describe('header is the header of an additional-field entry', () => {
  it('in an update', async () => {
    const evaluation = await evaluateYaml(fieldMapping('{from: a, header: Intake}'), { payload: { a: 'x' } });
    expect(evaluation).toMatchObject({ call: { additionalFields: [{ key: 'f', header: 'Intake' }] } });
  });
  it('and nowhere else', () => {
    const booking = bookingMapping('  additionalFields:\n    f: {from: a, header: Intake}\n');
    expect(parse(booking).diagnostics.map(each => each.code)).toEqual(['mapping/invalid-rule']);
    expect(parse(bookingMapping('  email: {from: a, header: H}\n')).diagnostics).toHaveLength(1);
  });
});

describe('an expression can read', () => {
  it('the payload as its root, the answers, the headers, the query, the body, the event and the link', async () => {
    const event = { id: 'e9', source: 'website', type: 'form', receivedAt: '2026-03-01T12:00:00.000Z' };
    const given = {
      payload: { a: 'root', id: 'c1' },
      answers: { size: 'L' },
      headers: { 'x-tag': 'vip' },
      query: { page: ['1', '2'] },
      body: { all: 'body' },
      event,
      links: { c1: '1001' },
    };
    const head = 'link: id\n';
    expect(await fieldOf('a', given, head)).toEqual(data('root'));
    expect(await fieldOf('$answers.size', given, head)).toEqual(data('L'));
    expect(await fieldOf(`'$headers."x-tag"'`, given, head)).toEqual(data('vip'));
    expect(await fieldOf('$query.page', given, head)).toEqual(listOf('1,2'));
    expect(await fieldOf('$body.all', given, head)).toEqual(data('body'));
    for (const name of ['id', 'source', 'type', 'receivedAt'] as const) {
      expect(await fieldOf(`$event.${name}`, given, head)).toEqual(data(event[name]));
    }
    expect(await fieldOf('$linked', given, head)).toEqual(data('1001'));
  });
  it('the whole body only if it uses $body', async () => {
    const payload = { a: 'x' };
    const body = () => {
      throw new Error('the body was read');
    };
    const given = Object.defineProperty({ payload }, 'body', { get: body, enumerable: true });
    const event = { id: 'e', source: 's', receivedAt: '' };
    const { evaluate } = await import('../../src/mapping/evaluate/evaluate.ts');
    const { mappingOf } = await import('./evaluate-yaml.ts');
    const input = Object.defineProperties(
      { payload, answers: undefined, headers: {}, query: {}, body: undefined, event },
      Object.getOwnPropertyDescriptors(given),
    );
    const evaluation = await evaluate(mappingOf(fieldMapping('a')), input, {
      people: 'p',
      findLink: async () => undefined,
    });
    expect(evaluation.kind).toBe('call');
  });
});

describe('every value sent is a text', () => {
  it('true becomes "true", 3 becomes "3", numbers have no exponent', async () => {
    expect(await fieldOf('a', { a: true })).toEqual(data('true'));
    expect(await fieldOf('a', { a: 3 })).toEqual(data('3'));
    expect(await fieldOf('a', { a: -0 })).toEqual(data('0'));
    expect(await fieldOf('a', { a: 0.0000001 })).toEqual(data('0.0000001'));
    expect(await fieldOf('a', { a: 1e21 })).toEqual(data('1000000000000000000000'));
    expect(await fieldOf('a', { a: 'kept  as it\tis' })).toEqual(data('kept  as it\tis'));
  });
  it('a list becomes its elements joined by the separator', async () => {
    expect(await fieldOf('a', { a: ['x', 1, true] })).toEqual(listOf('x,1,true'));
  });
  it('a list keeps its elements for the checks', async () => {
    const set = { text: 'x;1', origin: 'data', elements: ['x', '1'], separator: ';' };
    expect(await changeOf('{from: a, as: list, separator: ";"}', { a: ['x', 1] })).toEqual({ set });
    const own = { text: 'x,y', origin: 'mapping', elements: ['x', 'y'] };
    expect(await changeOf('{from: a, default: [x, y], as: list}', {})).toEqual({ set: own });
  });
  it.each([
    [[' x', 'y '], 'x,y'],
    [['x\u00a0', '\u2003y'], 'x,y'],
    [['\u200bx', 'y\ufeff'], 'x,y'],
    [['x', '', 'y'], 'x,y'],
    [['x', null, ' ', '\u200b', 'y'], 'x,y'],
    [['x', ['y ', ' z']], 'x,y,z'],
    [['x', 'x'], 'x,x'],
    [[' x '], 'x'],
    [['Liebe \u2764\ufe0f', 'y'], 'Liebe \u2764\ufe0f,y'],
    [['a b', 'c\u00a0d'], 'a b,c\u00a0d'],
  ])('without the blanks around the elements of a list, and without its empty ones: %j', async (a, text) => {
    expect(await fieldOf('{from: a, as: list}', { a })).toEqual(data(text));
  });
  it('a list of blanks is empty', async () => {
    expect(await fieldOf('{from: a, as: list}', { a: ['\u200b', ' \u00a0'] })).toEqual(skipped);
  });
  it('an object is invalid', async () => {
    expect(await fieldOf('a', { a: { b: 1 } })).toEqual(invalid);
    expect(await fieldOf('a', { a: ['x', { b: 1 }] })).toEqual(invalid);
  });
  it('consents and statuses are texts too; a consent is true or false', async () => {
    const payload = { ...bookingData, privacy: 'on', terms: 1, minAge: ['ja'], status: 5 };
    const evaluation = await evaluateYaml(bookingMapping('  customerStatus: status\n'), { payload });
    expect(requestOf(evaluation)).toMatchObject({
      privacy: 'true',
      terms: 'true',
      minAge: 'true',
      customerStatus: '5',
    });
    const refused = await evaluateYaml(bookingMapping(''), { payload: { ...bookingData, terms: 'perhaps' } });
    expect(codesOf(refused)).toEqual(invalid);
  });
});
