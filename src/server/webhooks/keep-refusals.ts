import type { IncomingMessage } from 'node:http';
import type { SourceConfig } from '../../config/config.ts';
import type { Clock } from '../../inbox/clock.ts';
import type { IntakeStore } from '../../inbox/intake-store.ts';
import { type NewRefusal, whyOfStatus } from '../../inbox/refusal.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { Log } from '../../log/log.ts';
import { type TokenBucket, tokenBucket } from '../http/token-bucket.ts';

/** Stores refused webhooks, and logs them. */
export interface RefusalKeeper {
  /**
   * Stores a refusal for `/api/refusals`. `false`: it was verified but could not be stored, so the sender
   * should retry.
   */
  keep(refusal: NewRefusal): Promise<boolean>;
}

/** The rate that all sources share; with many sources, each has at least a small one. */
const unverified = { burst: 100, perSecond: 5, leastBurst: 10, leastPerSecond: 1 };

/**
 * Creates a keeper that limits forged webhooks, so that a flood fills neither the store nor the log. Verified
 * refusals are always stored. Of the others, 100 at once and 5 a second are stored; each of `sources` has an equal
 * share, so that a flood on one does not affect the others. Refusals of unknown sources have one further share.
 */
export function keepRefusals(parts: {
  store: Pick<IntakeStore, 'refuse'>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
  /** The current sources; they may change. */
  sources: Pick<ReadonlyMap<string, unknown>, 'size' | 'has'>;
}): RefusalKeeper {
  const shareOf = dividedShares(parts);
  return {
    async keep(refusal) {
      const { source, address, status, reason, verified } = refusal;
      const about = { source, address, status, reason, verified };
      if (!verified && !shareOf(source).take()) {
        parts.log.warn(about, 'webhook refused');
        parts.log.warn({ source }, 'refused webhook not kept');
        return true;
      }
      try {
        const id = await parts.store.refuse(refusal);
        parts.log.warn({ refusal: id, ...about }, 'webhook refused');
        return true;
      } catch (error) {
        parts.log.warn(about, 'webhook refused');
        if (!(error instanceof StoreUnavailable)) throw error;
        return !verified;
      }
    },
  };
}

/** Finds the share of a source; all shares are computed again when the number of sources changes. */
function dividedShares({
  sources,
  clock,
}: Pick<Parameters<typeof keepRefusals>[0], 'sources' | 'clock'>): (source: string) => TokenBucket {
  const shares = new Map<string, TokenBucket>();
  let dividedBy = 0;
  return source => {
    const count = Math.max(1, sources.size);
    if (count !== dividedBy) shares.clear();
    dividedBy = count;
    const name = sources.has(source) ? source : anyOther;
    const known = shares.get(name);
    if (known) return known;
    const burst = Math.max(unverified.leastBurst, unverified.burst / count);
    const share = tokenBucket(
      clock,
      burst,
      Math.max(unverified.leastPerSecond, unverified.perSecond / count),
    );
    shares.set(name, share);
    return share;
  };
}

/** The key of the share for unknown sources. */
const anyOther = '';

/** Returns the refusal of a webhook that was not read as a whole, so that it could not be verified. */
export function unreadRefusal(
  source: SourceConfig,
  request: IncomingMessage,
  why: Pick<NewRefusal, 'at' | 'status' | 'reason' | 'bytes'>,
): NewRefusal {
  const headers: Record<string, string> = {};
  for (const name of harmlessHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return {
    ...why,
    why: whyOfStatus(why.status),
    source: source.name,
    verified: false,
    headers,
    query: {},
  };
}

/** Headers that never carry a credential. */
const harmlessHeaders = ['content-type', 'content-length', 'transfer-encoding', 'user-agent'];
