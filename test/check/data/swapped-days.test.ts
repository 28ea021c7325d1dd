import { describe, expect, it } from 'vitest';
import { checkSwappedDays } from '../../../src/check/data/check-swapped-days.ts';
import { endless } from '../../../src/check/data/patience.ts';
import { trialScope } from '../../../src/check/data/trial.ts';
import { mappingOf, storedOf } from '../trials.ts';

async function reported(rule: string, days: readonly unknown[]): Promise<readonly string[]> {
  const mapping = mappingOf(['additionalFields:', `  birthdate: ${rule}`]);
  const events = storedOf(...days.map(day => ({ customer: 7, day }))).map(trial => ({
    trial,
    scope: trialScope(trial, { needsBody: false }),
  }));
  return (await checkSwappedDays(mapping, events, endless)).map(({ message }) => message);
}

const american = '{from: day, as: date, parse: MM/dd/yyyy}';
const european = '{from: day, as: date, parse: dd/MM/yyyy}';

describe('days and months that are read in the wrong order', () => {
  it.each([
    [american, ['25/12/1990', '03/04/1990', '05/06/1991'], '2 stored events'],
    [european, ['12/25/1990', '03/04/1990'], '1 stored event'],
    ['{from: day, as: date, parse: [M/d/yyyy]}', ['25/12/1990', '3/4/1990'], '1 stored event'],
    [
      '{from: day, as: date, parse: [yyyy-MM-dd, MM/dd/yyyy]}',
      ['1990-03-14', '1990-03-04', '25/12/1990', '03/04/1990'],
      '1 stored event',
    ],
    ['{from: day, as: date, parse: MM-dd-yyyy}', ['25-12-1990', '03-04-1990'], '1 stored event'],
    ['{from: day, as: date, parse: yyyy-dd-MM}', ['1990-12-25', '1990-04-03'], '1 stored event'],
    [
      '{from: day, as: date, parse: "MM/dd/yyyy HH:mm"}',
      ['25/12/1990 10:00', '03/04/1990 10:00'],
      '1 stored event',
    ],
    ['{from: day, as: date, parse: MM.dd.yyyy}', ['25.12.1990', '03.04.1990'], '1 stored event'],
    ['{from: day, as: date, parse: ddMMyyyy}', ['12251990', '03041990'], '1 stored event'],
    ['{from: $trim(day), as: date, parse: MM/dd/yyyy}', ['25/12/1990 ', ' 03/04/1990'], '1 stored event'],
  ])('is reported with the number of events: %s of %j', async (rule, days, count) => {
    const [message = '', ...others] = await reported(rule, days);
    expect(others).toEqual([]);
    expect(message).toContain(`the days of ${count} were read with day and month swapped`);
  });

  it('is reported for a sender that writes both orders', async () => {
    const [message = ''] = await reported(american, ['25/12/1990', '12/25/1990', '03/04/1990']);
    expect(message).toContain('may be swapped');
  });

  it('is reported with all patterns of the rule', async () => {
    const events = ['1990-03-14', '25/12/1990', '03/04/1990'];
    const mapping = mappingOf([
      'additionalFields:',
      '  birthdate: {from: day, as: date, parse: [yyyy-MM-dd, MM/dd/yyyy]}',
    ]);
    const wanted = storedOf(...events.map(day => ({ day }))).map(trial => ({
      trial,
      scope: trialScope(trial, { needsBody: false }),
    }));
    const [found] = await checkSwappedDays(mapping, wanted, endless);
    expect(found?.message).toContain('can only be read as dd/MM/yyyy, so by MM/dd/yyyy the days');
    expect(found?.hint).toContain('write parse: [yyyy-MM-dd, dd/MM/yyyy];');
  });

  it.each([
    [european, ['25/12/1990', '03/04/1990']],
    [american, ['12/25/1990', '03/04/1990']],
    [american, ['03/04/1990', '05/06/1991']],
    [american, ['25/12/1990']],
    [american, ['25/12/1990', '03/03/1990']],
    [american, ['unknown', '03/04/1990']],
    ['{from: day, as: date, parse: [MM/dd/yyyy, dd/MM/yyyy]}', ['25/12/1990', '03/04/1990']],
    ['{from: day, as: date}', ['1990-12-25', '1990-04-03']],
    ['{from: day, as: date, parse: yyyy-MM-dd}', ['1990-25-12', '1990-04-03']],
    [
      '{from: day, as: date, parse: [yyyy-MM-dd, dd/MM/yyyy]}',
      ['1990-12-25', '1990-04-03', '25/12/1990', '03/04/1990'],
    ],
    ['{from: day, as: date, parse: d. MMMM yyyy}', ['25. Dezember 1990', '3. April 1990']],
    ['{from: day, as: date, parse: MM/dd/yyyy, because: checked}', ['25/12/1990', '03/04/1990']],
    ['day', ['25/12/1990', '03/04/1990']],
  ])('is not reported: %s of %j', async (rule, days) => {
    expect(await reported(rule, days)).toEqual([]);
  });
});

describe('two rules that read dates of one shape in opposite orders', () => {
  const born = (parse: string) => `  birthdate: {from: born, as: date, parse: ${parse}}`;
  const visit = (parse: string, more = '') => `  last.visit: {from: visit, as: date, parse: ${parse}${more}}`;

  async function told(lines: readonly string[], ...payloads: readonly object[]) {
    const wanted = storedOf(...payloads).map(trial => ({
      trial,
      scope: trialScope(trial, { needsBody: false }),
    }));
    const found = await checkSwappedDays(mappingOf(['additionalFields:', ...lines]), wanted, endless);
    return found.map(({ path, hint }) => [path?.replace('additionalFields.', ''), hint?.split(/[,;]/)[0]]);
  }

  const open = { born: '07/04/1991', visit: '11/05/2026' };
  const search = 'find an event with a day above 12';
  it.each([
    [[born('MM/dd/yyyy'), visit('dd/MM/yyyy')], [open], ['last.visit', search]],
    [[born('dd/MM/yyyy'), visit('MM/dd/yyyy')], [open], ['last.visit', search]],
    [[born('M/d/yyyy'), visit('dd/MM/yyyy')], [open], ['last.visit', search]],
    [
      [born('MM/dd/yyyy'), visit('dd/MM/yyyy HH:mm')],
      [{ ...open, visit: '11/05/2026 10:00' }],
      ['last.visit', search],
    ],
    [[born('[yyyy-MM-dd, MM/dd/yyyy]'), visit('dd/MM/yyyy')], [open], ['last.visit', search]],
    [
      [born('MM/dd/yyyy'), visit('dd/MM/yyyy')],
      [{ ...open, visit: '25/05/2026' }],
      ['birthdate', 'a day above 12 shows that last.visit is right'],
    ],
    [
      [born('MM/dd/yyyy'), visit('dd/MM/yyyy')],
      [{ ...open, born: '07/24/1991' }],
      ['last.visit', 'a day above 12 shows that birthdate is right'],
    ],
    [[born('MM/dd/yyyy'), visit('dd/MM/yyyy')], [{}], ['last.visit', search]],
  ])('are reported: %j with %j', async (lines, payloads, expected) => {
    expect(await told(lines, ...payloads)).toEqual([expected]);
  });

  it.each([
    [
      'both orders are shown',
      [born('MM/dd/yyyy'), visit('dd/MM/yyyy')],
      [{ born: '07/24/1991', visit: '25/05/2026' }],
    ],
    ['a reason is given', [born('MM/dd/yyyy'), visit('dd/MM/yyyy', ', because: "typed by people"')], [open]],
    ['the order is the same', [born('MM/dd/yyyy'), visit('M/d/yyyy')], [open]],
    ['the separators differ', [born('MM/dd/yyyy'), visit('dd.MM.yyyy')], [{ ...open, visit: '11.05.2026' }]],
    [
      'the year stands elsewhere',
      [born('yyyy-MM-dd'), visit('dd-MM-yyyy')],
      [{ born: '1991-07-04', visit: '11-05-2026' }],
    ],
    ['the month has a name', [born('MM/dd/yyyy'), visit('dd/MMM/yyyy')], [{ ...open, visit: '11/May/2026' }]],
    [
      'one has no pattern',
      [born('MM/dd/yyyy'), '  last.visit: {from: visit, as: date}'],
      [{ ...open, visit: '2026-05-11' }],
    ],
    [
      'they are ISO dates',
      [born('yyyy-MM-dd'), visit('yyyy-MM-dd')],
      [{ born: '1991-07-04', visit: '2026-05-11' }],
    ],
  ])('are not reported if %s', async (_, lines, payloads) => {
    expect(await told(lines, ...payloads)).toEqual([]);
  });
});
