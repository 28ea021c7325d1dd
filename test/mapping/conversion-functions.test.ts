import { describe, expect, it } from 'vitest';
import { codesOf, evaluateYaml, fieldMapping, fieldOf, parse } from './evaluate-yaml.ts';

const set = (text: string) => ({ set: { text, origin: 'data' } });
/** Makes an expression that is not plain, so that it runs in JSONata. */
const elsewhere = (call: string) => `$string(${call})`;

/** Returns the result of a call for an event. It must be the same directly and in JSONata. */
async function given(call: string, payload: unknown, head = ''): Promise<unknown> {
  const rule = (source: string) => `{from: ${JSON.stringify(source)}}`;
  const direct = await fieldOf(rule(call), payload, head);
  expect(await fieldOf(rule(elsewhere(call)), payload, head)).toEqual(direct);
  return direct;
}

async function faultOf(rule: string, payload: unknown, head = '') {
  const evaluation = await evaluateYaml(fieldMapping(rule, head), { payload });
  return 'diagnostics' in evaluation && evaluation.diagnostics.map(({ code, message }) => [code, message]);
}

function saidOf(rule: string): readonly string[] {
  return parse(fieldMapping(rule)).diagnostics.map(
    ({ code, message, hint }) => `${code}: ${message} ${hint}`,
  );
}

describe('functions that convert values', () => {
  it('read dates, and write them as 2026-03-31 or in the given format', async () => {
    expect(await given('$date(d, {"parse": "dd.MM.yyyy"})', { d: '14.03.1988' })).toEqual(set('1988-03-14'));
    expect(await given('$date(d)', { d: '1988-03-14' })).toEqual(set('1988-03-14'));
    expect(
      await given('$date(d, {"parse": ["X", "d.M.yyyy"], "format": "dd/MM/yyyy"})', { d: ' 4.3.1988 ' }),
    ).toEqual(set('04/03/1988'));
    expect(await given('$date(d, {"zone": "Europe/Berlin"})', { d: '1988-03-14T23:30:00Z' })).toEqual(
      set('1988-03-15'),
    );
  });

  it('read phone numbers, decimals and ages', async () => {
    expect(await given('$phone(p, "DE")', { p: '0151 23456789' })).toEqual(set('+4915123456789'));
    expect(await given('$number(n, ",")', { n: '1.234,5' })).toEqual(set('1234.5'));
    expect(await given('$number(n)', { n: '12.50' })).toEqual(set('12.5'));
    // The events of these tests arrived on 1 March 2026.
    expect(await given('$age(d)', { d: '2000-03-01' })).toEqual(set('26'));
    expect(await given('$age(d)', { d: '2000-03-02' })).toEqual(set('25'));
    expect(await given('$age(d, "2001-02-28")', { d: '2000-02-29' })).toEqual(set('0'));
    expect(await given('$age(d, "2001-03-01")', { d: '2000-02-29' })).toEqual(set('1'));
  });

  it('use the nearest defaults, also in a condition', async () => {
    const head = 'defaults: {parse: dd.MM.yyyy, country: AT, zone: Europe/Vienna}\n';
    expect(await given('$date(d)', { d: '14.03.1988' }, head)).toEqual(set('1988-03-14'));
    expect(await given('$phone(p)', { p: '0664 1234567' }, head)).toEqual(set('+436641234567'));
    expect(await fieldOf('{from: $date(d), parse: d/M/yyyy}', { d: '14/3/1988' }, head)).toEqual(
      set('1988-03-14'),
    );
    const when = `when: $age(d) >= 18\n${head}`;
    expect(await fieldOf('$date(d)', { d: '14.03.1988' }, when)).toEqual(set('1988-03-14'));
    expect(await fieldOf('$date(d)', { d: '14.03.2020' }, when)).toEqual([]);
  });

  it('make the value of the rule invalid if they cannot read theirs, and never return another one', async () => {
    const rule = '{from: $date(d)}';
    expect(await faultOf(rule, { d: 'next week' })).toEqual([
      ['mapping/invalid-value', 'additionalFields.f: "next week" is not a date written as 2026-03-31'],
    ]);
    expect(await faultOf(`{from: ${elsewhere('$date(d)')}}`, { d: '31.02.2026' })).toMatchObject([
      ['mapping/invalid-value', 'additionalFields.f: "31.02.2026" is not a date written as 2026-03-31'],
    ]);
    for (const [call, value] of [
      ['$phone(v, "DE")', 'soon'],
      ['$number(v, ",")', '1.2.3'],
      ['$number(v, ",")', '12345678901234567,1'],
      ['$age(v)', '2050-01-01'],
      ['$date(v)', { day: 1 }],
      ['$date(v)', ['2026-01-01', '2026-01-02']],
      ['$date(v)', 'x'.repeat(2000)],
    ] as const) {
      expect(await given(call, { v: value })).toEqual(['mapping/invalid-value']);
    }
    expect(await faultOf('{from: $date(d), onInvalid: drop}', { d: 'soon' })).toContainEqual([
      'mapping/dropped-value',
      'additionalFields.f: "soon" is not a date written as 2026-03-31; it was left out',
    ]);
  });

  it('keep missing and empty values, and the placeholders of the sender', async () => {
    expect(await fieldOf('$date(d)', {})).toEqual(['mapping/nothing-to-send']);
    expect(await fieldOf('{from: $date(d), whenEmpty: clear}', { d: ' ' })).toEqual({ clear: true });
    const empty = new Set(['-']);
    expect(await fieldOf('{from: $date(d), whenEmpty: clear}', { payload: { d: '-' }, empty })).toEqual({
      clear: true,
    });
  });

  it('convert each element of a list', async () => {
    const rule = `{from: '$map(ds, $date)', as: list, parse: d.M.yyyy}`;
    expect(await fieldOf(rule, { ds: ['1.2.2026', '3.4.2026'] })).toEqual(set('2026-02-01,2026-04-03'));
  });

  it('report doubtful values like a rule with as', async () => {
    const evaluation = await evaluateYaml(
      fieldMapping(`{from: '$date(d, {"parse": ["dd/MM/yyyy", "MM/dd/yyyy"]})'}`),
      { payload: { d: '03/04/2026' } },
    );
    expect(codesOf(evaluation)).toEqual(['mapping/ambiguous-value']);
  });

  it('return values that a rule with as: date accepts', async () => {
    const rule = `{from: 'a ? $date(a, {"parse": "X"}) : b', as: date, parse: d.M.yyyy, format: dd.MM.yyyy}`;
    expect(await fieldOf(rule, { a: 574300800 })).toEqual(set('14.03.1988'));
    expect(await fieldOf(rule, { b: '14.3.1988' })).toEqual(set('14.03.1988'));
  });

  it('request a choice of the account if $choice is the result', async () => {
    const chosen = { set: { text: 'neukunde', origin: 'data', choice: 'choice' } };
    expect(await fieldOf('$choice(s)', { s: 'neukunde' })).toEqual(chosen);
    expect(await fieldOf('{from: \'vip ? "VIP" : $choice(s)\'}', { s: 'neukunde' })).toEqual(chosen);
    for (const wrong of [
      `{from: '$choice(s) & "!"'}`,
      `{template: "a {$choice(s)}"}`,
      '{from: $choice(s), as: date}',
    ])
      expect(saidOf(wrong).join()).toMatch(/^mapping\/invalid-rule: \$choice/);
  });

  it('refuse invalid arguments', () => {
    for (const [call, said] of [
      ['$date()', 'no value to read'],
      ['$date(d, {parse: "dd.MM.yyyy"})', 'needs quotes'],
      ['$date(d, {"pars": "dd.MM.yyyy"})', 'Did you mean "parse"'],
      ['$date(d, "dd.MM.yyyy")', 'Write {"parse": "dd.MM.yyyy"}'],
      ['$date(d, {"parse": "TT.MM.JJJJ"})', 'dd.MM.yyyy'],
      ['$date(d, {"zone": "Berlin"})', 'not a time zone'],
      ['$phone(p, "Germany")', 'two capital letters'],
      ['$number(n, ";")', 'no decimal sign'],
      ['$age(d, "soon")', '2026-03-31'],
      ['$choice(a, b)', 'takes one'],
      ['d ~> $date("yyyy")', 'Write {"parse": "yyyy"}'],
    ] as const) {
      const [first = ''] = saidOf(`{from: ${JSON.stringify(call)}}`);
      expect(first, call).toMatch(/^expression\/wrong-argument/);
      expect(first).toContain(said);
    }
    expect(saidOf('$dat(d)').join()).toContain('Did you mean $date?');
  });

  it.each([
    ['01067', 'loses its leading zeros'],
    ['12E3', 'loses its letter'],
    ['0x10', 'is read by $number as a number that is not decimal'],
  ])('say what of a code is lost as a number: %s', async (n, said) => {
    const found = await faultOf('$number(n)', { n });
    expect(found).toEqual([['mapping/ambiguous-value', expect.stringContaining(said)]]);
  });

  it('do not replace names that an expression defines itself', async () => {
    expect(await fieldOf(`{from: '($age := 3; $age + n)'}`, { n: 1 })).toEqual(set('4'));
    expect(await fieldOf(`{from: '($date := function($d) { $d & "!" }; $date(n))'}`, { n: 'x' })).toEqual(
      set('x!'),
    );
  });
});
