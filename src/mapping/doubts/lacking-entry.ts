import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import type { Mapping } from '../mapping.ts';
import { type NamedRule, namedRules } from '../rules-of.ts';
import { type ListTaken, listsTaken, objectsOfList } from './lists-taken.ts';
import { samplePayloads } from './named-positions.ts';

/**
 * Returns warnings about sums, averages, extremes and counts over a list of which an entry lacks the value, as no entry in a sample
 * does: `$sum(items.fee)` leaves the entry out and gives a smaller sum. `because` confirms it.
 */
export function lackingEntries(mapping: Mapping, scope: Scope): readonly Diagnostic[] {
  return listsRead(mapping).flatMap(({ path, rule, name, list, key }) => {
    const entries = objectsOfList(list, scope);
    const lacking = entries.filter(each => !isThere(each, key));
    if (lacking.length === 0 || lacking.length === entries.length) return [];
    const at = visibleText(`${list.source.trim()}.${pathText(key)}`);
    const count = lacking.length === 1 ? 'an entry' : `${lacking.length} entries`;
    const message = `${path.replace(/^additionalFields\./, '')}: $${name} reads ${at}, which ${count} of ${entries.length} in the event lacks; every entry in the samples of the mapping has it`;
    const hint =
      'read the key that the entry has in place of it; if the entry is to be left out, keep the event as a test (fieldbridge capture), or add because: with the reason';
    return [diagnostic('mapping/set-by-absence', message, { hint, place: rule.base.place, path })];
  });
}

interface ListRead extends NamedRule, Omit<ListTaken, 'keys'> {
  readonly key: readonly string[];
}

/** Every event passes here, and hardly any mapping has such a rule. */
const listsRead = onceFor((mapping: Mapping): readonly ListRead[] =>
  namedRules(mapping).flatMap(named => {
    const { base, because } = named.rule;
    if (because !== undefined || base.kind !== 'expression') return [];
    return listsTaken(base.expression).flatMap(({ name, list, keys }) =>
      calculating.has(name)
        ? keys.filter(key => isInEachSample(mapping, list, key)).map(key => ({ ...named, name, list, key }))
        : [],
    );
  }),
);

const calculating: ReadonlySet<string> = new Set(['sum', 'average', 'max', 'min', 'count']);

function isInEachSample(mapping: Mapping, list: ListTaken['list'], key: readonly string[]): boolean {
  const entries = samplePayloads(mapping).flatMap(input => objectsOfList(list, { input, bindings: {} }));
  return entries.length > 0 && entries.every(each => isThere(each, key));
}

function isThere(entry: object, key: readonly string[]): boolean {
  return presenceOf(key.reduce<unknown>(ownValue, entry)) === 'present';
}
