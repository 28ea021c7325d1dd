import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import { placedPaths } from '../../expressions/placed-paths.ts';
import { elementsOf } from '../../mapping/convert/presence.ts';
import { scalarText } from '../../mapping/convert/text-of.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { ruleExpressions } from '../../mapping/rules-of.ts';

/** What says who the person of an event is, or which appointment it is about: never kept, whatever it looks like. */
export interface PersonIds {
  /** Whether a text of the event is one, or has one in it; `path` is where it stands, as `contact.ids[]`. */
  readonly has: (text: string, path: string) => boolean;
}

const idParameters = new Set(['id', 'customerId', 'appointmentId', 'appointmentParticipantId']);

/** A shorter one may be a part of anything. */
const telling = 4;

/** What `link`, the number and the appointment of a mapping read of an event, and the number that stands for the link. */
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
      // A short one stands for much else, so it counts only where it is read, where that is known.
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

/** The paths of the payload that an expression reads as a whole; none where it selects by what stands inside of them. */
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
