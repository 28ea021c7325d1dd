import { type LoggedUpdate, type SimulatedOperation, simulatedOperations, type Tally } from './journal.ts';
import {
  type Customer,
  type HistoryEntry,
  isExpired,
  type Location,
  type Reservation,
} from './salon/account.ts';
import type { AccountField } from './salon/additional-field.ts';
import type { World } from './world.ts';

/** The data of the account, and the counts. Tokens are named, never shown. */
export interface SandboxState {
  readonly locations: readonly Location[];
  readonly tokens: readonly {
    readonly name: string;
    readonly locationId: number;
    readonly state: 'valid' | 'expired';
  }[];
  readonly statuses: readonly string[];
  /** All fields, including archived ones. */
  readonly fields: readonly AccountField[];
  readonly customers: readonly CustomerView[];
  readonly reservations: readonly ReservationView[];
  readonly calls: Readonly<Record<SimulatedOperation, Tally>>;
}

/** A customer of the account, and the number of updateCustomer calls for them. */
export interface CustomerView extends Omit<Customer, 'values' | 'history'> {
  /** The values by keyName, including those of archived fields. */
  readonly additionalFields: Readonly<Record<string, string>>;
  readonly history: readonly HistoryEntry[];
  readonly calls: Tally;
}

/** A reservation, and the number of persistCustomerData calls for it. */
export interface ReservationView extends Omit<Reservation, 'values'> {
  /** The values that belong to the appointment, by keyName. */
  readonly additionalFields: Readonly<Record<string, string>>;
  readonly calls: Tally;
}

/** Returns the state of the whole sandbox. */
export function viewState(world: World): SandboxState {
  const { account, journal } = world;
  return {
    locations: account.locations,
    tokens: account.tokens.map(token => ({
      name: token.name,
      locationId: token.locationId,
      state: isExpired(token, world.clock.now()) ? 'expired' : 'valid',
    })),
    statuses: account.statuses,
    fields: account.fields,
    customers: [...account.customers.values()].map(customer => viewCustomer(world, customer)),
    reservations: [...account.reservations.values()].map(reservation => viewReservation(world, reservation)),
    calls: tallies(operation => journal.tally(operation, null)),
  };
}

/** Returns one customer. */
export function viewCustomer(world: World, { values, history, ...customer }: Customer): CustomerView {
  return {
    ...customer,
    additionalFields: viewValues(world, values),
    history,
    calls: world.journal.tally('updateCustomer', String(customer.id)),
  };
}

/** Returns one reservation. */
export function viewReservation(world: World, { values, ...reservation }: Reservation): ReservationView {
  return {
    ...reservation,
    additionalFields: viewValues(world, values),
    calls: world.journal.tally('persistCustomerData', reservation.appointmentId),
  };
}

/** Returns one customer with their applied updates, in order; undefined if there is none. */
export function viewCustomerWithUpdates(
  world: World,
  id: number,
): (CustomerView & { readonly updates: readonly LoggedUpdate[] }) | undefined {
  const customer = world.account.customers.get(id);
  return customer && { ...viewCustomer(world, customer), updates: world.journal.updates(id) };
}

function tallies(tally: (operation: SimulatedOperation) => Tally): Record<SimulatedOperation, Tally> {
  const [persist, update, fields] = simulatedOperations;
  return { [persist]: tally(persist), [update]: tally(update), [fields]: tally(fields) };
}

function viewValues(world: World, values: ReadonlyMap<number, string>): Record<string, string> {
  const found = world.account.fields.filter(field => values.has(field.id));
  return Object.fromEntries(found.map(field => [field.keyName, values.get(field.id) ?? '']));
}
