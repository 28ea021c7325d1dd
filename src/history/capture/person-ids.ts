import { elementsOf } from '../../expressions/convert/presence.ts';
import { scalarText } from '../../expressions/convert/scalar-text.ts';
import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { ruleExpressions } from '../../mapping/rules-of.ts';

/** The values that identify the person of an event, or its appointment. They are always replaced. */
export interface PersonIds {
  /** True if a text of the event is or contains such a value. `path` is its place, such as `contact.ids[]`. */
  readonly has: (text: string, path: string) => boolean;
}

const idParameters = new Set(['id', 'customerId', 'appointmentId', 'appointmentParticipantId']);

/** The minimum length of an identifying text: a shorter one may be a part of any text. */
const telling = 4;

/**
 * Returns the values of an event that a mapping reads for `link`, the customer number and the appointment, and the
 * number of the link.
 */
export async function personIds(
  mapping: Mapping,
  input: MappingInput,
  linked: string | undefined,
): Promise<PersonIds> {
  const { payload, event, ...bindings } = input;
  const scope: Scope = { input: payload, bindings: { ...bindings, event, linked } };
  const texts = new Set(linked === undefined ? [] : [linked]);
  const paths = new Set<string>();
  for (const expression of idExpressions(mapping)) {
    const read = pathsOf(expression);
    for (const path of read) paths.add(path);
    for (const text of await textsOf(expression, scope)) {
      // A short text may have any meaning, so it counts only at the place where it is read, if that is known.
      if (read.length === 0 || text.length >= telling) texts.add(text);
    }
  }
  const long = [...texts].filter(text => text.length >= telling);
  return {
    has: (text, path) =>
      texts.has(text) || paths.has(path.replaceAll('[]', '')) || long.some(each => text.includes(each)),
  };
}

function idExpressions({ link, set }: Mapping): readonly Expression[] {
  const rules = set.filter(({ name }) => idParameters.has(name)).map(({ rule }) => rule);
  return [...(link ? [link.value] : []), ...rules.flatMap(ruleExpressions)];
}

/** Returns the payload paths that an expression reads; empty if it selects elements by their contents. */
function pathsOf(expression: Expression): readonly string[] {
  if (expression.source.includes('[')) return [];
  return placedPaths(expression)
    .filter(({ steps: [first = ''], from }) => from === 0 && !first.startsWith('$'))
    .map(({ steps }) => steps.join('.'));
}

async function textsOf(expression: Expression, scope: Scope): Promise<readonly string[]> {
  try {
    return elementsOf(await expression.evaluate(scope)).flatMap(each => {
      const text = scalarText(each);
      return 'value' in text ? [text.value] : [];
    });
  } catch (error) {
    if (error instanceof ExpressionFailed) return [];
    throw error;
  }
}
