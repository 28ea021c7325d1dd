import { describe, expect, it } from 'vitest';
import { typeDoubt, typeFault } from '../../src/check/call/typed-value.ts';
import { testInput } from '../../src/mapping/evaluate/sample-input.ts';
import { fieldOf } from '../check/catalog.ts';
import { checkWith, mappingOf, storedOf } from '../check/trials.ts';
import { codesOf, evaluateYaml, fieldMapping, parse } from './evaluate-yaml.ts';

/** Returns the warnings about a date for an event. */
async function reported(rule: string, value: unknown): Promise<readonly string[]> {
  const evaluation = await evaluateYaml(fieldMapping(rule), { payload: { a: value, b: { c: value } } });
  const all = evaluation.kind === 'not-wanted' ? [] : evaluation.diagnostics;
  return all.filter(({ code }) => code === 'mapping/ambiguous-value').map(({ message }) => message);
}

/** Returns the hints of the warnings that a rule gets without any event. */
function checked(rule: string): readonly (string | undefined)[] {
  return parse(fieldMapping(rule))
    .diagnostics.filter(({ code }) => code === 'mapping/ambiguous-value')
    .map(({ hint }) => hint);
}

describe('an offset after a time', () => {
  it.each([
    ['14-Okt-1988', 'dd-MMM-yyyy'],
    ['14 Okt 1988', 'dd MMM yyyy'],
    ['14-03-1988', 'dd-MM-yyyy'],
    ['Mo 14-03-1988', 'EEE dd-MM-yyyy'],
    ['2026-11-20 00:00:00', 'yyyy-MM-dd HH:mm:ss'],
  ])('is not found in a year: %s', async (text, parse) => {
    expect(await reported(`{from: a, as: date, parse: "${parse}"}`, text)).toEqual([]);
  });

  it.each([
    ['2026-11-20T10:12:11+02:00', 'yyyy-MM-dd'],
    ['2026-11-20T23:30:00.000Z', 'yyyy-MM-dd'],
    ['2026-11-20T10:12-0500', 'yyyy-MM-dd'],
    ['20 Nov 2026 10:12:11 +0100', 'dd MMM yyyy HH:mm:ss ZZZ'],
    ['11/20/2026 9:12 AM +01:00', 'MM/dd/yyyy h:mm a ZZ'],
  ])('is reported: %s', async (text, parse) => {
    expect(await reported(`{from: a, as: date, parse: "${parse}"}`, text)).toEqual([
      expect.stringContaining('is a moment with an offset'),
    ]);
  });
});

describe('a pattern that swaps day and month', () => {
  it.each([
    ['MM.dd.yyyy', 'dd.MM.yyyy'],
    ['M.d.yyyy', 'd.M.yyyy'],
    ['MM.dd.yyyy HH:mm', 'dd.MM.yyyy HH:mm'],
    ['yyyy-dd-MM', 'yyyy-MM-dd'],
    ['yyyy/dd/MM', 'yyyy/MM/dd'],
  ])('gets a warning as a format, in parse, and for an event: %s', async (pattern, meant) => {
    const hint = `write ${meant}; if the other order is right, add because: with the reason`;
    const quoted = `"${pattern}"`;
    expect(checked(`{from: a, as: date, format: ${quoted}}`)).toEqual([hint]);
    expect(checked(`{from: a, as: date, parse: ${quoted}}`)).toContain(hint);
    expect(await reported(`{from: a, as: date, format: ${quoted}}`, '1988-05-03')).toHaveLength(1);
  });

  it.each([
    'dd.MM.yyyy',
    'd.M.',
    'yyyy-MM-dd',
    'MM/dd/yyyy',
    'yyyy.MM.dd',
    'MM.yyyy',
    'yyyyMMdd',
    'd. MMMM yyyy',
    "MM.dd'x'",
  ])('is not reported: %s', pattern => {
    expect(checked(`{from: a, as: date, format: "${pattern}"}`)).toEqual([]);
  });

  it('is only noted with a reason', async () => {
    const rule = '{from: a, as: date, format: MM.dd.yyyy, because: the account wants it}';
    expect(checked(rule)).toEqual(['see that the reason in because: is also about this']);
    expect(await reported(rule, '1988-05-03')).toEqual([]);
  });

  it.each([
    [
      '03.14.1988',
      'dd.MM.yyyy',
      'write parse: MM.dd.yyyy alone, if this sender writes all its days like this one (14 March 1988)',
    ],
    [
      '14/03/1988',
      'MM/dd/yyyy',
      'write parse: dd/MM/yyyy alone, if this sender writes all its days like this one (14 March 1988)',
    ],
    ['03.05.1990', 'yyyy-MM-dd', 'write parse: [yyyy-MM-dd, dd.MM.yyyy]'],
    ['1990-05-03', 'd.M.yyyy', 'write parse: [d.M.yyyy, yyyy-MM-dd]'],
    ['1990-05-03T00:00:00Z', 'd.M.yyyy', 'write parse: [d.M.yyyy, yyyy-MM-dd]'],
    [
      '1990-05-13',
      'yyyy-dd-MM',
      'write parse: yyyy-MM-dd alone, if this sender writes all its days like this one (13 May 1990)',
    ],
    [
      '1988-14-03',
      'yyyy-MM-dd',
      'write parse: yyyy-dd-MM alone, if this sender writes all its days like this one (14 March 1988)',
    ],
  ])(
    'in a text, %s for %s, is reported with a pattern that reads only this date',
    async (text, pattern, hint) => {
      const evaluation = await evaluateYaml(fieldMapping(`{from: a, as: date, parse: ${pattern}}`), {
        payload: { a: text },
      });
      expect(codesOf(evaluation)).toEqual(['mapping/invalid-value']);
      expect(evaluation).toMatchObject({ diagnostics: [{ hint }] });
    },
  );
});

describe('a text for a field that contains a date', () => {
  const birthday = fieldOf({ keyName: 'birthdate', type: 'birthday' });

  it.each(['03.14.1988', '3.14.1988', '03.14.88'])('is refused without a valid month: %s', text => {
    expect(typeFault(birthday, text)).toMatchObject({ code: 'check/not-of-type' });
  });

  it.each(['14.03.1988', '03/14/1988', '1988.03.14', '03-14-1988', '1988-03-14'])(
    'may be a date: %s',
    text => {
      expect(typeFault(birthday, text)).toBeUndefined();
      expect(typeDoubt(birthday, text)).toBeUndefined();
    },
  );

  it.each(['14.03.88', '14/03/48', '14-3-48'])('is doubtful without its century: %s', text => {
    expect(typeDoubt(birthday, text)).toMatchObject({ code: 'check/not-of-type' });
    expect(typeDoubt({ ...birthday, validatorRegexp: '^[0-9.]{8}$' }, text)).toBeUndefined();
  });
});

describe('a year with two digits', () => {
  it.each([
    ['dd.MM.yy', 'dd.MM.yyyy'],
    ['yyMMdd', 'yyyyMMdd'],
  ])('gets a warning if it is written: %s', async (format, meant) => {
    const hint = `write format: ${meant}; if two digits are right, add because: with the reason`;
    expect(checked(`{from: a, as: date, format: ${format}}`)).toEqual([hint]);
    expect(await reported(`{from: a, as: date, format: ${format}}`, '1948-03-14')).toHaveLength(1);
  });
});

describe('a date that a zone moves', () => {
  it.each([
    ['zone: America/New_York', '1988-03-14T00:00:00Z'],
    ['zone: America/New_York', '1988-03-14T00:00:00.000+00:00'],
    ['zone: utc', '1988-03-14T00:00:00+01:00'],
    ['zone: America/New_York, parse: x', 574300800000],
    ['zone: America/New_York, parse: X', '574300800'],
  ])('is reported with the intended date: %s, %s', async (keys, value) => {
    const [message = '', ...more] = await reported(`{from: a, as: date, ${keys}}`, value);
    expect(more).toEqual([]);
    expect(message).toContain('is the beginning of 14 March 1988, and 13 March 1988 is sent');
  });

  it.each([
    ['', 'zone: UTC', 'if the sender means the day itself, remove zone:'],
    [
      'defaults: {zone: UTC}\n',
      '',
      "if the sender means the day itself, read only the day, as in from: '$substring(PATH, 0, 10)' with its path; the zone: is in the defaults of the mapping, and holds for its other rules too",
    ],
  ])('is reported with the place of the zone: %s', async (head, keys, hint) => {
    const rule = `{from: a, as: date${keys === '' ? '' : `, ${keys}`}}`;
    const payload = { a: '1988-03-14T00:00:00+01:00' };
    const hintsOf = async (from: string) => {
      const evaluation = await evaluateYaml(fieldMapping(from, head), { payload });
      return evaluation.kind === 'not-wanted' ? [] : evaluation.diagnostics.map(each => each.hint);
    };
    expect(await hintsOf(rule)).toEqual([hint]);
    expect(await hintsOf(rule.replace('from: a', "from: '$substring(a, 0, 10)'"))).toEqual([]);
  });

  it.each([
    ['zone: Europe/Berlin', '1988-03-14T00:00:00Z'],
    ['zone: Europe/Berlin', '1988-03-13T23:00:00Z'],
    ['zone: America/New_York', '1988-03-14'],
    ['zone: America/New_York', '1988-03-14T01:00:00Z'],
    ['zone: America/New_York, format: yyyy-MM-dd HH:mm', '1988-03-14T00:00:00Z'],
    ['zone: Europe/Berlin, parse: x', 574300800000],
  ])('is not reported: %s, %s', async (keys, value) => {
    expect(
      await reported(`{from: a, as: date, ${keys.replace('yyyy-MM-dd HH:mm', '"yyyy-MM-dd HH:mm"')}}`, value),
    ).toEqual([]);
  });
});

describe('seconds that are read as milliseconds', () => {
  it.each([
    ['{from: a, as: date, parse: x}', 1_700_000_000, 'as seconds it is 14 November 2023'],
    ['{from: a, as: date, parse: x}', '1700000000', 'as seconds it is 14 November 2023'],
    ["'$fromMillis(a)'", 1_700_000_000, 'a day of 1970'],
    ['\'$fromMillis(a, "[D01].[M01].[Y0001]")\'', 1_700_000_000, 'a day of 1970'],
    ['{template: "am {$fromMillis(a)}"}', 1_700_000_000, 'a day of 1970'],
    ["{from: '$fromMillis(a)', as: date}", 1_700_000_000, 'a day of 1970'],
  ])('are reported: %s of %s', async (rule, value, message) => {
    expect(await reported(rule, value)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['{from: a, as: date, parse: X, zone: Europe/Berlin}', 1_700_000_000],
    ['{from: a, as: date, parse: x}', 574_300_800_000],
    ["'$fromMillis(a)'", 1_700_000_000_000],
    ["'$fromMillis(a * 1000)'", 1_700_000_000],
    ["'$fromMillis((a - 25569) * 86400000)'", 25_580],
    ['a', '20.01.1970'],
    ["{from: '$fromMillis(a)', because: the start of the epoch}", 0],
  ])('are not reported: %s', async (rule, value) => {
    expect(await reported(rule, value)).toEqual([]);
  });

  it('are reported for multiplied milliseconds', async () => {
    expect(await reported("'$fromMillis(a * 1000)'", 1_700_000_000_000)).toHaveLength(1);
  });

  it('are reported with the expression that reads them', async () => {
    const mapping = mappingOf(['note: \'$fromMillis(b.c, "[Y0001]")\'']);
    const found = await checkWith(mapping, storedOf({ b: { c: 1_700_000_000 } }));
    expect(found.map(({ hint }) => hint)).toContain(
      'write $fromMillis(b.c * 1000, "[Y0001]"), which reads seconds; if that day is meant, add because: with the reason',
    );
  });
});

describe('a pattern of a date with a reason for its rule', () => {
  const found = (rule: string) =>
    parse(fieldMapping(rule)).diagnostics.map(
      ({ code, severity, message }) => `${severity} ${code}: ${message}`,
    );

  it.each([
    ['parse: [d.M.yyyy, MMMM yyyy]', '"MMMM yyyy" has no day'],
    ['parse: d.M.yy', '"d.M.yy" has years of two digits'],
    ['parse: MM.dd.yyyy', '"MM.dd.yyyy" swaps day and month'],
    ['parse: [dd/MM/yyyy, MM/dd/yyyy]', 'some texts fit both'],
    ['parse: d.M.yyyy, format: dd.MM.yy', '"dd.MM.yy" writes years of two digits'],
  ])('is a warning without it, and a note with it: %s', (keys, message) => {
    const rule = `{from: a, as: date, ${keys}}`;
    expect(found(rule)).toEqual([expect.stringContaining(`warning mapping/ambiguous-value: ${message}`)]);
    expect(found(rule.replace('}', ', because: our list}'))).toEqual([
      expect.stringContaining(`info mapping/ambiguous-value: ${message}`),
    ]);
  });

  it.each(['parse: d.M.yyyy', 'parse: [d.M.yyyy, yyyy-MM-dd]', 'parse: MMMM yyyy, format: MM.yyyy'])(
    'is not reported if it is clear: %s',
    keys => {
      expect(found(`{from: a, as: date, ${keys}, because: our list}`)).toEqual([]);
    },
  );
});

describe('a text with fewer parts of a day than others', () => {
  const months = 'parse: [MM/yyyy, M/yyyy, yyyy]';
  it.each([
    [months, '2027', '"2027" has no month and no day, so 1 January is sent'],
    ['parse: [dd.MM.yyyy, MM.yyyy]', '11.2027', '"11.2027" has no day, so the first day is sent'],
    [`${months}, format: MM.yyyy`, '2027', '"2027" has no month'],
  ])('is reported by %s: %s', async (keys, text, message) => {
    expect(await reported(`{from: a, as: date, ${keys}}`, text)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    [months, '11/2027'],
    ['parse: yyyy', '2027'],
    ['parse: [yyyy, yy]', '2027'],
    [`${months}, format: yyyy`, '2027'],
    [`${months}, because: the list has months`, '2027'],
  ])('is not reported by %s: %s', async (keys, text) => {
    const all = await reported(`{from: a, as: date, ${keys}}`, text);
    expect(all.filter(each => /has no (?:month|day)/.test(each))).toEqual([]);
  });
});

describe('a coming day long in the past, written with two digits of its year', () => {
  const past = async (field: string, keys: string, text: string) => {
    const rule = fieldMapping(`{from: a, as: date, ${keys}}`).replace('f:', `${field}:`);
    const evaluation = await evaluateYaml(rule, { payload: { a: text } });
    const all = evaluation.kind === 'not-wanted' ? [] : evaluation.diagnostics;
    return all.map(({ message }) => message).filter(each => each.includes('is long past'));
  };

  it.each([
    ['hu.faellig', 'parse: MM/yy', '10/99'],
    ['hu.faellig', 'parse: dd.MM.yy', '01.10.99'],
    ['next.visit', 'parse: [MM/yyyy, MM/yy]', '10/99'],
    ['valid.until', 'parse: M/yy', '3/11'],
  ])('is reported for %s with %s: %s', async (field, keys, text) => {
    expect(await past(field, keys, text)).toHaveLength(1);
  });

  it.each([
    ['hu.faellig', 'parse: MM/yy', '10/27'],
    ['hu.faellig', 'parse: MM/yy', '10/24'],
    ['hu.faellig', 'parse: MM/yyyy', '10/1999'],
    ['letzter.besuch', 'parse: dd.MM.yy', '01.10.99'],
    ['birthdate', 'parse: dd.MM.yy', '01.10.99'],
    ['remark', 'parse: MM/yy', '10/99'],
  ])('is not reported for %s with %s: %s', async (field, keys, text) => {
    expect(await past(field, keys, text)).toEqual([]);
  });
});

describe('a day in the future, written with two digits of its year', () => {
  const ahead = async (field: string, column: string, from = `\`${column}\``, receivedAt?: string) => {
    const rule = `{from: ${JSON.stringify(from)}, as: date, parse: d.M.yy}`;
    const event = { id: 'e', source: 'website', receivedAt: receivedAt ?? '2026-03-01T12:00:00.000Z' };
    const given = { payload: { [column]: '12.04.27' }, event };
    const evaluation = await evaluateYaml(fieldMapping(rule).replace('f:', `${field}:`), given);
    const atEvent = evaluation.kind === 'not-wanted' ? [] : evaluation.diagnostics;
    const atCheck = parse(fieldMapping(rule).replace('f:', `${field}:`)).diagnostics;
    return [...atEvent, ...atCheck].map(({ message }) => message).filter(each => /future|2045/.test(each));
  };

  it.each([
    ['next.aftercare', 'nächste Nachsorge'],
    ['f', 'nächste Nachsorge'],
    ['next.aftercare', 'd'],
    ['nextVisit', 'Datum'],
    ['f', 'gültig bis'],
    ['guarantee.until', 'x'],
    ['f', 'Termin'],
    ['f', 'Wunschtermin'],
    ['f', 'appointment_date'],
    ['f', 'valid_until'],
    ['f', 'Garantie'],
    ['f', 'Fälligkeit'],
    ['due.date', 'Datum'],
    ['f', 'Errechneter Geburtstermin'],
    ['f', 'Kündigung zum'],
    ['praxis.pruefung', 'Datum'],
    ['f', 'Theorieprüfung am'],
    ['exam', 'd'],
  ])('is not reported if the name means a coming day: %s from %s', async (field, column) => {
    expect(await ahead(field, column)).toEqual([]);
  });

  it.each([
    ['last.visit', 'letzter Besuch'],
    ['last.visit', 'nächster Termin'],
    ['f', 'letzter Termin'],
    ['last.exam', 'd'],
    ['f', 'Geburtstag'],
    ['birthdate', 'Datum'],
    ['f', 'Kunde seit'],
    ['f', 'Datum'],
    ['f', 'Mitglied seit (Beginn)'],
    ['f', 'terminated'],
  ])('is reported if the name does not: %s from %s', async (field, column) => {
    expect(await ahead(field, column)).toHaveLength(2);
  });

  it('is judged alike if a function reads it', async () => {
    expect(await ahead('f', 'd', '$date(d, {"parse": "d.M.yy"})')).toHaveLength(2);
    expect(await ahead('next.visit', 'd', '$date(d, {"parse": "d.M.yy"})')).toEqual([]);
  });

  it('is not reported by a test, whose event always arrives on the same day', async () => {
    const { event } = testInput(
      { payload: {}, answers: undefined, headers: {}, query: {}, body: {}, diagnostics: [] },
      'x',
    );
    expect(await ahead('f', 'd', 'd', String(event.receivedAt))).toEqual([expect.stringContaining('2045')]);
    expect(await ahead('f', 'd', '$date(d, {"parse": "d.M.yy"})', String(event.receivedAt))).toHaveLength(1);
  });
});
