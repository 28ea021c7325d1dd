import { openJournal } from '../journal.ts';
import { openSalon } from '../salon/salon.ts';
import type { World } from '../world.ts';
import { changeCustomers } from './change-customers.ts';
import { changeFields } from './change-fields.ts';
import { changeStatuses } from './change-statuses.ts';
import { changeTokens } from './change-tokens.ts';
import type { Refused } from './check-body.ts';
import { activate, checkFaults } from './faults.ts';
import { makeReservations } from './make-reservations.ts';

/** The names of the controls: `POST /sandbox/<name>`. */
export type ControlName = keyof typeof controls;

/**
 * Runs one control request; returns its result, or the reason of a refusal. A refused one changes nothing. `body` is
 * not checked yet.
 */
export function control(world: World, name: ControlName, body: unknown): Refused | object {
  return controls[name](world, body);
}

/** True if there is such a control. */
export function isControl(name: string): name is ControlName {
  return Object.hasOwn(controls, name);
}

const controls = {
  faults: addFaults,
  reservations: makeReservations,
  customers: changeCustomers,
  fields: changeFields,
  statuses: changeStatuses,
  tokens: changeTokens,
  reset,
} as const satisfies Record<string, (world: World, body: unknown) => Refused | object>;

/** The control names, as they are shown to people. */
export const controlNames: readonly string[] = Object.keys(controls);

function addFaults(world: World, body: unknown): Refused | object {
  const checked = checkFaults(body);
  if ('error' in checked) return checked;
  world.faults.push(...checked.rules.map(activate));
  return { faults: world.faults };
}

function reset(world: World): object {
  world.account = openSalon();
  world.journal = openJournal();
  world.faults = [];
  return { reset: true };
}
