import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import { type PathReader, pathReader } from '../../expressions/path-values.ts';
import { pathsRead } from '../../expressions/placed-paths.ts';
import { possibleResults } from '../../expressions/possible-results.ts';
import type { MappingInput } from '../evaluate/evaluation.ts';
import type { Mapping, Rule } from '../mapping.ts';
import { namedRules } from '../rules-of.ts';
import { tellsOfChange } from './ended-record.ts';

/**
 * Returns warnings about an update that sets a value because the event lacks all values that the rule reads:
 * `plan = "gold" ? "VIP" : "Neukunde"` makes everybody without a plan a new customer, and `optin = "ja"`
 * withdraws a consent. Forms leave out unticked boxes, so fields are reported only for change events.
 */
export function byAbsence(mapping: Mapping, input: MappingInput, scope: Scope): readonly Diagnostic[] {
  const all = setByAbsence(mapping);
  if (all.length === 0) return [];
  const isChange = tellsOfChange(input);
  return all
    .filter(({ path, readers }) => {
      return (isChange || path === 'customerStatus') && readers.every(values => values(scope).length === 0);
    })
    .map(({ path, rule, value }) => {
      const what = path === 'customerStatus' ? 'the status' : path.slice('additionalFields.'.length);
      const message = `${path}: the event has nothing of what the rule reads, and ${what} becomes ${shown(value)}`;
      const cure =
        typeof value === 'boolean'
          ? 'write {from: PATH, as: boolean} with the path, which sends nothing then'
          : `leave out the last alternative, which leaves ${what} alone`;
      const hint = `${cure}; if it is right, add because: with the reason`;
      return diagnostic('mapping/set-by-absence', message, { hint, place: rule.base.place, path });
    });
}

interface SetByAbsence {
  readonly path: string;
  readonly rule: Rule;
  readonly value: unknown;
  readonly readers: readonly PathReader[];
}

/** Every event passes here. */
const setByAbsence = onceFor((mapping: Mapping): readonly SetByAbsence[] =>
  mapping.operation !== 'updateCustomer' ? [] : namedRules(mapping).flatMap(each => byItself(each) ?? []),
);

function byItself({ path, rule }: { readonly path: string; readonly rule: Rule }): SetByAbsence | undefined {
  const { base, lookup, because } = rule;
  if (path !== 'customerStatus' && !path.startsWith('additionalFields.')) return undefined;
  if (lookup || because !== undefined || base.kind !== 'expression') return undefined;
  const { expression } = base;
  if (expression.path !== null || expression.answer !== undefined || expression.isConstant) return undefined;
  const [only, ...others] = possibleResults(expression, 'with none of its paths')?.all ?? [];
  if (only?.kind !== 'value' || others.length > 0 || only.value === '' || only.value === null)
    return undefined;
  const readers = pathsRead(expression).map(steps => pathReader({ steps, text: pathText(steps) }));
  return readers.length === 0 ? undefined : { path, rule, value: only.value, readers };
}
