import { type FieldConfiguration, unsupportedTypes } from '../../booking/catalog/field.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { answerInWords } from '../../mapping/convert/convert-boolean.ts';
import { isInList, peopleListIn } from '../../mapping/people-list.ts';
import { isOverwrittenFirst } from '../days/overwritten-first.ts';
import { otherCurrency } from '../names/currencies.ts';
import {
  type FieldAmongOthers,
  fewestOnSubject,
  impliedSubject,
  subjectImplied,
  subjectItself,
  subjectsFitting,
} from '../names/implied-subject.ts';
import { nameLikeness } from '../names/name-likeness.ts';
import {
  animalSubject,
  type Subjects,
  subjectsNamed,
  subjectsOfMost,
  withoutSubject,
} from '../names/other-subject.ts';
import { areOppositeSides } from '../names/sides.ts';
import { otherUnit } from '../names/units.ts';
import type { PayloadPath } from './payload-path.ts';
import type { Choice, StarterRule, ValueEvidence } from './starter-rule.ts';
import { heldKeys, subjectNames } from './subject-names.ts';
import { isDecisive, suggestionDoubt } from './suggestion-doubt.ts';
import { valueEvidence } from './value-evidence.ts';

/** A field of the account, and all names of it and its choices. */
export interface NamedField {
  readonly field: FieldConfiguration;
  /** Its keyName and its display names in all known languages. */
  readonly names: readonly string[];
  readonly choices: readonly Choice[];
}

/** The certainty of a suggestion: a rule, a rule to check, a rule that is only shown, or none. */
export type Sureness = 'sure' | 'likely' | 'unsure' | 'none';

/** A path that may fill a field. */
export interface Candidate extends ValueEvidence {
  readonly path: PayloadPath;
  /** Its score: from about 0.4, where it is worth checking, to above 1. */
  readonly score: number;
}

/** The suggestion for a field: the first candidate, if any. */
export interface Suggestion {
  readonly field: FieldConfiguration;
  readonly sureness: Sureness;
  /** True if a person uses it although it is unsure. */
  readonly isTaken?: boolean;
  /** At most three candidates, the best first. */
  readonly candidates: readonly Candidate[];
}

const sure = 0.9;
const likely = 0.7;
const unsure = 0.4;
/** If the scores of two candidates differ by less than this, it is open which one is meant. */
const open = 0.08;

/**
 * Suggests the best path of the payload for every field that updateCustomer can set, by names and by values.
 * Each path is suggested only for the field that it fits best. `customer`: the path to the link or the number of the
 * customer, if it is known; the people of a list are others if it stands outside.
 */
export function suggestFields(
  fields: readonly NamedField[],
  paths: readonly PayloadPath[],
  customer?: PayloadPath,
): readonly Suggestion[] {
  const usable = paths.some(({ isAnswer }) => isAnswer) ? paths.filter(isNoRawAnswer) : paths;
  const settable = fields.filter(
    ({ field }) => !unsupportedTypes.has(field.type) && !field.appointmentSpecific,
  );
  const about = { customer, fields: settable, subjects: subjectsOf(settable, usable) };
  const all = settable.map(each => ({ field: each.field, candidates: candidatesOf(each, usable, about) }));
  const owners = ownersOf(all);
  return all.map(({ field, candidates }) => {
    const own = candidates.filter(({ path }) => owners.get(path.expression) === field);
    const kept = own.length > 0 || (candidates[0]?.score ?? 0) < likely ? own : [];
    return { field, sureness: surenessOf(kept), candidates: kept.slice(0, 3) };
  });
}

/** A form's raw data contain the answers again, in a less suitable place. */
function isNoRawAnswer({ expression, isAnswer }: PayloadPath): boolean {
  return (
    isAnswer ||
    !/(^|\.)(answers|responses|questions_and_answers|rawRequest|fields|definition)[.[]/.test(expression)
  );
}

/** The circumstances of a suggestion. */
interface About {
  readonly customer: PayloadPath | undefined;
  readonly fields: readonly NamedField[];
  /** The animal or the people that several values are about without naming them: the columns of a list of dogs. */
  readonly subjects: Subjects;
}

function othersOf(field: NamedField['field'], fields: readonly NamedField[]) {
  return fields.filter(each => each.field !== field).map(each => each.names);
}

function subjectsOf(fields: readonly NamedField[], paths: readonly PayloadPath[]): Subjects {
  const ofOthers = fields.filter(({ names }) => subjectsNamed(names) !== 0);
  if (ofOthers.length === 0) return 0;
  const found = paths.map(path => {
    const value = subjectNames(path, paths);
    const implied = ofOthers.map(({ field, names }) =>
      likenessOf(path, names.map(withoutSubject)) >= sure
        ? subjectImplied(value, { names, type: field.type }, othersOf(field, fields))
        : 0,
    );
    return implied.reduce((all, each) => all | each, subjectItself(value));
  });
  return subjectsOfMost(found, fewestOnSubject);
}

function candidatesOf(
  { field, names, choices }: NamedField,
  paths: readonly PayloadPath[],
  { customer, fields, subjects }: About,
): Candidate[] {
  const others = othersOf(field, fields);
  const doubtOf = doubtsAmong(paths, customer);
  const all = paths
    .filter(path => !areOppositeSides(names, path.names.slice(0, 1)))
    .flatMap(path => {
      const found = valueEvidence(path, field, choices);
      if (found === undefined) return [];
      const { subject, doubt } = doubtOf(path, { names, type: field.type, others, about: subjects });
      const evidence = doubt ? { ...found, doubt: suggestionDoubt(doubt) } : found;
      const like = likenessOf(path, names);
      const likeness = like < 0.4 ? 0 : like;
      // A value of the right kind has little meaning if it could be that of many fields.
      const isWeightless = likeness === 0 && isYesOrNo(path.value);
      const weight = isWeightless ? 0 : likeness === 0 ? Math.max(0, evidence.weight) : evidence.weight;
      const score =
        likeness +
        weight -
        distrust(path, heldKeys(path, paths, customer)) -
        (subject ? otherSubjectCost : 0);
      const rule = byAnswer(evidence.rule, path);
      return score >= unsure ? [{ ...evidence, rule, path, score }] : [];
    })
    .sort((one, other) => other.score - one.score);
  // All keys of a question lead to the same answer.
  const rules = new Set<string>();
  return all.filter(({ rule }) => {
    const written = JSON.stringify(rule);
    return !rules.has(written) && rules.add(written);
  });
}

/** True for the answer to any question that asks for a yes or a no. A choice may be a no by chance. */
function isYesOrNo(value: unknown): boolean {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.every(each => typeof each === 'string' && answerInWords(each) !== undefined);
}

/** Returns a function for the doubt that the names of a path raise; `subject`: if it is about somebody or something else. */
function doubtsAmong(paths: readonly PayloadPath[], customer: PayloadPath | undefined) {
  const prefixes = prefixedObjects(paths);
  return (path: PayloadPath, field: FieldAmongOthers) => {
    const value = subjectNames(path, paths, customer);
    const subject =
      impliedSubject(value, field) ??
      (isOfBusiness(path, prefixes) ? 'something-else' : undefined) ??
      (isOfPeople(path, customer) ? 'somebody-else' : undefined);
    const either = field.about & subjectsFitting(value, field);
    return {
      subject,
      doubt: subject ?? doubtOfNames(path, field.names) ?? doubtOfEither(either),
    };
  };
}

function doubtOfEither(subjects: Subjects): 'animal-too' | 'other-too' | undefined {
  if (subjects === 0) return undefined;
  return (subjects & animalSubject) === 0 ? 'other-too' : 'animal-too';
}

/** Returns the objects whose values about the customer have a prefix: `client_name`, `client_phone`. */
function prefixedObjects(paths: readonly PayloadPath[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { keys } of paths) {
    if (!ofCustomer.test(keys.at(-1) ?? '')) continue;
    const holder = keys.slice(0, -1).join('\n');
    counts.set(holder, (counts.get(holder) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([holder, count]) => (count >= fewestPrefixed ? [holder] : [])));
}

const ofCustomer = /^(?:customer|client|patient|kunden?|klant|guest|gast|attendee|invitee)[_ -]?(?=\p{L})/iu;
const fewestPrefixed = 3;

/** True for `company_name` beside `client_name` and `client_phone`: it is the company that sends the webhook. */
function isOfBusiness({ keys }: PayloadPath, prefixed: ReadonlySet<string>): boolean {
  const own = keys.at(-1) ?? '';
  return ofBusiness.test(own) && prefixed.has(keys.slice(0, -1).join('\n'));
}

const ofBusiness = /^(?:company|firma|business|salon|location|website|shop)(?:[_ -]?\p{L}|$)/iu;

/** True for a value of a list of people, such as the attendees, while the customer stands outside of it. */
function isOfPeople({ keys }: PayloadPath, customer: PayloadPath | undefined): boolean {
  const list = peopleListIn(keys);
  return customer !== undefined && list !== undefined && !isInList([customer.keys], list);
}

/** Returns the doubt about a value whose name is that of a field, but not its occasion or its unit: `heightInches` for "Größe (cm)". */
function doubtOfNames(
  { keys, names }: PayloadPath,
  field: readonly string[],
): 'overwritten-first' | 'other-unit' | undefined {
  if (isOverwrittenFirst(field, keys)) return 'overwritten-first';
  const [own = ''] = names;
  const isOther = otherUnit(own, field) !== undefined || otherCurrency([own], field) !== undefined;
  return isOther ? 'other-unit' : undefined;
}

/** A value about the customer is likelier meant than one about somebody else, even if its name is less similar. */
const otherSubjectCost = 0.3;

/** A rule that only reads an answer names its question. */
export function byAnswer({ from, ...others }: StarterRule, { expression, answer }: PayloadPath): StarterRule {
  if (answer !== undefined && from === expression) return { answer, ...others };
  return { ...(from !== undefined && { from }), ...others };
}

/** A title counts less than a key, and the names above a value less than its own name. */
function likenessOf({ names }: PayloadPath, fieldNames: readonly string[]): number {
  return names.reduce((best, name, index) => {
    const like = Math.max(...fieldNames.map(each => nameLikeness(name, each)));
    // `date` alone may be that of anything, such as the appointment.
    if (like < wholeName && ofAnything.test(name)) return best;
    return Math.max(best, like - Math.min(index, 2) * 0.02);
  }, 0);
}

const wholeName = 0.9;
const ofAnything = /^(?:date|datum|day|tag|time|zeit|name|number|nummer|status|type|typ)$/i;

/** Deeply nested values and the sender's own metadata are less likely to be meant. */
function distrust({ expression, isAnswer, keys }: PayloadPath, held: number): number {
  const length = expression.length / 10_000;
  if (isAnswer) return length;
  const depth = Math.min(0.05, expression.split('.').length * 0.01);
  return (
    length + depth + 0.01 + (bookkeeping.test(held === 0 ? expression : pathText(keys.slice(held))) ? 0.3 : 0)
  );
}

/** The keys of earlier values, of employees, and of the webhook's metadata. */
const bookkeeping =
  /(^|[._`])(previous|original|old|removed|entfernt|organi[sz]er|owner|author|workspace|account|versions?|definition|links|_links)[A-Za-z_]*[.`]/i;

/** Assigns each path to a field, the best pair first; of equal pairs, the first field. */
function ownersOf(
  all: readonly { field: FieldConfiguration; candidates: readonly Candidate[] }[],
): ReadonlyMap<string, FieldConfiguration> {
  const owners = new Map<string, FieldConfiguration>();
  const pairs = all
    .flatMap(({ field, candidates }) => candidates.map(({ path, score }) => ({ field, path, score })))
    .sort((one, other) => other.score - one.score);
  for (const { field, path } of pairs) {
    if (!owners.has(path.expression)) owners.set(path.expression, field);
  }
  return owners;
}

function surenessOf([first, second]: readonly Candidate[]): Sureness {
  if (!first) return 'none';
  if (first.weight < -0.05 || first.score < likely || isDecisive(first.doubt)) return 'unsure';
  const rival =
    second &&
    first.score - second.score < open &&
    JSON.stringify(second.path.value) !== JSON.stringify(first.path.value);
  return first.score >= sure && first.doubt === undefined && !rival ? 'sure' : 'likely';
}
