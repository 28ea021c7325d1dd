import type { Actor } from '../../inbox/audit.ts';
import type { ApiParts } from './api-route.ts';

/** The number of events that are remembered as shown. */
const mostNoted = 10_000;

/**
 * Records in the audit log that the values of an event were shown, only once for each event and person: a page may
 * request them at each key press.
 */
export function createShownNotes({ store }: Pick<ApiParts, 'store'>) {
  const noted = new Set<string>();
  return async (event: string, actor: Actor): Promise<void> => {
    const key = `${actor.who} ${actor.address ?? ''} ${event}`;
    if (noted.has(key)) return;
    if (noted.size >= mostNoted) noted.clear();
    noted.add(key);
    await store.record({ ...actor, what: 'show-values', event });
  };
}
