import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { compile } from '../../../expressions/compile.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { type Answers, answeredQuestions } from '../../../receive/answers/answers.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { beginning } from '../../answers/answer-expression.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import type { Mapping } from '../../mapping.ts';
import {
  arePeople,
  isInList,
  nameOthers,
  type PeopleList,
  peopleListIn,
  plainKey,
} from '../../people-list.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../rules-of.ts';
import { readQuietly } from '../read-quietly.ts';
import { isSamePerson, type NamesAndAddresses, personIn } from './same-person.ts';

/**
 * Returns warnings about rules that read the people of a list (`order.attendees.allergies`, or the answers of a source
 * with `each: order.attendees.answers`), although the customer of the event is named outside of it, and somebody else
 * is in the list. `where` names the event. `because` confirms a rule.
 */
export function otherPeople(
  mapping: Mapping,
  { payload, answers }: Pick<MappingInput, 'payload' | 'answers'>,
  { where = 'the event', isSample = false } = {},
): readonly Diagnostic[] {
  const { subject, rules } = readsOf(mapping);
  if (subject.length === 0 || rules.length === 0 || !isPlainObject(payload)) return [];
  const ofAnswers = answers && listOfAnswers(answers);
  return rules.flatMap(read => {
    const list = read.isAnswer ? ofAnswers : read.list;
    // Without events, the name of a path already shows such a list.
    if (isSample && read.list?.list.areOthers) return [];
    const isAnswered = read.isAnswer && subject.some(([first]) => first === '$answers');
    if (!list || isAnswered || isInList(subject, list.list)) return [];
    const found = reasonFor(list, subject, { payload, where, isSample });
    if (found === undefined) return [];
    const at = pathText(list.list.steps);
    const message = `${read.name} reads ${read.written}${read.isAnswer ? `, an answer in ${at}` : ''}, and ${found}, while ${subjectText(subject)} names the customer`;
    const entries = entriesAt(payload, list.list.steps);
    const split = entries.every(isIdentified)
      ? `; or write split: ${at} at the source in the config, so that each of them is an event with a link of its own`
      : '';
    const hint = `remove the rule${split}; if it is always the customer, add because: with the reason`;
    return [diagnostic('mapping/other-name', message, { hint, place: read.place, path: read.path })];
  });
}

/** A path through a list of people. */
interface Through {
  readonly list: PeopleList;
  /** The steps below the list. */
  readonly below: readonly string[];
  /** The position of one entry, if the path chooses it. */
  readonly position: number | undefined;
  /** The path to the entries that a position or a condition chooses. */
  readonly chosen: Expression | undefined;
}

interface ReadRule {
  readonly path: string;
  readonly name: string;
  readonly written: string;
  readonly place: Place;
  readonly isAnswer: boolean;
  readonly list: Through | undefined;
}

interface Reads {
  /** The paths to the link or the number of the customer. */
  readonly subject: readonly (readonly string[])[];
  readonly rules: readonly ReadRule[];
}

/** Every event passes here. */
const readsOf = onceFor((mapping: Mapping): Reads => {
  const subject = customerPaths(mapping);
  return { subject, rules: namedRules(mapping).flatMap(each => readIn(each) ?? []) };
});

/** Returns the paths to the link, or to the number or the e-mail address of the customer. */
export function customerPaths(mapping: Mapping): readonly (readonly string[])[] {
  const rules = namedRules(mapping);
  for (const name of identities) {
    const found = rules.find(({ path }) => path === name);
    const paths = found ? ruleExpressions(found.rule).flatMap(stepsOf) : [];
    if (paths.length > 0) return paths;
    if (name === 'customerId' && mapping.link) return stepsOf(mapping.link.value);
  }
  return [];
}

/** In this order: the link counts after the numbers. */
const identities = ['id', 'customerId', 'email'] as const;

function stepsOf(expression: Expression): readonly (readonly string[])[] {
  if (expression.answer !== undefined) return [['$answers', expression.answer]];
  return placedPaths(expression).flatMap(({ steps, from }) =>
    from > 0 || steps[0] === '$linked' || steps[0] === '$event' ? [] : [steps],
  );
}

function readIn({ path, rule }: NamedRule): ReadRule | undefined {
  const [expression, ...more] = ruleExpressions(rule);
  const isValue = path.startsWith(fieldPath) || persons.has(path);
  if (!expression || more.length > 0 || rule.base.kind !== 'expression' || rule.because !== undefined)
    return undefined;
  const name = path.replace(fieldPath, '');
  if (!isValue || nameOthers(name)) return undefined;
  const { source } = expression;
  const isAnswer =
    expression.answer !== undefined || (expression.path?.length === 2 && expression.path[0] === '$answers');
  const list = isAnswer || !expression.path ? undefined : through(expression.path, source);
  if (!isAnswer && !list) return undefined;
  const written = beginning(expression).replace(/^\w+: /, '');
  return { path, name, written, place: rule.base.place, isAnswer, list };
}

const fieldPath = 'additionalFields.';
const persons: ReadonlySet<string> = new Set(['firstName', 'name', 'email', 'mobile', 'phone']);

/** Returns the list of people on a path, and the entries that a position or a condition behind its key chooses. */
function through(steps: readonly string[], source: string): Through | undefined {
  const list = peopleListIn(steps);
  if (!list) return undefined;
  const key = list.steps.at(-1) ?? '';
  const end = source.indexOf(key) + key.length;
  const [brackets = '', inside] = /^["`]?\s*\[([^\]]*)\]/.exec(source.slice(end)) ?? [];
  const position = inside !== undefined && /^\s*-?\d+\s*$/.test(inside) ? Number(inside) : undefined;
  const compiled = source.includes('[') ? compile(source.slice(0, end) + brackets) : undefined;
  const chosen = compiled && 'expression' in compiled ? compiled.expression : undefined;
  if (inside !== undefined && position === undefined && !chosen?.evaluateDirectly) return undefined;
  return { list, below: steps.slice(list.steps.length), position, chosen };
}

/** Returns the list of people that the questions of a form stand in. */
function listOfAnswers(answers: Answers): Through | undefined {
  const each = answeredQuestions(answers).places?.each;
  // Every event passes here, and few sources have such a list.
  if (each === undefined || !each.split(/[.[]/).some(arePeople)) return undefined;
  const compiled = compile(each);
  const path = 'expression' in compiled ? compiled.expression.path : null;
  return path ? through(path, each) : undefined;
}

/** Returns in words why a list has somebody else than the customer; undefined if nothing shows it. */
function reasonFor(
  { list, below, position, chosen: choice }: Through,
  subject: readonly (readonly string[])[],
  {
    payload,
    where,
    isSample,
  }: { readonly payload: object; readonly where: string; readonly isSample: boolean },
): string | undefined {
  const value = entriesAt(payload, list.steps);
  const evaluate = choice?.evaluateDirectly;
  const read = evaluate && readQuietly(evaluate, { input: payload, bindings: {} });
  const chosen = evaluate ? [read].flat().filter(isPlainObject) : value;
  const entries = chosen.filter(each => hasValue(each, below));
  const customer = customerIn(payload, subject, list);
  const same = entries.map(each => isSamePerson(personIn(each), customer.person));
  const at = pathText(list.steps);
  if (entries.length === 0) return undefined;
  if (same.includes(false)) return `${at} has somebody with another name or address in ${where}`;
  if (chosen.length > 1 && !same.every(each => each === true))
    return `${at} has ${chosen.length} people in ${where}`;
  if (position !== undefined && position > 0 && same[0] === undefined)
    return `the position chooses one of ${value.length} people in ${where}`;
  // A condition chooses somebody on purpose.
  if (choice && position === undefined) return undefined;
  if (list.areOthers && same[0] !== true) return `${at} has by its name other people`;
  const mayBeOthers = isSample && position === undefined && buyers.test(plainKey(customer.key));
  return mayBeOthers ? `${at} may have other people` : undefined;
}

/** People who order for others too. */
const buyers =
  /^(?:billing(?:address|details|contact)?|rechnung(?:sadresse|sanschrift)?|factuuradres|facturation|invoiceaddress|buyer|purchaser|orderer|payer|booker|besteller(?:in)?|kaufer(?:in)?|koper|besteller|acheteur|comprador|acquirente|rechnungsempfanger)$/;

/** True if somebody in a list has an id, a number or an address, so that an event of theirs has a link. */
function isIdentified(entry: object): boolean {
  return Object.entries(entry).some(
    ([key, value]) => identity.test(key) && ['string', 'number'].includes(typeof value) && value !== '',
  );
}

const identity = /(?:^|[._ -])(?:uu)?id$|Id$|e-?mail|number|nummer|(?:^|[._ -])(?:nr|no)$/i;

function entriesAt(payload: object, steps: readonly string[]): readonly object[] {
  const found = steps.reduce<readonly unknown[]>(
    (values, step) => values.flatMap(each => ownValue(each, step) ?? []),
    [payload],
  );
  return found.filter(isPlainObject);
}

function hasValue(entry: unknown, below: readonly string[]): boolean {
  const found = below.reduce<readonly unknown[]>(
    (values, step) => values.flatMap(each => ownValue(each, step) ?? []),
    [entry],
  );
  return found.some(each => presenceOf(each) === 'present');
}

/** Returns the customer of an event: the nearest object above the link or the number that has a name or an address. */
function customerIn(
  payload: object,
  subject: readonly (readonly string[])[],
  list: PeopleList,
): { readonly key: string; readonly person: NamesAndAddresses } {
  for (const steps of subject) {
    for (let length = steps.length - 1; length >= 0; length -= 1) {
      const above = steps.slice(0, length);
      const object = above.reduce<unknown>(ownValue, payload);
      if (!isPlainObject(object)) continue;
      const key = above.at(-1) ?? '';
      const inside = Object.entries(object).filter(([name]) => name !== list.steps[length]);
      const own = personIn(
        Object.fromEntries(inside.filter(([, each]) => !isPlainObject(each))),
        isCustomer(key) ? 'person' : key,
      );
      if (isNamed(own)) return { key, person: own };
      const [holder, value] = inside.find(([name, each]) => isCustomer(name) && isPlainObject(each)) ?? [];
      if (holder !== undefined && isPlainObject(value)) return { key: holder, person: personIn(value) };
    }
  }
  return { key: '', person: { names: [], emails: [] } };
}

const customers =
  /^(?:customer|client|contact|person|kunde|kundin|kontakt|klant|patient(?:in)?|lead|subscriber|member|invitee)$/;

function isCustomer(key: string): boolean {
  const name = plainKey(key);
  return customers.test(name) || buyers.test(name);
}

function isNamed({ names, emails }: NamesAndAddresses): boolean {
  return names.length > 0 || emails.length > 0;
}

function subjectText(subject: readonly (readonly string[])[]): string {
  return pathText(subject[0] ?? []);
}
