import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { nodesOf } from '../../../expressions/syntax-tree.ts';
import type { Mapping } from '../../mapping.ts';
import { mayOffer, namesOfQuestion, offersOptions } from '../../offered-options.ts';
import { asksForOptOut, isConsentName } from '../../opt-out.ts';
import { consentParameters } from '../../parameters.ts';
import { namedRules, ruleExpressions } from '../../rules-of.ts';
import { answerBeside } from './answer-beside.ts';

/**
 * Warns about rules that read only the options that a question offers: their value is the same for everybody. Only an
 * event shows that a list has the options and not the answer. A consent may not have one; for any other value, the event
 * must have the answer to the question elsewhere. `because` confirms a rule.
 */
export function optionsAsAnswers(
  mapping: Mapping,
  events: readonly { readonly scope: Scope }[],
): readonly Diagnostic[] {
  return rulesOfOptions(mapping).flatMap(rule => {
    for (const { scope } of events) {
      const found = warningFor(rule, scope.input);
      if (found) return [found];
    }
    return [];
  });
}

/** A rule that may read only options. */
interface RuleOfOptions {
  readonly path: string;
  readonly name: string;
  readonly place: Place;
  readonly isConsent: boolean;
  /** All paths that the rule reads. Each has a key that may have the options of a question. */
  readonly read: readonly (readonly string[])[];
  /** The texts in the rule, which may name a question. */
  readonly texts: ReadonlySet<string>;
}

/** Every event passes here, and hardly any rule reads options. */
const rulesOfOptions = onceFor((mapping: Mapping): readonly RuleOfOptions[] =>
  namedRules(mapping).flatMap(({ path, rule }) => {
    const expressions = ruleExpressions(rule);
    if (rule.because !== undefined || expressions.length === 0) return [];
    const paths = expressions.map(readSurely);
    const read = paths.flatMap(each => each ?? []);
    if (paths.includes(undefined) || !read.every(steps => steps.some(mayOffer))) return [];
    const name = path.replace(/^additionalFields\./, '');
    const isConsent =
      consentParameters.has(path) || (name !== path && (isConsentName(name) || asksForOptOut(name)));
    const texts = new Set(expressions.flatMap(textsIn));
    return [{ path, name, place: rule.base.place, isConsent, read, texts }];
  }),
);

function textsIn(expression: Expression): readonly string[] {
  return nodesOf(treeOf(expression)).flatMap(({ type, value }) => (type === 'string' ? [String(value)] : []));
}

function warningFor(
  { path, name, place, isConsent, read, texts }: RuleOfOptions,
  payload: unknown,
): Diagnostic | undefined {
  const questions = read.map(steps => questionsAt(payload, steps));
  if (!questions.every(each => each !== undefined)) return undefined;
  const text = visibleText(pathText(read[0] ?? []));
  const what = `the rule reads only the options that a question offers (${text}), so ${name} is the same for everybody`;
  const all = questions.flat();
  const named = all.filter(each => namesOfQuestion(each).some(name => texts.has(name)));
  const answer = answerBeside(payload, named.length > 0 ? named : all);
  if (isConsent) {
    const own = answer ? `, or ${visibleText(answer.text)} in an expression` : '';
    const hint = `read the answer of the person, as in {answer: QUESTION} with the label or the id of the question${own}; if it is right, add because: with the reason`;
    return diagnostic('mapping/invented-consent', `${what}, whatever they answered`, { hint, place, path });
  }
  if (!answer) return undefined;
  const message = `${what}, while the answer is ${visibleText(answer.expression)}`;
  const hint = `read the answer, as in from: ${expressionInYaml(visibleText(answer.text))}; if the options are meant, add because: with the reason`;
  return diagnostic('mapping/options-as-answer', message, { hint, place, path });
}

/** Returns all paths that an expression reads; undefined if it may read others, or none. */
function readSurely(expression: Expression): readonly (readonly string[])[] | undefined {
  if (expression.answer !== undefined || expression.literal) return undefined;
  const isUncertain = nodesOf(treeOf(expression)).some(
    ({ type, focus, index }) => uncertain.has(type) || focus !== undefined || index !== undefined,
  );
  const paths = isUncertain ? [] : placedPaths(expression);
  const ofRoot = paths.filter(({ from, steps }) => from === 0 || steps[0]?.startsWith('$'));
  if (ofRoot.length === 0) return undefined;
  // Conditions select a question or an option; those by another key, such as `selected`, may be the answer.
  const conditions = paths.filter(each => !ofRoot.includes(each)).map(({ steps }) => steps);
  if (!conditions.every(steps => selecting.test(steps.at(-1) ?? ''))) return undefined;
  return ofRoot.map(({ steps }) => steps);
}

/** Kinds of nodes behind which a path is not followed. */
const uncertain: ReadonlySet<string> = new Set([
  'lambda',
  'transform',
  'wildcard',
  'descendant',
  'parent',
  'bind',
  'partial',
]);

const selecting =
  /^(?:\w*(?:id|label|key|ref|slug|name|title|text|uuid|type|kind)|value|frage|titel|bezeichnung|beschriftung|position|index|order)$/i;

type Question = Readonly<Record<string, unknown>>;

/** Returns the questions whose options a path passes, if it does so everywhere, and ends at their ids or labels. */
function questionsAt(root: unknown, steps: readonly string[]): readonly Question[] | undefined {
  let objects: Question[] = [];
  addObjects(root, objects);
  const last = steps.findLastIndex(mayOffer);
  for (const [at, key] of steps.slice(0, last + 1).entries()) {
    const having = objects.filter(each => ownValue(each, key) !== undefined);
    if (having.length === 0) return undefined;
    if (mayOffer(key) && having.every(each => offersOptions(each, key)))
      return steps.slice(at + 1).every(each => selecting.test(each)) ? having : undefined;
    objects = [];
    for (const each of having) addObjects(ownValue(each, key), objects);
  }
  return undefined;
}

function addObjects(value: unknown, found: Question[]): void {
  if (Array.isArray(value)) for (const each of value.slice(0, mostElements)) addObjects(each, found);
  else if (typeof value === 'object' && value !== null) found.push(value as Question);
}

const mostElements = 200;
