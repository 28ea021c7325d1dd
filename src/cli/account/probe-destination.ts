import { withListed } from '../../booking/catalog/catalog-state.ts';
import { probeStatuses, type StatusProbe } from '../../booking/catalog/probe-statuses.ts';
import { createClient } from '../../booking/http/client.ts';
import { lockedCatalog } from '../../booking/lock/with-lock.ts';
import type { Config, DestinationConfig } from '../../config/config.ts';
import { systemClock } from '../../inbox/clock.ts';
import { CommandFailed } from '../surroundings.ts';
import { findCatalogs } from './catalogs.ts';
import { openLock, saveLock } from './lock-file.ts';

/**
 * Probes the customer statuses of a destination and keeps what it learned in the lock, whose fields stay as they are.
 * @throws CommandFailed where the destination cannot be asked, or the lock not written
 */
export async function probeIntoLock(
  config: Config,
  destination: DestinationConfig,
  request: { readonly name: string; readonly customer: string | undefined },
): Promise<StatusProbe> {
  const { name, baseUrl, token, proxy, ca, limits } = destination;
  const lockFile = openLock(config);
  const found = await findCatalogs(config, { offline: false, lock: lockFile.lock, only: name });
  const { snapshot, trouble } = found.get(name) ?? { snapshot: null };
  if (!snapshot || trouble !== undefined) {
    throw new CommandFailed(
      `nothing was tried, since ${name} cannot be asked: ${trouble ?? 'it is not known'}`,
    );
  }
  const client = createClient({ baseUrl, token, proxy, ca, timeoutMs: limits.timeoutMs, connections: 1 });
  try {
    const probe = await probeStatuses({ client, clock: systemClock, ...request });
    if (probe.names) {
      const kept = lockFile.lock?.catalogs.get(name) ?? lockedCatalog(snapshot);
      const { statuses, statusesListedAt } = withListed(snapshot, probe.names, systemClock.now());
      const learned = statuses.filter(({ origin }) => origin !== 'declared');
      saveLock(lockFile, new Map([[name, { ...kept, statuses: learned, statusesListedAt }]]));
    }
    return probe;
  } finally {
    await client.close();
  }
}
