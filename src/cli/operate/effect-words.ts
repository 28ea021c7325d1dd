import type { RemainingValues } from '../../deliver/planning/remaining-values.ts';
import type { CallEffect } from '../../deliver/planning/replay-effects.ts';
import { visibleNames } from '../../diagnostics/visible-text.ts';

/**
 * Describes the values of a call that a replay or a correction of an event leaves out, because newer events have set
 * them, and those that cannot be compared with newer events.
 */
export function effectWords(effect: CallEffect, id: string): readonly string[] {
  return [...supersededWords(effect), ...newerWords(effect, id), ...uncomparedWords(effect)];
}

/** Describes the values of a booking that are sent although newer events may have set them since. */
function uncomparedWords({ uncompared = [], mapping, destination }: CallEffect): readonly string[] {
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

/** Describes the next step for the case that a newer event was sent to this customer by mistake. */
export function newerWords({ stays, newerEvents = [] }: CallEffect, id: string): readonly string[] {
  const newest = newerEvents.at(-1);
  if (newest === undefined || (stays && stays !== 'superseded')) return [];
  const which = newerEvents.length === 1 ? newest : `one of them (the newest is ${newest})`;
  return [
    `if ${which} was meant for another person, correct it first, then run \`fieldbridge events replay ${id} --again\``,
  ];
}

/** Describes delivered values that stay at a customer, in sentences. */
export function remainingText(remaining: RemainingValues): string {
  const { customerId, otherCustomer, names, destination, leftOut = [] } = remaining;
  const values = visibleNames(names);
  const later = new Set(leftOut.flatMap(each => each.names));
  const rest = names.filter(name => !later.has(name));
  const sent = otherCustomer
    ? `Customer ${customerId} at ${destination} has got ${values} of this event already.`
    : `The correction does not send ${values} any more. Customer ${customerId} at ${destination} keeps what was sent before.`;
  const clear = otherCustomer ? '' : ', or have the rule clear it (`whenEmpty: clear`)';
  const next =
    later.size === 0
      ? otherCustomer
        ? ' These values stay there: put them right in the calendar.'
        : ` Put it right in the calendar${clear}.`
      : rest.length > 0
        ? ` Put ${visibleNames(rest)} right in the calendar${clear}.`
        : '';
  return [`${sent}${next}`, ...leftOutWords(remaining)].join('\n');
}

/** Describes values of earlier events that can be sent since a newer event does not set them at the customer any more. */
export function leftOutWords({ leftOut = [], customerId, destination }: RemainingValues): readonly string[] {
  return leftOut.map(
    ({ event, names }) =>
      `${event} has values for customer ${customerId} at ${destination} that were left out because of this event: ${visibleNames(names)}. To send them afterwards, run \`fieldbridge events replay ${event} --again\``,
  );
}
