import { onceFor } from '../diagnostics/once-for.ts';
import { visibleText } from '../diagnostics/visible-text.ts';
import { tableEntry } from '../diagnostics/yaml/table-entry.ts';
import type { Expression } from '../expressions/expression.ts';
import { treeOf } from '../expressions/parse.ts';
import { endOf, isNode, type Node, nodesOf, startOf } from '../expressions/syntax-tree.ts';
import { quotedName } from './answers/answer-expression.ts';
import { beginningAnswer } from './convert/beginning-answer.ts';
import { consentAnswer } from './convert/consent-answer.ts';
import { answerInWords } from './convert/convert-boolean.ts';
import type { Rule } from './mapping.ts';
import { asksForOptOut, reversedTable } from './opt-out.ts';

/** A yes to an opt-out that a rule passes on as a yes. */
export interface OptOutRead {
  /** The path, the question, or the word of the sender. */
  readonly name: string;
  /** `name`: the rule reads a value of this name. `word`: the rule makes a yes of this word. */
  readonly kind: 'name' | 'word';
}

/** The base of a rule, and the results of its look-up table by their keys. */
export interface OptOutRule {
  readonly base: Rule['base'] | undefined;
  readonly results?: ReadonlyMap<string, unknown> | undefined;
}

/**
 * Returns the opt-out of which a rule makes a yes: `DoNotCall`, `attributes[key = "donotemail"].value`,
 * `optout = "ja"`, `status = "unsubscribed"`, a table with `unsubscribed: true`. Undefined for a rule that reverses
 * it. `isOptOut`: decides whether a name asks for the opposite.
 */
export function optOutRead({ base, results }: OptOutRule, isOptOut = asksForOptOut): OptOutRead | undefined {
  if (base?.kind !== 'expression' || base.expression.literal !== null) return undefined;
  const read = passedOn(base.expression);
  if (!read) return undefined;
  const entries = [...(results ?? [])];
  const saysNo = (text: string) => isOptOut(text) || ofNobody.test(text.trim());
  const key = entries.find(
    ([each, result]) => answerInWords(each) === undefined && consentAnswer(result) === true && saysNo(each),
  )?.[0];
  if (key !== undefined) return { name: key, kind: 'word' };
  if (results && !entries.some(([each, result]) => saysTick(each) && consentAnswer(result))) return undefined;
  const word = read.words.find(saysNo);
  if (word !== undefined) return { name: word, kind: 'word' };
  const name = read.names.find(isOptOut);
  return name === undefined ? undefined : { name: read.text, kind: 'name' };
}

/** True for a yes, and for a mark in a box: `x`, `✓`, `angekreuzt`. Other words depend on the question. */
export function saysTick(value: unknown): boolean {
  if (typeof value !== 'string') return consentAnswer(value) === true;
  return (answerInWords(value) ?? beginningAnswer(value)) === true || marks.test(value.trim());
}

const marks =
  /^(?:x+|[✓✔✅☑✗✘☒●•*+√🗸🗹]\ufe0f?|(?:ja|yes|oui)[ ,].*|ticked|set|selected|gesetzt|angekreuzt|angehakt|ausgewählt|markiert|aangevinkt|coché|gew(?:ä|ae)hlt)$/iu;

/** The states of an address to which no list sends: it did not confirm, or mail to it fails. */
const ofNobody =
  /^(?:pending|cleaned|bounced?|complained|complaint|unconfirmed|not[ _-]?confirmed|non[ _-]?subscribed|not[ _-]?subscribed|ausstehend|unbest(?:ä|ae)tigt)$/i;

/**
 * Returns the message and the hint for a rule that makes a yes to a consent of an opt-out.
 */
export function optOutAsConsent(
  rule: OptOutRule,
  name: string,
  {
    isOptOut = asksForOptOut,
    by = 'its name',
    is = 'no consent',
    isConsent = true,
    no = false,
    seen = '',
  }: OptOutWords = {},
): { readonly message: string; readonly hint: string } | undefined {
  const found = optOutRead(rule, isOptOut);
  if (!found || rule.base?.kind !== 'expression') return undefined;
  const { answer } = rule.base.expression;
  const isPath = answer === undefined && found.kind === 'name';
  const written = isPath ? visibleText(found.name) : quotedName(found.name);
  if (found.kind === 'word') {
    return {
      message: `the rule says yes to ${name} for ${written}, which is ${is} by its name`,
      hint: `make it a no, as in values: {${no === false ? `${written}: false` : (tableEntry(found.name, no) ?? `${written}: …`)}}; if it is a yes, add because: with the reason`,
    };
  }
  const read = isPath
    ? `from: ${isPlain.test(written) ? written : quotedName(written)}`
    : `answer: ${written}`;
  return {
    message: `a yes to ${written} is a no to ${name} by ${by}, but the rule reads it as a yes`,
    hint: `write ${name}: {${read}, values: ${reversedTable(seen, { isConsent, no })}}, with the words that the sender uses; ${isConsent ? 'a no and ' : ''}an empty answer then ${isConsent ? 'send' : 'sends'} nothing`,
  };
}

interface OptOutWords {
  readonly isOptOut?: (name: string) => boolean;
  /** Shows that it is one. */
  readonly by?: string;
  /** The kind of a word of the sender for which the rule says yes. */
  readonly is?: string;
  /** False for a box such as `nichtraucher`, for which the opposite of a no is a yes. */
  readonly isConsent?: boolean;
  /** The choice for a no of a field with choices; null if it has none. False for a box. */
  readonly no?: string | false | null;
  /** An answer of a sample, whose words the hint uses. */
  readonly seen?: unknown;
}

const isPlain = /^[\p{L}_$][\p{L}\p{N}_$.]*$/u;

/** True if a rule reads a value whose name asks for the opposite of a consent, whatever its table makes of it. */
export function readsOptOut(rule: Pick<Rule, 'base'>): boolean {
  return namesPassedOn(rule).some(asksForOptOut);
}

/** Returns the names of the value whose yes a rule passes on, whatever its table makes of it. */
export function namesPassedOn({ base }: Pick<Rule, 'base'>): readonly string[] {
  if (base.kind !== 'expression' || base.expression.literal !== null) return [];
  return passedOn(base.expression)?.names ?? [];
}

interface PassedOn {
  /** The path or the question. */
  readonly text: string;
  /** The names that stand for the value: the last step, and the texts in brackets. */
  readonly names: readonly string[];
  /** The words with which the value is compared, other than yes and no. */
  readonly words: readonly string[];
}

/** Returns the names of the value whose yes is a yes of the expression; undefined if that is uncertain. */
const passedOn = onceFor((expression: Expression): PassedOn | undefined => {
  const { answer } = expression;
  if (answer !== undefined) return { text: answer, names: [answer], words: [] };
  const tree = treeOf(expression);
  const read = ofNode(tree, expression.source);
  return read && tree.type === 'path' ? { ...read, text: expression.source.trim() } : read;
});

function ofNode(node: Node | undefined, source: string): PassedOn | undefined {
  switch (node?.type) {
    case 'path':
      return ofPath(node, source);
    case 'block':
      return node.expressions?.length === 1 ? ofNode(node.expressions[0], source) : undefined;
    case 'binary':
      return node.value === '=' ? ofComparison(node, source) : undefined;
    case 'condition':
      return isYes(Reflect.get(node, 'then')) ? ofNode(node.condition, source) : undefined;
    case 'function':
      return node.procedure?.type === 'variable' && same.has(String(node.procedure.value))
        ? ofNode(node.arguments?.[0], source)
        : undefined;
    default:
      return undefined;
  }
}

/** Functions that return a yes for a yes. */
const same: ReadonlySet<string> = new Set(['boolean', 'string', 'lowercase', 'uppercase', 'trim']);

function ofPath(path: Node, source: string): PassedOn | undefined {
  const { steps = [] } = path;
  const last = steps.at(-1);
  if (!last || !steps.every(({ type }) => type === 'name' || type === 'variable' || type === 'string'))
    return undefined;
  const brackets = steps.flatMap(({ stages = [], predicate = [] }) => [...stages, ...predicate]);
  const text = source.slice(startOf(path, source), endOf(path, source)).trim();
  const own = String(last.value);
  // HubSpot has each value in an object with its name.
  const above = own === 'value' ? steps.slice(-2, -1).map(({ value }) => String(value)) : [];
  return { text, names: [own, ...above, ...brackets.flatMap(textsAsked)], words: [] };
}

/** Returns the texts that a condition in brackets asks for: `[key = "optout"]`. */
function textsAsked(bracket: Node): readonly string[] {
  return nodesOf(bracket)
    .filter(({ type, value }) => type === 'binary' && value === '=')
    .flatMap(({ lhs, rhs }) => [lhs, rhs])
    .flatMap(side => (isNode(side) && side.type === 'string' ? [String(side.value)] : []));
}

function ofComparison({ lhs, rhs }: Node, source: string): PassedOn | undefined {
  const sides = [lhs, rhs].filter(isNode);
  const literal = sides.find(({ type }) => type === 'string' || type === 'number' || type === 'value');
  const read = ofNode(
    sides.find(each => each !== literal),
    source,
  );
  if (!literal || !read) return undefined;
  if (saysTick(literal.value)) return read;
  return typeof literal.value === 'string' && answerInWords(literal.value) === undefined
    ? { ...read, names: [], words: [literal.value] }
    : undefined;
}

function isYes(node: unknown): boolean {
  if (!isNode(node) || !['value', 'string', 'number'].includes(node.type)) return false;
  return consentAnswer(node.value) === true;
}
