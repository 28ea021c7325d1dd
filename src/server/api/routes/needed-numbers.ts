import type { DiagnosticCode } from '../../../diagnostics/codes.ts';
import type { EventView } from '../../../inbox/event.ts';
import type { ApiParts } from '../api-route.ts';

/** A destination at which an event needs the right customer number of its link. */
export interface NeededNumber {
  readonly destination: string;
  /** True if the link stands for a customer that does not exist there. */
  readonly isWrong: boolean;
}

/** Returns where a call of an event waits for its link, or failed because the number of its link does not exist. */
export async function neededNumbers(
  event: EventView,
  { store, config }: Pick<ApiParts, 'store' | 'config'>,
): Promise<readonly NeededNumber[]> {
  const { link: id, customerId: number } = event.about ?? {};
  const people = config.sources.get(event.source)?.people;
  if (id === undefined || people === undefined) return [];
  const needed = new Map<string, NeededNumber>();
  for (const { destination, status, diagnostics } of event.calls) {
    const has = (code: DiagnosticCode) => diagnostics.some(each => each.code === code);
    const isWaiting = status === 'queued' && has('mapping/not-linked');
    const isFailed = status === 'failed' && has('delivery/unknown-customer');
    if (!isWaiting && !isFailed) continue;
    // A number that the webhook itself contains is corrected in the webhook.
    const isOfLink =
      isWaiting || (number !== undefined && (await store.findLink({ people, id }, destination)) === number);
    if (isOfLink) needed.set(destination, { destination, isWrong: isFailed });
  }
  return [...needed.values()];
}
