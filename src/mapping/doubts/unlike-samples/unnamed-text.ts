import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { elementsOf } from '../../../expressions/convert/presence.ts';
import { numberText } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import type { PathReader } from '../../../expressions/paths/path-values.ts';
import type { Node } from '../../../expressions/syntax-tree.ts';
import { nearlyInTable } from '../../evaluate/look-up.ts';
import type { Rule } from '../../mapping.ts';
import { comparedTexts, inComparedForm, textsIn } from './compared-texts.ts';

/**
 * Returns the texts of an event that a rule does not name, if the rule then gives another one: `kind = "private" ?
 * "Private" : "Public"` gives Public for "Self". Only the account shows whether a text is a value of its own.
 * `given` is the value before the table of the rule, `sent` the one after it. Each is a text or a list of texts.
 */
export function unnamedTexts(
  { base, lookup, because }: Rule,
  given: unknown,
  sent: unknown,
  scope: Scope,
): readonly string[] {
  if (because !== undefined || base.kind !== 'expression') return [];
  const texts = lookup ? outsideTable(given, lookup) : chosenBy(base.expression, sent, scope);
  if (texts.length === 0) return texts;
  const results = new Set(
    elementsOf(sent).flatMap(each => (typeof each === 'string' ? inComparedForm(each) : [])),
  );
  return texts.filter(text => text !== '' && text.length <= longest && !results.has(inComparedForm(text)));
}

/** No choice or status of an account is longer. */
const longest = 200;

function outsideTable(given: unknown, lookup: NonNullable<Rule['lookup']>): readonly string[] {
  if (!lookup.otherwise) return [];
  const keys = new Set([...lookup.entries.keys()].map(inComparedForm));
  return elementsOf(given).flatMap(each => {
    // Senders such as Pipedrive send the ids of options as numbers.
    const written = typeof each === 'number' ? numberText(each) : each;
    if (typeof written !== 'string' || nearlyInTable(written, lookup)) return [];
    const text = withoutBlankEnds(written);
    return keys.has(inComparedForm(text)) ? [] : text;
  });
}

function chosenBy(expression: Expression, sent: unknown, scope: Scope): readonly string[] {
  const choosing = choosingOf(expression);
  if (!choosing || typeof sent !== 'string' || !choosing.results.has(sent)) return [];
  const [given, ...others] = choosing.read(scope);
  if (typeof given !== 'string' || others.length > 0) return [];
  const text = inComparedForm(given);
  const isNamed = choosing.named.has(text) || choosing.searched.some(each => text.includes(each));
  return isNamed ? [] : [withoutBlankEnds(given)];
}

/** An expression that chooses one of its own texts by the value of one path. */
interface Choosing {
  readonly read: PathReader;
  /** The texts that it compares with, in lower case. */
  readonly named: ReadonlySet<string>;
  /** The texts that it searches for, in lower case. */
  readonly searched: readonly string[];
  readonly results: ReadonlySet<string>;
}

/** Every value of a rule passes here. */
const choosingOf = onceFor((expression: Expression): Choosing | undefined => {
  const compared = expression.source.includes('?') ? comparedTexts(expression) : undefined;
  if (!compared) return undefined;
  const { read, nodes, named, searched } = compared;
  const isAsked = nodes.some(({ type, condition }) => type === 'condition' && isOnlyPath(condition));
  if (named.length + searched.length === 0 && !isAsked) return undefined;
  const results = nodes
    .filter(({ type }) => type === 'condition')
    .flatMap(node => [Reflect.get(node, 'then'), Reflect.get(node, 'else')].flatMap(textsIn));
  return {
    read,
    named: new Set(named),
    searched,
    results: new Set(results),
  };
});

/** True for a condition that asks whether there is a value: `language ? "English" : "German"`. */
function isOnlyPath(node: Node | undefined): boolean {
  const [inner, ...others] = node?.type === 'block' ? (node.expressions ?? []) : [];
  if (inner) return others.length === 0 && isOnlyPath(inner);
  return node?.type === 'path';
}
