import type { CallEffect } from '../../deliver/planning/replay-effects.ts';
import { visibleNames } from '../../diagnostics/visible-text.ts';

/** Describes the values of a call that a replay or a correction leaves out, because newer events have set them. */
export function effectWords({ stays, superseded = [], mapping, destination }: CallEffect): readonly string[] {
  if (superseded.length === 0) return [];
  const names = visibleNames(superseded);
  if (stays === 'superseded')
    return [
      `nothing of the call of ${mapping} to ${destination} is sent: newer events of this person have set ${names} since`,
    ];
  return stays ? [] : [`${names} of ${mapping} is left out: a newer event of this person has set it since`];
}
