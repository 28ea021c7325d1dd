import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { possibleResults } from '../../expressions/comparisons/possible-results.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { FieldRule, Mapping, Rule } from '../../mapping/mapping.ts';
import { findField } from '../call/field-key.ts';
import { ruleLiteral } from '../static-values.ts';

/** Warns about a default day for everybody whose day is unknown, such as a birthday `01.01.1900`. */
export function inventedDates(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly Diagnostic[] {
  return mapping.additionalFields.flatMap(field => {
    const { key, rule } = field;
    const configuration = catalog && findField(key, catalog);
    const isBirthday = configuration?.type === 'birthday' || asksForBirthday(key, configuration?.name);
    const isDate = configuration?.type === 'birthday' || rule.as === 'date' || configuration?.type === 'date';
    if (!(isDate || isBirthday) || rule.because !== undefined) return [];
    // By its name alone, it may be for a number of births or a place of birth.
    return daysIn(rule, isBirthday)
      .filter(({ value }) => isDate || isDay(value))
      .map(each => invented(field, each));
  });
}

interface Day {
  readonly value: unknown;
  readonly place: Place;
  /** The people with this day, in words. */
  readonly whose: string;
  readonly cure: string;
}

function invented({ key }: FieldRule, { value, place, whose, cure }: Day): Diagnostic {
  const message = `${key} is ${shown(value)} for ${whose}, a date that nobody entered`;
  const hint = `${cure}; if it is right, add because: with the reason`;
  return diagnostic('mapping/invented-date', message, { hint, place, path: `additionalFields.${key}` });
}

const sendsNothing = 'which sends nothing and leaves what the account has';

/** One day for all may be intended for an event, but not all customers have the same birthday. */
function daysIn(rule: Rule, isBirthday: boolean): readonly Day[] {
  const found: Day[] = [];
  const literal = isBirthday ? ruleLiteral(rule) : undefined;
  if (literal)
    found.push({ ...literal, whose: 'everybody', cure: 'read the day from the payload, or remove the line' });
  if (rule.default)
    found.push({
      ...rule.default,
      whose: 'everybody without one',
      cure: `remove default, ${sendsNothing}`,
    });
  if (rule.lookup?.otherwise)
    found.push({
      ...rule.lookup.otherwise,
      whose: 'every value that the table does not have',
      cure: `write otherwise: null, ${sendsNothing}`,
    });
  const ofNobody = withoutItsPaths(rule);
  if (ofNobody !== undefined)
    found.push({
      value: ofNobody,
      place: rule.base.place,
      whose: 'everybody without one',
      cure: `leave out the literal day, ${sendsNothing}`,
    });
  return found.filter(({ value }) => presenceOf(value) === 'present');
}

/** Returns the day for an event without the values that an expression reads: `geburtstag ?? "01.01.1900"`. */
function withoutItsPaths({ base }: Rule): unknown {
  if (base.kind !== 'expression' || base.expression.path !== null || base.expression.isConstant)
    return undefined;
  const results = possibleResults(base.expression, 'with none of its paths')?.all ?? [];
  const [only, ...others] = results;
  // If a part of a template is missing, the texts around it are not a day.
  return only?.kind === 'value' && others.length === 0 && /\d/.test(String(only.value))
    ? only.value
    : undefined;
}

/** True for a text or a number that is a day or a year. */
function isDay(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && day.test(`${value}`);
}

const day = /\d[./-]\s?\d{1,2}[./-]|(?<!\d)(?:19|20)\d\d(?!\d)|^(?:19|20)\d{6}$/;

function asksForBirthday(key: string, name: string | undefined): boolean {
  return birthdays.test(key) || (name !== undefined && birthdays.test(name));
}

const birthdays = /birth|geburt|\bdob\b|naissance|geboorte/i;
