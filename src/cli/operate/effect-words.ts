import type { CallEffect } from '../../deliver/planning/replay-effects.ts';
import { visibleNames } from '../../diagnostics/visible-text.ts';

/**
 * Describes the values of a call that a replay or a correction leaves out, because newer events have set them, and those
 * that cannot be compared with newer events.
 */
export function effectWords(effect: CallEffect): readonly string[] {
  return [...supersededWords(effect), ...uncomparedWords(effect)];
}

/** Describes the values of a booking that are sent although newer events may have set them since. */
export function uncomparedWords({ uncompared = [], mapping, destination }: CallEffect): readonly string[] {
  if (uncompared.length === 0) return [];
  const names = visibleNames(uncompared);
  return [
    `only the response of ${destination} names the customer of the booking of ${mapping}, so ${names} is sent without a comparison with newer events; look at the event afterwards: a warning names newer values that were replaced`,
  ];
}

function supersededWords({ stays, superseded = [], mapping, destination }: CallEffect): readonly string[] {
  if (superseded.length === 0) return [];
  const names = visibleNames(superseded);
  if (stays === 'superseded')
    return [
      `nothing of the call of ${mapping} to ${destination} is sent: newer events of this person have set ${names} since`,
    ];
  return stays ? [] : [`${names} of ${mapping} is left out: a newer event of this person has set it since`];
}
