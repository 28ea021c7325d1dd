import type { UnreadValue } from '../../../history/unmapped/unread-values.ts';
import type { PlannableEvent } from '../../../inbox/event.ts';
import type { ApiParts } from '../api-route.ts';

/** A value of an event that no rule of a mapping reads and no sample has. */
export type UnreadInEvent = Omit<UnreadValue, 'events' | 'event'>;

/** Returns the new values of a stored event that no rule reads, for each mapping with samples that applies to it. */
export async function unreadInEvent(
  event: PlannableEvent,
  { config, bridge }: Pick<ApiParts, 'config' | 'bridge'>,
): Promise<readonly UnreadInEvent[]> {
  const mappings = bridge
    .planning()
    .mappings.of(event.source)
    .filter(({ tests }) => tests.length > 0);
  if (mappings.length === 0) return [];
  // Loaded at the first request: an idle bridge does not need it.
  const { endless } = await import('../../../check/data/patience.ts');
  const { sampleTrials, storedTrial } = await import('../../../history/trials/trials-of.ts');
  const { unreadValues } = await import('../../../history/unmapped/unread-values.ts');
  const source = config.sources.get(event.source);
  const [stored] = storedTrial(event, source);
  // The columns of a list are shown where it is imported.
  if (!stored || stored.imported) return [];
  const found: UnreadInEvent[] = [];
  for (const mapping of mappings) {
    const samples = await sampleTrials(mapping, source, bridge.planning().now);
    const ofMapping = await unreadValues(mapping, [...samples, stored], endless);
    found.push(...ofMapping.map(({ events: _, event: __, ...difference }) => difference));
  }
  return found;
}
