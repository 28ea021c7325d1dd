import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { readMoment } from '../../expressions/convert/read-date.ts';
import type { Expression } from '../../expressions/expression.ts';
import { beginning } from '../../mapping/answers/answer-expression.ts';
import { readQuietly } from '../../mapping/doubts/read-quietly.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import type { FieldRule, Mapping } from '../../mapping/mapping.ts';
import { ruleExpressions } from '../../mapping/rules-of.ts';
import { findField } from '../call/field-key.ts';
import { allNamesOf, fieldPath } from '../rule-reading.ts';
import { isForFirst, isKeptBySender, isOnlyFirst } from './overwritten-first.ts';

/**
 * Warns about a day that cannot be today, such as a birthday, a wedding or the first visit, if the event has the moment
 * of its arrival there: the sender or the form wrote the current time. No warning for a first visit if `when` asks for the
 * first event or the value has the name of the first one. `because` confirms a rule.
 */
export function arrivalDays(
  mapping: Mapping,
  catalog: CatalogSnapshot,
  { payload, answers, event }: Pick<MappingInput, 'payload' | 'answers' | 'event'>,
): readonly Diagnostic[] {
  const read = daysOf(mapping)(catalog);
  if (read.length === 0) return [];
  const scope = {
    input: payload,
    bindings: { answers, headers: {}, query: {}, body: undefined, event, linked: undefined },
  };
  return read.flatMap(({ field: { key, rule }, expression, evaluate, isDay }) => {
    const value = readQuietly(evaluate, scope);
    if ((typeof value !== 'string' && typeof value !== 'number') || String(value).length > longest) return [];
    const moment = readMoment(String(value), rule.date);
    if (!moment || !isArrival(moment, Date.parse(event.receivedAt))) return [];
    const written = beginning(expression).replace(/^\w+: /, '');
    const message = `${key}: ${written} is the moment at which the event arrived, and not ${isDay}`;
    const hint =
      'see whether the sender or the form writes the current time there, and read the value that was entered; if it is right, add because: with the reason';
    return [
      diagnostic('mapping/invented-date', message, {
        hint,
        place: rule.base.place,
        path: `${fieldPath}${key}`,
      }),
    ];
  });
}

interface DayRead {
  readonly field: FieldRule;
  readonly expression: Expression;
  readonly evaluate: NonNullable<Expression['evaluateDirectly']>;
  /** The meaning of the field, in words. */
  readonly isDay: string;
}

/** Every event passes here, and few mappings have such a rule. */
const daysOf = onceFor((mapping: Mapping) =>
  onceFor((catalog: CatalogSnapshot) => daysRead(mapping, catalog)),
);

function daysRead(mapping: Mapping, catalog: CatalogSnapshot): readonly DayRead[] {
  return mapping.additionalFields.flatMap(field => {
    const { key, rule } = field;
    const [expression, ...others] = ruleExpressions(rule);
    if (rule.as !== 'date' || rule.base.kind !== 'expression' || rule.lookup || rule.because !== undefined)
      return [];
    if (!expression?.evaluateDirectly || others.length > 0) return [];
    const configuration = findField(key, catalog);
    // A birthday of today is reported for any value.
    if (configuration?.type === 'birthday') return [];
    const names = configuration ? allNamesOf(configuration) : [key];
    const isDay = meaningOf(names, mapping, expression);
    return isDay === undefined ? [] : [{ field, expression, evaluate: expression.evaluateDirectly, isDay }];
  });
}

function meaningOf(names: readonly string[], mapping: Mapping, { path, answer }: Expression) {
  const plain = names.map(name => spellings(name.slice(0, longest))[0] ?? '');
  const known = days.find(({ words }) => plain.some(name => words.test(name)));
  if (known) return known.called;
  const isFirst = names.some(isForFirst) && !plain.some(name => since.test(name));
  const steps = answer === undefined ? (path ?? []).map(String) : [answer];
  return isFirst && !isOnlyFirst(mapping) && !isKeptBySender(steps) ? 'the first one' : undefined;
}

const days: readonly { readonly words: RegExp; readonly called: string }[] = [
  {
    words:
      /\b(?:\w*birth\w*|\w*geburts?(?:tag|datum)\w*|geboren|\w*verjaardag|geboortedatum|naissance|dob|bday)\b/,
    called: 'a birthday',
  },
  {
    words: /\b(?:hochzeit(?:stag|sdatum)?|heirat(?:sdatum)?|wedding|trouwdag|trouwdatum|mariage)\b/,
    called: 'the day of a wedding',
  },
  {
    words: /\b(?:unfall(?:tag|datum)|accident date|date of accident|ongevalsdatum|date de l accident)\b/,
    called: 'the day of an accident',
  },
  {
    words: /\b(?:entbindung(?:stermin|sdatum)?|due date of (?:birth|the baby)|uitgerekende datum)\b/,
    called: 'the day of a birth',
  },
];

/** A customer since today is right, as is an account that was made now. */
const since =
  /\bseit\b|\bsince\b|^(?:created|registered|joined|angelegt|erstellt|registriert|sign ?up|aufnahme|eintritt)/;

function isArrival({ at, isInZone }: { readonly at: number; readonly isInZone: boolean }, arrived: number) {
  // An appointment may begin when it is booked, at a full quarter of an hour.
  if (!Number.isFinite(arrived) || at % quarter === 0) return false;
  const apart = Math.abs(arrived - at);
  if (apart <= mostApart) return true;
  const hours = Math.round(apart / hour);
  return !isInZone && hours <= mostHours && Math.abs(apart - hours * hour) <= mostApart;
}

const minute = 60_000;
const hour = 60 * minute;
const quarter = 15 * minute;
const mostApart = 3 * minute;
/** The largest distance of a zone from UTC. */
const mostHours = 14;
const longest = 100;
