import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { keyText, pathText } from '../../../expressions/paths/path-text.ts';
import { type PathReader, pathReader, wholeReader } from '../../../expressions/paths/path-values.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { type TickKey, tickKey } from '../../../mapping/evaluate/ticked-entries.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { type Wanted, whereOf } from '../trial.ts';

/**
 * Warns about expressions that read the names of a list's entries without the key that says whether each applies:
 * `allergies.name` of `[{name: "Latex", checked: false}]`. A sample or a stored event shows it; `because` confirms it.
 */
export function checkUnticked(
  uses: readonly ExpressionUse[],
  events: readonly Wanted[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  return uses.flatMap(use => {
    if (use.because !== undefined || use.expression.answer !== undefined) return [];
    const { source } = use.expression;
    for (const { steps, offset, length } of placedPaths(use.expression)) {
      if (steps.length < 2) continue;
      const list = steps.slice(0, -1);
      const entries = entriesOf(list);
      for (const event of events) {
        const found = tickKey(entries(event.scope));
        if (!found || source.includes(found.key)) continue;
        return [warning(use, { list, last: steps.at(-1) ?? '', found, event }, within(use, offset, length))];
      }
    }
    return [];
  });
}

/** Returns a reader of the entries of a list. One object has no entries to choose from. */
function entriesOf(list: readonly string[]): PathReader {
  const read = { steps: list, text: pathText(list), from: 0 };
  const values = pathReader(read);
  const whole = wholeReader(read);
  return scope => {
    const entries = values(scope);
    return entries.length > 1 || whole?.(scope).some(Array.isArray) === true ? entries : [];
  };
}

interface Unticked {
  readonly list: readonly string[];
  readonly last: string;
  readonly found: TickKey;
  readonly event: Wanted;
}

function warning(
  { path, expression }: ExpressionUse,
  { list, last, found: { key, yes }, event }: Unticked,
  place: Diagnostic['place'],
): Diagnostic {
  const at = pathText(list);
  const condition = yes === 'true' ? keyText(key) : `${keyText(key)} = ${yes ?? '"…"'}`;
  const message = `the entries of ${at} are read whatever their ${key} is, and in ${whereOf(event.trial)} it is a no for some`;
  const chosen = `${at}[${condition}].${keyText(last)}`;
  // Only a whole expression takes quotes.
  const hint = `write ${expression.path ? expressionInYaml(chosen) : chosen}, which reads only the entries with a yes; if all are meant, add because: with the reason`;
  return diagnostic('check/keys-of-unticked', message, { hint, path, ...(place && { place }) });
}
