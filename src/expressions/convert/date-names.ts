import { normalized } from '../../diagnostics/composed.ts';
import { nearestOf } from '../../diagnostics/nearest.ts';

/** Names of months in the languages of the API's locales. Short names are without their point. */
const months = [
  'jan january januar januari janvier janv jän jänner jaen jaenner',
  'feb february februar februari février fevrier févr fevr fév fev feber',
  'mar march mär märz mrz maerz maart mrt mars',
  'apr april avril avr',
  'may mai mei',
  'jun june juni juin',
  'jul july juli juillet juil',
  'aug august augustus août aout',
  'sep september sept septembre',
  'oct october okt oktober octobre',
  'nov november novembre',
  'dec december dez dezember décembre decembre déc',
];
const days = [
  'mon monday mo montag ma maandag lun lundi',
  'tue tuesday di dienstag dinsdag mar mardi tues',
  'wed wednesday mi mittwoch wo woensdag mer mercredi',
  'thu thursday do donnerstag donderdag jeu jeudi thur thurs',
  'fri friday fr freitag vr vrijdag ven vendredi',
  'sat saturday sa samstag sonnabend za zaterdag sam samedi',
  'sun sunday so sonntag zo zondag dim dimanche',
];

const monthNumbers = numbersOf(months);
const dayNumbers = numbersOf(days);

function numbersOf(lists: readonly string[]): ReadonlyMap<string, number> {
  return new Map(lists.flatMap((names, index) => names.split(' ').map(name => [name, index] as const)));
}

const englishMonths =
  'January February March April May June July August September October November December'.split(' ');
const englishDays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/**
 * Translates the names of months and days in a text into English: `14. Mär. 1988` for `d. MMM yyyy` is `14.
 * Mar 1988`. The point after a short name is removed, unless the pattern has one there.
 */
export function withEnglishNames(text: string, pattern: string): string {
  const dayAt = pattern.search(/E{3}|c{3}/);
  const isDayFirst = dayAt !== -1 && /M{3}|L{3}/.test(pattern.slice(dayAt));
  let seen = 0;
  return normalized(text, 'NFC').replace(/\p{L}+(\.?)/gu, (written, point: string) => {
    const name = (point === '' ? written : written.slice(0, -1)).toLowerCase();
    const month = monthNumbers.get(name);
    const day = dayNumbers.get(name);
    seen += 1;
    // "mar" is March in German and English, and Tuesday (mardi) in French.
    const isDay = day !== undefined && (month === undefined || (isDayFirst && seen === 1));
    const list = isDay ? englishDays : englishMonths;
    const english = list[isDay ? day : (month ?? -1)];
    if (english === undefined) return written;
    const letters = isDay ? /E+|c+/.exec(pattern)?.[0] : /M+|L+/.exec(pattern)?.[0];
    const short = letters?.length === 3 ? english.slice(0, 3) : english;
    return `${short}${point !== '' && hasPoint(pattern, letters) ? '.' : ''}`;
  });
}

/** Returns a misspelt month in a date, such as `Febuar`, and its right name. */
export function misspeltMonth(
  text: string,
): { readonly written: string; readonly meant: string } | undefined {
  for (const written of text.slice(0, 100).match(/\p{L}{4,}/gu) ?? []) {
    const name = normalized(written, 'NFC').toLowerCase();
    if (monthNumbers.has(name) || dayNumbers.has(name)) continue;
    const [meant] = nearestMonth(name);
    if (meant === undefined) continue;
    const isCapital = written[0] !== name[0];
    return { written, meant: isCapital ? meant.replace(/^./u, first => first.toUpperCase()) : meant };
  }
  return undefined;
}

const nearestMonth = nearestOf([...monthNumbers.keys()].filter(name => name.length > 3));

function hasPoint(pattern: string, letters: string | undefined): boolean {
  return letters !== undefined && pattern.includes(`${letters}.`);
}
