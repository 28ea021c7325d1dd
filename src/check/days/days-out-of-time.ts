import { DateTime } from 'luxon';
import type { CatalogSnapshot, FieldConfiguration } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { dateReadings } from '../../expressions/convert/read-date.ts';
import type { Scope } from '../../expressions/expression.ts';
import type { Call } from '../../inbox/call.ts';
import { answerIn, quotedName } from '../../mapping/answers/answer-expression.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import type { FieldRule, Mapping } from '../../mapping/mapping.ts';
import { ruleExpressions } from '../../mapping/rules-of.ts';
import type { Answers } from '../../receive/answers/answers.ts';
import { textsOfQuestion } from '../../receive/answers/find-answer.ts';
import { comingDayDoubt, usualDayFormats } from '../call/days/birthday.ts';
import { findField } from '../call/field-key.ts';
import { fieldTitle } from '../fault.ts';
import { allNamesOf, fieldPath } from '../rule-reading.ts';

/** The side of the event on which a day should be by a name: `Letztes Röntgenbild` before it, `Next check-up` after it. */
type Side = 'last' | 'next';

/**
 * Warns about a day on the wrong side of its event: more than a day after it for a field or a question about the last time or the time
 * since something began, more than a day before it for one about the next time. `because` confirms a rule.
 */
export function daysOutOfTime(
  mapping: Mapping,
  catalog: CatalogSnapshot,
  { answers, event }: Pick<MappingInput, 'answers' | 'event'>,
  call: Call,
): readonly Diagnostic[] {
  if (call.additionalFields.length === 0) return [];
  const fields = fieldsOf(mapping)(catalog);
  return fields.flatMap(({ field, configuration, side }) => {
    const sent = call.additionalFields.find(({ key }) => key === field.key || key === configuration?.keyName);
    if (!sent || !('set' in sent.change)) return [];
    const { text } = sent.change.set;
    const found = dayOutOfTime({ field, configuration, side }, text, { answers, event });
    return found ? [found] : [];
  });
}

/** A rule whose value may be a day. */
export interface DatedField {
  readonly field: FieldRule;
  readonly configuration: FieldConfiguration | undefined;
  /** By the names of the field. */
  readonly side: Side | undefined;
}

/** Every event passes here. */
const fieldsOf = onceFor((mapping: Mapping) =>
  onceFor((catalog: CatalogSnapshot) => datedFields(mapping, catalog)),
);

/** Returns the rules for fields that a day on the wrong side of its event may be sent to. */
export function datedFields(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly DatedField[] {
  return mapping.additionalFields.flatMap(field => {
    const { key, rule } = field;
    if (rule.because !== undefined || rule.base.kind === 'literal') return [];
    const configuration = catalog && findField(key, catalog);
    // A birthday is reported for any event.
    if (configuration && !dayTypes.has(configuration.type)) return [];
    const side = sideOf(configuration ? allNamesOf(configuration) : [key]);
    return side === 'both' ? [] : [{ field, configuration, side }];
  });
}

const dayTypes: ReadonlySet<string> = new Set(['date', 'text', 'textArea', 'other']);

/** Returns the warning about a value; undefined if it is right or no day. `hidden`: for a value that no message may show. */
export function dayOutOfTime(
  { field: { key, rule }, configuration, side }: DatedField,
  text: string,
  { answers, event }: Pick<MappingInput, 'answers' | 'event'>,
  { where, isHidden = false }: { readonly where?: string; readonly isHidden?: boolean } = {},
): Diagnostic | undefined {
  if (text.length > longestDay || !/^\s?\d/.test(text)) return undefined;
  const times = [event.occurredAt, event.receivedAt].flatMap(each => {
    const time = each === undefined ? Number.NaN : Date.parse(each);
    return Number.isFinite(time) ? [time] : [];
  });
  const asked = side === undefined ? askedSide(rule, answers) : undefined;
  const meant = side ?? asked?.side;
  if (times.length === 0 || meant === undefined) return undefined;
  const now = meant === 'last' ? Math.max(...times) : Math.min(...times);
  if (!isOutOfTime(text, meant, now)) return undefined;
  // A last visit is reported with the other values of the call.
  if (configuration && comingDayDoubt(configuration, text, now)) return undefined;
  const named = asked
    ? `the question ${quotedName(asked.name)}`
    : configuration
      ? fieldTitle(configuration)
      : key;
  const shown = isHidden ? 'a day' : JSON.stringify(text);
  const of = where === undefined ? 'the event' : `its event (${where})`;
  const message = `${key}: ${shown} is ${meant === 'last' ? 'after' : 'before'} ${of}, but ${named} is about ${meant === 'last' ? 'an earlier' : 'a later'} day by its name`;
  const hint = `see whether the rule reads the day that is meant, and not the ${meant === 'last' ? 'next' : 'last'} one; correct a mistyped year, and give the format in parse if days and months are swapped; if it is right, add because: with the reason`;
  return diagnostic('check/not-of-type', message, {
    severity: 'warning',
    hint,
    place: rule.base.place,
    path: `${fieldPath}${key}`,
  });
}

const longestDay = 40;

/** Texts with several readings count only if all of them are on the wrong side, and by more than a day. */
function isOutOfTime(text: string, side: Side, now: number): boolean {
  const [day = ''] = text.trim().split(/[ T]/);
  const days = dateReadings(day, { parse: usualDayFormats, zone: undefined });
  const at = DateTime.fromMillis(now, { zone: 'utc' });
  const latest = at.plus({ days: 1 });
  // The day lasts until the next midnight.
  const earliest = at.minus({ days: 2 });
  return (
    days.length > 0 && days.every(({ moment }) => (side === 'last' ? moment > latest : moment < earliest))
  );
}

/** Returns the side by the question or the key that a rule reads, if it reads only one value. */
function askedSide(
  rule: FieldRule['rule'],
  answers: Answers | undefined,
): { readonly side: Side; readonly name: string } | undefined {
  const [expression, ...others] = ruleExpressions(rule);
  if (!expression || others.length > 0) return undefined;
  const { answer, path } = expression;
  const own = answer ?? (path?.[0] === '$answers' ? path[1] : path?.at(-1));
  if (own === undefined) return undefined;
  const scope: Pick<Scope, 'bindings'> = { bindings: { answers } };
  const found = answerIn(scope as Scope, own);
  const names = [own, ...(found.kind === 'found' ? textsOfQuestion(found.question) : [])];
  const side = sideOf(names);
  if (side === undefined || side === 'both') return undefined;
  return { side, name: names.find(each => sideOf([each]) === side) ?? own };
}

/** Returns the side by names; undefined if they say neither, and both if they say both or another day. */
export function sideOf(names: readonly string[]): Side | 'both' | undefined {
  const plain = names.filter(({ length }) => length <= longestName).map(spaced);
  const isLast = plain.some(each => lastWords.test(each));
  const isNext = plain.some(each => nextWords.test(each));
  if (!isLast && !isNext) return undefined;
  if (isLast && isNext) return 'both';
  if (plain.some(each => periods.test(each) || births.test(each))) return 'both';
  if (isLast && plain.some(each => limits.test(each))) return 'both';
  return isLast ? 'last' : 'next';
}

const longestName = 150;

/** Returns a name as words: `nextRecall` and `next_recall` are `next recall`. */
function spaced(name: string): string {
  return name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ').replace(/[_.\-/`"]+/g, ' ');
}

const lastWords =
  /(?<!\p{L})(?:letzte[rsnm]?|zuletzt|(?<=\p{L} )(?:seit|since|sinds|depuis)|last|derni[eè]re?s?|[uú]ltim[aeoi]s?(?= \p{L})|laatste?)(?!\p{L})/iu;
const nextWords =
  /(?<!\p{L})(?:n(?:ä|ae)chste[rsnm]?|next|prochaine?s?|prossim[aeoi]|pr[oó]xim[ao]s?|volgende|wunsch(?:termin|datum|tag)\p{L}{0,2}|(?:desired|preferred|requested) (?:date|day|appointment)|date souhait[eé]e|gewenste datum)(?!\p{L})/iu;

/** A day of a person's life, and the next of kin. */
const births =
  /geburt|birth|naissance|nascita|nacimiento|geboor|verjaardag|angeh(?:ö|oe)rig|(?<!\p{L})(?:kin|geboren|born|dob|n[eé]e?)(?!\p{L})/iu;

/** The last days, the next three weeks: the word is about a period. */
const periods =
  /(?:letzten|last|derniers|derni[eè]res|ultimi|ultime|laatste|n(?:ä|ae)chsten|next|prochains|prochaines|prossimi|prossime|volgende) (?:\d+|paar|few|couple|zwei|drei|vier|sechs|zw(?:ö|oe)lf|two|three|four|six|twelve|deux|trois|six|due|tre|sei|twee|drie|zes) /iu;

/** The last day of a period, an end, or a plan may be to come. */
const limits =
  /(?<!\p{L})(?:tag|day|days|jour|giorno|d[ií]a|dag|rate|chance|frist|bis|until|till|due|ende|end|fin|fine|valid|g(?:ü|ue)ltig|geldig|valable|limite|m(?:ö|oe)gliche[rsnm]?|possible|instal?lment|payout|mensualit[eé]|rata|termijn)(?!\p{L})|(?:arbeits|urlaubs|schul|werk|ferien|vertrags|miet|kurs)(?:tag|dag)|ablauf|expir|deadline|plant|planned|scheduled|f(?:ä|ae)llig|k(?:ü|ue)ndig|auszahl/iu;
