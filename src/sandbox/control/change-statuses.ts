import * as z from 'zod';
import type { World } from '../world.ts';
import { checkBody, type Refused } from './check-body.ts';

const name = z.string('a status name').min(1, 'a status name');
const request = z.strictObject({
  action: z.enum(['add', 'rename', 'remove'], 'add, rename or remove'),
  name,
  to: name.exactOptional(),
});

/** Adds, renames or removes a customer status. Its customers get the new name, or lose the status. */
export function changeStatuses({ account }: World, body: unknown): Refused | object {
  const checked = checkBody(request, body);
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
