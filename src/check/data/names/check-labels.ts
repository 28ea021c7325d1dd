import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { resultPaths } from '../../../expressions/paths/result-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { answerIn, quotedName } from '../../../mapping/answers/answer-expression.ts';
import { isValueOfPair, labelsBeside } from '../../../mapping/doubts/changed-form/labels-beside.ts';
import { type ExpressionUse, expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { isConsentName } from '../../../mapping/opt-out.ts';
import { comparedName, textsOfQuestion } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { otherPurpose } from '../../consents/consent-purposes.ts';
import { isConsentOfGuardian, isOfChildInAccount } from '../../names/child-of-account.ts';
import { isForEmergencies } from '../../names/for-emergencies.ts';
import {
  guardianSubject,
  namesAnimal,
  namesContact,
  otherSubject,
  ownersNamed,
} from '../../names/other-subject.ts';
import { namesField, oneValueOf } from '../../one-value.ts';
import { calledOtherwise, isOfOther } from '../../other-name.ts';
import { isGuardianCustomer } from '../../people/guardian-as-customer.ts';
import { mixedPeople } from '../../people/mixed-people.ts';
import { customerHolders } from '../../rule-reading.ts';
import type { Wanted } from '../trial.ts';

/**
 * Warns about rules that read a value beside a text that names it: `fields."3".value` with the label "Newsletter" as a
 * consent to the privacy policy, and `change.new_value` beside `change.field`, which is the value of any field. Only an
 * event shows the name. `because` confirms the rule.
 */
export function checkLabels(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const uses = expressionUses(mapping);
  const set = mapping.additionalFields.map(({ key }) => [key]);
  const answers = checkQuestionLabels(mapping, events);
  const values = uses.filter(isOfValue).flatMap((use): readonly FoundLabel[] => {
    for (const { scope } of events) {
      const found = ofLabel(use, scope, set) ?? ofAnyField(use, uses, scope);
      if (found) return [found];
    }
    return [];
  });
  return [...answers, ...unlessOfGuardian(values, mapping, events)];
}

/** Returns the warnings about questions alone, which depend on nothing but their labels. */
export function checkQuestionLabels(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const set = mapping.additionalFields.map(({ key }) => [key]);
  const all = expressionUses(mapping).flatMap(use => {
    const asked = questionsOf(use);
    const found = events.flatMap(({ scope }) => asked.map(each => ofQuestion(use, each, scope, set)));
    return found.find(each => each !== undefined) ?? [];
  });
  return unlessOfGuardian(all, mapping, events);
}

interface FoundLabel {
  readonly warning: Diagnostic;
  /** True for the label of a value of somebody else, of which nothing but a mother or a father is known. */
  readonly isOfGuardian?: boolean;
}

/** Returns the warnings, without those about values of the mother if she is the customer, as in the form of a midwife. */
function unlessOfGuardian(
  found: readonly FoundLabel[],
  mapping: Mapping,
  events: readonly Wanted[],
): readonly Diagnostic[] {
  const isDoubtful = found.some(({ isOfGuardian }) => isOfGuardian);
  const isCustomer = isDoubtful && events.some(({ scope }) => isOfGuardians(mapping, scope));
  return found.flatMap(({ warning, isOfGuardian }) => (isCustomer && isOfGuardian ? [] : [warning]));
}

/** True if the labels in an event show that the mother or the father is the customer. */
function isOfGuardians(mapping: Mapping, scope: Scope): boolean {
  const values = expressionUses(mapping).flatMap(use => {
    if (!use.rule) return [];
    const labels = [
      ...questionsOf(use).flatMap(asked => {
        const answer = answerIn(scope, asked);
        return answer.kind === 'found' ? textsOfQuestion(answer.question) : [asked];
      }),
      ...(isOfValue(use) ? labelsBeside(use.expression, scope).map(({ label }) => label) : []),
    ];
    const read = labels.length > 0 ? labels : pathsRead(use.expression).flat();
    return [{ read, wanted: [use.path.replace(/^additionalFields\./, '')] }];
  });
  const fields = mapping.additionalFields.map(({ key }) => [key]);
  return isGuardianCustomer(values, { fields, holders: customerHolders(mapping).flat() });
}

/** Warns about a text of the parts of two people, whose questions say only in their labels whose they are. */
export function checkMixedLabels(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const told = new Set(mixedPeople(mapping).map(({ path }) => path));
  const found = events.flatMap(({ scope }) =>
    mixedPeople(mapping, question => {
      const answer = answerIn(scope, question);
      const [label] = answer.kind === 'found' ? textsOfQuestion(answer.question) : [];
      return label ?? question;
    }),
  );
  const others = found.filter(({ path }) => !told.has(path));
  return [...new Map(others.toReversed().map(each => [each.path, each])).values()].toReversed();
}

/** Returns the questions by which a rule can give a value: one, or one for each way of an expression. */
function questionsOf(use: ExpressionUse): readonly string[] {
  const asked = questionOf(use);
  if (asked !== undefined) return [asked];
  const { rule, expression } = use;
  if (!rule || rule.because !== undefined || rule.base.kind !== 'expression' || oneValueOf(rule)) return [];
  const { paths, isChosen } = resultPaths(expression);
  return isChosen
    ? paths.flatMap(([root, question, ...more]) =>
        root === '$answers' && question !== undefined && more.length === 0 ? [question] : [],
      )
    : [];
}

/** Returns the id or the label by which a rule names a question: `{answer: q-ec}`, `$answers."q-ec"`. */
function questionOf({ expression: { path, answer }, path: of, rule }: ExpressionUse): string | undefined {
  if (!rule || rule.because !== undefined) return undefined;
  const value = oneValueOf(rule);
  // A text of the expression may choose what the field is about: "SMS" of several ways.
  if (value) return namesField(value, [of]) ? undefined : value.asked;
  return answer ?? (path?.length === 2 && path[0] === '$answers' ? path[1] : undefined);
}

/** The keys of the fields that the mapping sets, each as the names of one. */
type FieldsSet = readonly (readonly string[])[];

/** Warns if the label of a question that is named by its id is about something else. */
function ofQuestion(
  { place, path }: ExpressionUse,
  asked: string,
  scope: Scope,
  set: FieldsSet,
): FoundLabel | undefined {
  const found = answerIn(scope, asked);
  const labels = found.kind === 'found' ? textsOfQuestion(found.question) : [];
  if (labels.some(label => comparedName(label) === comparedName(asked))) return undefined;
  for (const label of labels) {
    const called = otherwise(path, label, set);
    if (called === undefined) continue;
    const name = path.replace(/^additionalFields\./, '');
    const message = `${name} reads the question ${quotedName(asked)}, whose label "${visibleText(label.slice(0, longestLabel))}" is by its words about ${called}`;
    const hint = `name the question about ${name}, as in {answer: LABEL} with its label; if it is right, add because: with the reason`;
    const warning = diagnostic('mapping/other-name', message, { hint, place, path });
    return { warning, isOfGuardian: isOfGuardian(called, label) };
  }
  return undefined;
}

/** True for a rule that is a path to the value of a pair. */
function isOfValue({ expression, rule }: ExpressionUse): boolean {
  return rule !== undefined && rule.because === undefined && isValueOfPair(expression);
}

function ofLabel(
  { expression, place, path }: ExpressionUse,
  scope: Scope,
  set: FieldsSet,
): FoundLabel | undefined {
  for (const { key, label } of labelsBeside(expression, scope)) {
    const called = otherwise(path, label, set);
    if (called === undefined) continue;
    const name = path.replace(/^additionalFields\./, '');
    const message = `${name} reads ${expression.source.trim()}, whose ${key} "${visibleText(label.slice(0, longestLabel))}" is by its words about ${called}`;
    const hint = `read what stands for ${name}, by its ${key} and not by its number; if it is right, add because: with the reason`;
    const warning = diagnostic('mapping/other-name', message, { hint, place, path });
    return { warning, isOfGuardian: isOfGuardian(called, label) };
  }
  return undefined;
}

function isOfGuardian(called: string, label: string): boolean {
  return called === somebodyElse && ownersNamed([label]) === guardianSubject;
}

const somebodyElse = 'somebody else';

/** Returns what a label is about, in words, if that is not what a rule sets. */
function otherwise(path: string, label: string, set: FieldsSet): string | undefined {
  const called = calledOtherwise(path, label);
  if (called === undefined && isOfOther(path, label)) return somebodyElse;
  const keyName = path.startsWith(fieldPath) ? path.slice(fieldPath.length) : '';
  // Other keyNames have no meaning: `f17`.
  if (called !== undefined || !/^[\p{L}._ -]{4,}$/u.test(keyName)) return called;
  // The owner gives the consents for an animal: "Dürfen wir Ihr Tier impfen?"
  if (namesAnimal(label) && isConsentName(keyName)) return otherPurpose(keyName, label);
  if (isConsentName(keyName) && isForEmergencies(label) && !isForEmergencies(keyName))
    return 'emergencies alone';
  // A label may leave out the animal of the field: "Chipnummer" for `dog.chip`.
  const isImplied = namesAnimal(keyName) && !namesContact(label);
  const subject = otherSubject({ names: [label] }, { names: [keyName], type: 'text', isImplied });
  const isRight =
    isOfChildInAccount([label], [keyName], set) ||
    (isConsentName(keyName) && isConsentOfGuardian([label], set));
  const isOther = subject === 'somebody-else' && !isRight && !asksPermission(label);
  return isOther ? somebodyElse : otherPurpose(keyName, label);
}

/** True for a question by which the customer allows something: "Darf Ihr Hund ohne Leine laufen?" */
function asksPermission(label: string): boolean {
  return permissions.test(spellings(label.slice(0, longestLabel))[0] ?? '');
}

const permissions =
  /^(?:darf|durfen|duerfen|may|can we|could we|mogen wir|mag|pouvons nous|peut on|possiamo)\b/;

const fieldPath = 'additionalFields.';
const longestLabel = 80;

function ofAnyField(
  { expression, place, path }: ExpressionUse,
  uses: readonly ExpressionUse[],
  { input }: Scope,
): FoundLabel | undefined {
  const steps = expression.path ?? [];
  if (/[[\]]/.test(expression.source)) return undefined;
  const naming = fieldNamed(steps, input);
  const key = naming && pathText(naming);
  const isRead = uses.some(
    each =>
      (each.path === 'when' || each.path === path) &&
      pathsRead(each.expression).some(
        read => pathText(read) === key || read[0] === '$answers' || ofFields.test(read.at(-1) ?? ''),
      ),
  );
  if (key === undefined || isRead) return undefined;
  const name = path.replace(/^additionalFields\./, '');
  const message = `${name} takes the value of every field that changes, since nothing reads ${key}`;
  const hint = `write ${name}: '${key} = "…" ? ${pathText(steps)}' with the name of the field at the sender; if there is only one, add because: with the reason`;
  return { warning: diagnostic('check/any-property', message, { hint, place, path }) };
}

/** Returns the path to the name of the field whose value a path leads to: `change.field` for `change.new_value`. */
function fieldNamed(steps: readonly string[], input: unknown): readonly string[] | undefined {
  for (let at = steps.length - 1; at >= Math.max(0, steps.length - 3); at -= 1) {
    const above = steps.slice(0, at);
    const record = above.reduce<unknown>(ownValue, input);
    if (!isPlainObject(record)) continue;
    const key = Object.keys(record).find(each => each !== steps[at] && fieldNames.test(each));
    const value = key === undefined ? undefined : ownValue(record, key);
    if (key === undefined) continue;
    if (typeof value === 'string' && value.trim() !== '') return [...above, key];
    if (isPlainObject(value) && typeof ownValue(value, 'name') === 'string') return [...above, key, 'name'];
  }
  return undefined;
}

/** Names of the keys that choose a field, also by its id. */
const ofFields = /^(?:changed_?)?(?:field|property|attribute|column|custom_?field|feld|eigenschaft|merkmal)/i;
const fieldNames =
  /^(?:changed_?)?(?:field|property|attribute|column|custom_?field|feld|eigenschaft|merkmal)(?:_?(?:name|title|label|key))?$/i;
