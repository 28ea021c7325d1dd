import * as z from 'zod';
import { openJournal } from '../journal.ts';
import { openSalon } from '../salon/salon.ts';
import type { World } from '../world.ts';
import { changeCustomers } from './change-customers.ts';
import { changeFields } from './change-fields.ts';
import { checkBody, type Refused } from './check-body.ts';
import { activate, checkFaults } from './faults.ts';
import { makeReservations } from './make-reservations.ts';

/** The names of the controls: `POST /sandbox/<name>`. */
export type ControlName = keyof typeof controls;

/**
 * Runs one control request; returns its result, or the reason of a refusal, which changes nothing. `body` is not
 * checked yet.
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

/** The names of the controls, for people. */
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

const name = z.string('a status name').min(1, 'a status name');
const statusChange = z.strictObject({
  action: z.enum(['add', 'rename', 'remove'], 'add, rename or remove'),
  name,
  to: name.exactOptional(),
});

/** Adds, renames or removes a customer status. Its customers get the new name, or lose the status. */
function changeStatuses({ account }: World, body: unknown): Refused | object {
  const checked = checkBody(statusChange, body);
  if ('error' in checked) return checked;
  const { action, name, to } = checked.value;
  if ((action === 'rename') !== (to !== undefined)) {
    return { error: '"to" goes with rename, and only with it' };
  }
  const created = action === 'add' ? name : to;
  if (created !== undefined && account.statuses.includes(created)) {
    return { error: `there is a status "${created}" already`, allowed: account.statuses };
  }
  if (action === 'add') account.statuses = [...account.statuses, name];
  else {
    if (!account.statuses.includes(name)) {
      return { error: `there is no status "${name}"`, allowed: account.statuses };
    }
    account.statuses = account.statuses.flatMap(status => (status !== name ? status : (to ?? [])));
    for (const customer of account.customers.values()) {
      if (customer.customerStatus !== name) continue;
      account.customers.set(customer.id, { ...customer, customerStatus: to ?? '' });
    }
  }
  return { statuses: account.statuses };
}

const tokenChange = z.strictObject({
  action: z.enum(['expire', 'renew'], 'expire or renew'),
  name: z.string('the name of an API access'),
  value: z.string('a text').min(1, 'a text').exactOptional(),
});

/** Lets a token expire now, or renews it without an expiry date; `value` gives it a new secret. */
function changeTokens({ account, clock }: World, body: unknown): Refused | object {
  const checked = checkBody(tokenChange, body);
  if ('error' in checked) return checked;
  const { action, name, value } = checked.value;
  const names = account.tokens.map(token => token.name);
  if (!names.includes(name)) return { error: `there is no API access "${name}"`, allowed: names };
  if (account.tokens.some(token => token.name !== name && token.value === value)) {
    return { error: 'another API access has this token' };
  }
  const expiresAt = action === 'expire' ? clock.now() : null;
  account.tokens = account.tokens.map(token =>
    token.name === name ? { ...token, expiresAt, value: value ?? token.value } : token,
  );
  return { name, action };
}
