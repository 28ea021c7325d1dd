import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import type { FieldRule, Mapping } from '../../mapping/mapping.ts';
import { catalogDrift, type FieldDrift } from './catalog-drift.ts';
import { driftWords, manyAddedWords } from './drift-words.ts';

/** The fields in the lock, the current fields, and the mappings that write them. */
export interface DriftChecking {
  readonly destination: string;
  readonly locked: readonly FieldConfiguration[];
  readonly live: readonly FieldConfiguration[];
  /** Returns the place of a field in the lock; without a field, that of the destination. */
  readonly placeOf: (field?: FieldConfiguration) => Place | undefined;
  readonly mappings: readonly Pick<Mapping, 'additionalFields'>[];
}

const mostNotes = 20;
/** Above this number, new fields are reported together. */
const mostAdded = 3;

/**
 * Returns the changes of the account since the lock was saved: a warning at the rule if a mapping writes a
 * field that may refuse values which it accepted before, otherwise a note at the field's place in the lock,
 * at most twenty. `checkMapping` reports mappings that write removed or renamed fields; for renamed ones that
 * is enough.
 */
export function checkDrift(checking: DriftChecking): Diagnostic[] {
  const { destination, locked, live, placeOf, mappings } = checking;
  const hint = `\`fieldbridge fields ${destination} --save\` takes it over into the lock`;
  const rules = mappings.flatMap(mapping => mapping.additionalFields);
  const drifts = catalogDrift(locked, live);
  const added = drifts.flatMap(drift => (drift.kind === 'added' ? [drift.after] : []));
  const isMany = added.length > mostAdded;
  const notes: Diagnostic[] = [];
  const warnings: Diagnostic[] = [];
  if (isMany) {
    const message = `changed at ${destination} since the lock: ${manyAddedWords(added)}`;
    notes.push(diagnostic('check/drifted-field', message, { place: placeOf(), hint }));
  }
  for (const drift of isMany ? drifts.filter(({ kind }) => kind !== 'added') : drifts) {
    const message = `changed at ${destination} since the lock: ${driftWords(drift)}`;
    const hit = hitRules(drift, rules);
    const isTold = drift.kind === 'renamed' && rules.some(({ key }) => key === drift.before.keyName);
    if (hit.length === 0 && !isTold) {
      const place = placeOf('before' in drift ? drift.before : undefined);
      notes.push(diagnostic('check/drifted-field', message, { place, hint }));
    }
    for (const { key, place } of hit) {
      const path = `additionalFields.${key}`;
      const details = { place, path, hint: `check that the mapping still fits; ${hint}` };
      warnings.push(diagnostic('check/drifted-field', message, { ...details, severity: 'warning' }));
    }
  }
  if (notes.length <= mostNotes) return [...warnings, ...notes];
  const more = `${notes.length - mostNotes} more fields of ${destination} have changed since the lock`;
  const rest = diagnostic('check/drifted-field', more, {
    place: placeOf(),
    hint: `\`fieldbridge fields ${destination} --save\` tells them all`,
  });
  return [...warnings, ...notes.slice(0, mostNotes), rest];
}

/** Returns the rules for a field that may now refuse values that it accepted before. */
function hitRules(drift: FieldDrift, rules: readonly FieldRule[]): readonly FieldRule[] {
  if (drift.kind === 'added' || drift.kind === 'removed') return [];
  const breaks = drift.kind === 'replaced' || drift.changes.some(change => change.breaks);
  return breaks ? rules.filter(({ key }) => key === drift.after.keyName) : [];
}
