import { type ComparedNames, hashOfName, nameInResponse } from '../../../booking/answers/customer-names.ts';
import { planEvent } from '../../../deliver/planning/plan-event.ts';
import type { RowPreview } from '../../../deliver/planning/preview-row.ts';
import type { ApiParts } from '../api-route.ts';

/** Returns the hashes of the name in a row and of the customer of its number, as the response to their last update shows it. */
export async function namesOfPreview(
  named: RowPreview['named'],
  { store }: Pick<ApiParts, 'store'>,
): Promise<Partial<ComparedNames>> {
  const event = named && (await store.event(named.updatedBy));
  return event ? compared(named.name, nameInResponse(event)) : {};
}

/** Returns the same for a delivered event. */
export async function namesOfDelivered(
  id: string,
  { store, bridge }: Pick<ApiParts, 'store' | 'bridge'>,
): Promise<Partial<ComparedNames>> {
  const event = await store.event(id);
  const known = event && nameInResponse(event);
  const contents = known === undefined ? undefined : await store.contents(id);
  if (!contents) return {};
  const { plan } = await planEvent({ ...contents, imported: true }, bridge.planning());
  for (const { state } of plan.calls)
    if ('call' in state && state.call?.operation === 'updateCustomer' && state.call.person)
      return compared(state.call.person.name, known);
  return {};
}

function compared(name: string, known: string | undefined): Partial<ComparedNames> {
  const [named, knownAs] = [hashOfName(name), hashOfName(known ?? '')];
  return named !== undefined && knownAs !== undefined ? { named, knownAs } : {};
}
