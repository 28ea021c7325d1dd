import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { Counts } from '../../inbox/counts.ts';
import type { StateCause } from '../../inbox/destination-record.ts';
import type { MappingHold } from '../../inbox/mapping-hold.ts';
import type { MappingView } from '../bridge.ts';
import type { MappingHolds } from './mapping-holds.ts';
import type { MappingSet } from './mapping-set.ts';

/** Returns the state of each mapping file, including unusable ones; by name. */
export function mappingViews(
  set: MappingSet,
  holds: Pick<MappingHolds, 'assessment'>,
  counts: Pick<Counts, 'byMapping'>,
): MappingView[] {
  const { mappings, faulty, diagnostics } = set.folder();
  const names = [...new Set([...mappings, ...faulty].map(each => each.name))].sort();
  return names.map(name => {
    const mapping = set.find(name);
    const fault = faulty.find(each => each.name === name);
    const hold = set.held(name);
    const assessment = holds.assessment(name);
    const file = mapping?.file ?? fault?.file ?? name;
    const found = [
      ...diagnostics.filter(each => each.place?.file === file),
      ...(assessment?.diagnostics ?? []),
    ];
    return {
      name,
      file,
      source: mapping?.source ?? fault?.source ?? null,
      destination: mapping && 'name' in mapping.destination ? mapping.destination.name : null,
      operation: mapping?.operation ?? null,
      usable: fault === undefined,
      held: hold ? { since: isoTime(hold.since), ...holdCause(hold) } : null,
      calls: counts.byMapping[name] ?? noCalls,
      diagnostics: [...found, ...(hold?.diagnostics ?? []).filter(each => !isAmong(each, found))],
      changes: (assessment?.changes ?? []).map(({ at, words }) => ({
        at: isoTime(at),
        what: words,
      })),
    };
  });
}

/** The message of the first fault is the reason of a hold. */
function holdCause({ reason, diagnostics: [first] }: MappingHold): StateCause {
  return { reason, next: first?.hint, code: first?.code };
}

/** A hold has no place in the file, because a call has none. */
function isAmong({ code, path, message }: Diagnostic, found: readonly Diagnostic[]): boolean {
  return found.some(each => each.code === code && each.path === path && each.message === message);
}

const noCalls: MappingView['calls'] = {
  uncertain: 0,
  failed: 0,
  held: 0,
  queued: 0,
  discarded: 0,
  delivered: 0,
  skipped: 0,
};
