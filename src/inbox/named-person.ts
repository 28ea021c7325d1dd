import type { Call } from './call.ts';

/** The person whom an event names, as far as it can be compared with the customer in the response to an update. */
export interface NamedPerson {
  /** The first and last name, in any order. */
  readonly name: string;
  /** The paths of the name in the event: `contact.first_name, contact.last_name`. */
  readonly at: string;
  /** All other names in the event: of a child, a partner, a company. One of them may be the customer. */
  readonly others?: readonly string[];
  readonly emails?: readonly string[];
  readonly phones?: readonly string[];
}

/** Returns a call without the person whom its event names. A delivered call is compared already. */
export function withoutPerson(call: Call): Call {
  if (call.operation !== 'updateCustomer' || !call.person) return call;
  const { person: _, ...rest } = call;
  return rest;
}
