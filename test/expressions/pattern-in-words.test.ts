import { describe, expect, it } from 'vitest';
import { patternFault } from '../../src/expressions/date-pattern.ts';

describe('a date pattern in words', () => {
  it.each([
    ['d. Monat yyyy', 'd. MMMM yyyy'],
    ['D. Monat YYYY', 'd. MMMM yyyy'],
    ['TT. Monat JJJJ', 'dd. MMMM yyyy'],
    ['dd. month yyyy', 'dd. MMMM yyyy'],
    ['Tag.Monat.Jahr', 'dd.MM.yyyy'],
    ['tag/monat/jahr', 'dd/MM/yyyy'],
    ['day-month-year', 'dd-MM-yyyy'],
    ['Jahr-Monat-Tag', 'yyyy-MM-dd'],
    ['dag maand jaar', 'dd MMMM yyyy'],
    ['d mois yyyy', 'd MMMM yyyy'],
    ['Monat Jahr', 'MMMM yyyy'],
  ])('is reported with its letters: %s', (pattern, meant) => {
    expect(patternFault(pattern)?.hint).toContain(`"${meant}"`);
    expect(patternFault(meant)).toBeUndefined();
  });

  it.each(['Tag dd', 'Monat MM'])('contains a word that needs quotes: %s', pattern => {
    expect(patternFault(pattern)?.hint).toContain('put words between single quotes');
  });

  it.each(["d. 'Monat' M yyyy", "'Tag' d", 'd. MMMM yyyy', "d 'day of' MMMM"])(
    'may have a word in quotes: %s',
    pattern => {
      expect(patternFault(pattern)).toBeUndefined();
    },
  );
});

describe('a name of programs for a number of seconds', () => {
  it.each([
    ['epoch-ms', 'write x for milliseconds'],
    ['epoch_millis', 'write x for milliseconds'],
    ['unix-ms', 'write x for milliseconds'],
    ['unixMillis', 'write x for milliseconds'],
    ['millis', 'write x for milliseconds'],
    ['milliseconds', 'write x for milliseconds'],
    ['timestamp ms', 'write x for milliseconds'],
    ['epoch', 'write X for seconds'],
    ['unix', 'write X for seconds'],
    ['Unix timestamp', 'write X for seconds'],
    ['unixtime', 'write X for seconds'],
    ['timestamp', 'write X for seconds'],
    ['seconds', 'write X for seconds'],
    ['posix time', 'write X for seconds'],
  ])('is told with its letter: %s', (pattern, hint) => {
    expect(patternFault(pattern)?.hint).toContain(hint);
  });

  it.each(['X', 'x', 'yyyy-MM-dd HH:mm:ss', 's', 'ss.SSS'])('is no part of %s', pattern => {
    expect(patternFault(pattern)?.hint ?? '').not.toContain('1970');
  });
});
