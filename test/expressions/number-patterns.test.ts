import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { readByPattern } from '../../src/expressions/convert/read-date.ts';

const patterns = [
  ...['dd.MM.yyyy', 'd.M.yyyy', 'yyyy-MM-dd', 'dd/MM/yyyy', 'MM/dd/yyyy', 'dd-MM-yyyy', 'yyyyMMdd'],
  ...['yyyy-MM-dd HH:mm', 'dd.MM.yyyy HH:mm:ss', 'yyyyMMddHHmm', 'yyyy', 'MM.yyyy', 'dd.MM.', 'yyyy/MM/dd'],
  ...['d. M. yyyy', 'dd MM yyyy', 'yyyy-MM-dd yyyy', 'yy-MM-dd', "yyyy-MM-dd'T'HH:mm"],
];

const texts = [
  ...['14.03.1988', '1.3.1988', '31.02.2020', '29.02.2024', '29.02.2023', '1988-03-14', '03/14/1988'],
  ...[
    '14/03/1988',
    '14-03-1988',
    '19880314',
    '1988-03-14 10:30',
    '14.03.1988 23:59:59',
    '14.03.1988 24:00:00',
  ],
  ...['1988', '03.1988', '14.03.', '99.99.9999', '00.00.0000', '0000-00-00', '14. 3. 1988', '14 03 1988'],
  ...['14\u00a003\u00a01988', '１４.03.1988', '14.03.88', ' 14.03.1988', '14.03.1988 ', '198803141030'],
  ...['2020-03-29 02:30', '0001-01-01', '1988-13-01', '1988-03-14T10:30', '14x03x1988', '', 'yyyy-MM-dd'],
];

const written = (date: DateTime | undefined) =>
  date?.isValid ? `${date.toISO()} ${date.zoneName} ${date.locale}` : undefined;

// Dates of numbers are read without the parser of luxon, which takes much longer.
describe.each(['utc', 'Europe/Berlin', 'America/New_York'])('in the zone %s', zone => {
  it.each(patterns)('the pattern %s reads each text as luxon does', pattern => {
    for (const text of texts) {
      const meant = DateTime.fromFormat(text, pattern, { zone, locale: 'en', numberingSystem: 'latn' });
      const read = readByPattern(text, pattern, { zone, language: undefined });
      expect([text, written(read)]).toEqual([text, written(meant)]);
    }
  });
});
