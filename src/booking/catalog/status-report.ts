import type { DestinationConfig } from '../../config/config.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { CatalogSnapshot } from './field.ts';
import type { StatusProbe } from './probe-statuses.ts';

/** The known statuses of a destination, or those of its config, and since when the list is complete. */
export function knownStatuses(
  destination: Pick<DestinationConfig, 'statuses'>,
  snapshot: CatalogSnapshot | null,
): { known: CatalogSnapshot['statuses']; listedAt: number | null } {
  const declared = destination.statuses.map(name => ({ name, origin: 'declared' as const, at: 0 }));
  return { known: snapshot?.statuses ?? declared, listedAt: snapshot?.statusesListedAt ?? null };
}

/** The statuses of a destination and the result of a probe, as JSON for programs. Times are ISO 8601. */
export function statusReport(
  destination: Pick<DestinationConfig, 'name' | 'statuses'>,
  snapshot: CatalogSnapshot | null,
  probe: StatusProbe | undefined,
) {
  const { known, listedAt } = knownStatuses(destination, snapshot);
  return {
    destination: destination.name,
    ...(probe && { probe: { learned: probe.names !== undefined, tried: probe.tried } }),
    statuses: known.map(({ name, origin, at }) => ({ name, origin, at: at === 0 ? null : isoTime(at) })),
    listedAt: listedAt === null ? null : isoTime(listedAt),
  };
}
