import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { consentAnswer } from '../../mapping/convert/consent-answer.ts';
import { consentChoice } from '../../mapping/convert/consent-choice.ts';
import { answerInWords } from '../../mapping/convert/convert-boolean.ts';
import { deniesDisclosure, isDisclosureName } from '../../mapping/disclosures.ts';
import { yesOrNoIn } from '../../mapping/evaluate/answer-entry.ts';
import type { Rule } from '../../mapping/mapping.ts';
import { allowsContact, asksForConsent, asksForOptOut } from '../../mapping/opt-out.ts';
import { purposesOf } from '../../mapping/purposes.ts';
import { isOptOutFor } from '../names/opt-out-for.ts';

/** The choices of a field that is a consent. */
export interface ConsentChoices {
  /** Returns the answer that a result of a table stands for; undefined for neither. */
  readonly answerOf: (result: unknown) => boolean | undefined;
  /** The choices for a yes, those of the rule first. */
  readonly yes: readonly string[];
  /** The choice for a no; null if there is none. */
  readonly no: string | null;
  /** True if an answer such as `ja` is a choice itself, so that a rule needs no table. */
  readonly hasWordForYes: boolean;
}

/**
 * Returns the choices of a field whose names are those of a consent, such as `ja` and `nein`, or `monatlich` and `keiner`:
 * those of the account, else the results of the table. Undefined for a box, and for all other fields.
 */
export function consentChoices(
  names: readonly string[],
  { base, lookup }: Pick<Rule, 'base' | 'lookup'>,
  field: FieldConfiguration | undefined,
): ConsentChoices | undefined {
  if (field?.type === 'checkbox' || !names.some(allowsContact) || names.some(asksForOptOut)) return undefined;
  const given = [...(base.kind === 'literal' ? [base] : []), ...(lookup?.entries.values() ?? [])];
  const results = given.flatMap(({ value }) =>
    typeof value === 'string' && !ofBox.test(value) ? [value] : [],
  );
  const choices = [...new Set([...results, ...(field?.selectItems ?? [])])];
  if (choices.length === 0) return undefined;
  const own = purposesOf(names);
  const answerOf = (result: unknown) => {
    if (typeof result !== 'string') return result === null ? undefined : consentAnswer(result);
    const answer = consentChoice(result);
    return answer === true && answerInWords(result) === undefined && isOtherWay(result, own)
      ? undefined
      : answer;
  };
  return {
    answerOf,
    yes: choices.filter(each => answerOf(each) === true),
    no: choices.find(each => answerOf(each) === false) ?? null,
    hasWordForYes: choices.some(each => yesOrNoIn(each) === true),
  };
}

const ofBox = /^(?:true|false|[01])$/;

/** True for a choice that is about something else: "E-Mail" and "per Post" for a consent to text messages. */
function isOtherWay(choice: string, own: ReturnType<typeof purposesOf>): boolean {
  const purposes = purposesOf([choice]);
  if (purposes.length === 0) return otherWays.test(choice);
  return !purposes.some(each => own.includes(each));
}

const otherWays = /\b(?:post|brief|fax|persönlich|letter|in person)\b/i;

/**
 * Returns what decides whether a question with this name refuses a field: for a consent, any opt-out, or one to the thing
 * that the field allows ("Bitte keine Bilder veröffentlichen" for `foto.ok`).
 */
export function refusesFor(names: readonly string[]): (name: string) => boolean {
  if (names.some(asksForConsent)) return asksForOptOut;
  const purposes = names.some(allowsContact) ? purposesOf(names) : [];
  const isDisclosure = names.some(isDisclosureName);
  return name =>
    isOptOutFor(names, name) ||
    (isDisclosure && deniesDisclosure(name)) ||
    (asksForOptOut(name) && purposesOf([name]).some(each => purposes.includes(each)));
}
