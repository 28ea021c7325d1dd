import type { FieldDrift } from './catalog-drift.ts';
import { fieldTitle, quoted } from './fault.ts';

/** What became of a field, in words: `"zip" (PLZ): its validator was ^[0-9]{5}$, now ^[0-9]{4}$`. */
export function driftWords(drift: FieldDrift): string {
  switch (drift.kind) {
    case 'added':
      return `${fieldTitle(drift.after)} is new, of the type ${drift.after.type}`;
    case 'removed':
      return `${fieldTitle(drift.before)} is gone`;
    case 'replaced':
      return `${quoted(drift.after.keyName)} is another field now: ${drift.before.name} before, ${drift.after.name} now`;
    case 'renamed':
      return [
        `${quoted(drift.before.keyName)} was renamed to ${fieldTitle(drift.after)}`,
        ...drift.changes.map(({ words }) => words),
      ].join('; ');
    case 'changed':
      return `${fieldTitle(drift.after)}: ${drift.changes.map(({ words }) => words).join('; ')}`;
  }
}
