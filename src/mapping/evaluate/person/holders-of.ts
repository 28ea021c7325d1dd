import { onceFor } from '../../../diagnostics/once-for.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import type { Mapping } from '../../mapping.ts';
import { ruleExpressions } from '../../rules-of.ts';

/**
 * Returns the objects that contain the customer number or the link: `["user"]`, `[]` for the root. Undefined if the mapping says why its
 * events name somebody else.
 */
export const holdersOf = onceFor(({ set, link }: Mapping): ReadonlySet<string> | undefined => {
  const rule = set.find(({ name }) => name === 'id')?.rule;
  if (rule?.because !== undefined) return undefined;
  const expressions = [...(rule ? ruleExpressions(rule) : []), ...(link ? [link.value] : [])];
  const paths = expressions.flatMap(each => placedPaths(each).filter(({ from }) => from === 0));
  return new Set(
    paths.flatMap(({ steps }) => [
      ...(steps.length === 1 ? [JSON.stringify([])] : []),
      ...steps.slice(0, -1).map((_, at) => JSON.stringify(steps.slice(0, at + 1))),
    ]),
  );
});

/** True for the path of an object with the customer number or the link. */
export function isHolderAt(holders: ReadonlySet<string>, steps: readonly string[]): boolean {
  // Most objects of an event have another key.
  return lastKeys(holders).has(steps.at(-1)) && holders.has(JSON.stringify(steps));
}

const lastKeys = onceFor(
  (holders: ReadonlySet<string>): ReadonlySet<unknown> =>
    new Set([...holders].map(each => (JSON.parse(each) as readonly string[]).at(-1))),
);
