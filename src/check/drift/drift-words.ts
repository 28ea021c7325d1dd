import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { fieldTitle, quoted } from '../fault.ts';
import type { FieldDrift } from './catalog-drift.ts';

/** Describes the change of a field: `"zip" (PLZ): its validator was ^[0-9]{5}$, now ^[0-9]{4}$`. */
export function driftWords(drift: FieldDrift): string {
  switch (drift.kind) {
    case 'added':
      return `${fieldTitle(drift.after)} is new, of the type ${drift.after.type}`;
    case 'removed':
      return `${fieldTitle(drift.before)} is gone (archived or deleted)`;
    case 'replaced':
      return [
        `${quoted(drift.after.keyName)} is another field now${otherName(drift.before, drift.after)}`,
        ...drift.changes.filter(({ property }) => property !== 'name').map(({ words }) => words),
      ].join('; ');
    case 'renamed':
      return [
        `${quoted(drift.before.keyName)} was renamed to ${fieldTitle(drift.after)}`,
        ...drift.changes.map(({ words }) => words),
      ].join('; ');
    case 'changed':
      return `${fieldTitle(drift.after)}: ${drift.changes.map(({ words }) => words).join('; ')}`;
  }
}

function otherName({ name: before }: FieldConfiguration, { name: now }: FieldConfiguration): string {
  return before === now ? ', of the same name' : `: ${before} before, ${now} now`;
}

/** Describes several new fields: `12 fields are new: "zip", "city" and 10 more`. */
export function manyAddedWords(added: readonly FieldConfiguration[]): string {
  const named = added.slice(0, 5).map(({ keyName }) => quoted(keyName));
  const more = added.length - named.length;
  const list = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
  return `${added.length} fields are new: ${list}`;
}
