import * as z from 'zod';
import { type CustomerView, viewCustomer } from '../inspection.ts';
import { addCustomer, findCustomer, genderTypes } from '../salon/account.ts';
import { nobody } from '../salon/salon-customers.ts';
import type { World } from '../world.ts';
import { checkBody, type Refused } from './check-body.ts';

const text = z.string('a text').exactOptional();
const additions = z.strictObject({
  action: z.literal('add', 'add or delete').exactOptional(),
  genderType: z.enum(genderTypes, `one of ${genderTypes.join(', ')}`).exactOptional(),
  firstName: text,
  lastName: text,
  email: text,
  mobile: text,
  phone: text,
  note: text,
  customerStatus: text,
  locations: z.array(z.int(), 'a list of location ids').min(1, 'a list of location ids').exactOptional(),
  additionalFields: z.record(z.string(), z.string('a text'), 'an object of keyName and text').exactOptional(),
});
const deletion = z.strictObject({
  action: z.literal('delete', 'add or delete'),
  id: z.int('a customer number'),
});

/** Adds a customer, by default at the first location, or deletes one by number. */
export function changeCustomers(world: World, body: unknown): Refused | { readonly customer: CustomerView } {
  const deletes = typeof body === 'object' && body !== null && 'action' in body && body.action === 'delete';
  return deletes ? deleteCustomer(world, body) : createCustomer(world, body);
}

function deleteCustomer(world: World, body: unknown): Refused | { readonly customer: CustomerView } {
  const checked = checkBody(deletion, body);
  if ('error' in checked) return checked;
  const customer = findCustomer(world.account, String(checked.value.id));
  if (customer === undefined) return { error: `there is no customer ${checked.value.id}` };
  const deleted = { ...customer, deleted: true };
  world.account.customers.set(customer.id, deleted);
  return { customer: viewCustomer(world, deleted) };
}

function createCustomer(world: World, body: unknown): Refused | { readonly customer: CustomerView } {
  const { account } = world;
  const checked = checkBody(additions, body);
  if ('error' in checked) return checked;
  const { action, locations = [1], additionalFields = {}, ...given } = checked.value;
  const { customerStatus } = given;
  if (customerStatus && !account.statuses.includes(customerStatus)) {
    return { error: `there is no status "${customerStatus}"`, allowed: account.statuses };
  }
  const ids = account.locations.map(({ id }) => id);
  const elsewhere = locations.find(id => !ids.includes(id));
  if (elsewhere !== undefined) {
    return { error: `there is no location ${elsewhere}`, allowed: ids.map(String) };
  }
  const values = new Map<number, string>();
  for (const [keyName, value] of Object.entries(additionalFields)) {
    const field = account.fields.find(candidate => candidate.keyName === keyName);
    if (field === undefined) return { error: `there is no field "${keyName}"` };
    values.set(field.id, value);
  }
  const customer = { ...nobody, ...given, id: account.nextCustomerId, locationIds: locations, values };
  addCustomer(account, customer);
  return { customer: viewCustomer(world, customer) };
}
