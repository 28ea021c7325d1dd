import type { IncomingMessage } from 'node:http';
import type { SourceConfig } from '../../config/config.ts';
import type { Clock } from '../../inbox/clock.ts';
import type { IntakeStore } from '../../inbox/intake-store.ts';
import type { NewRefusal } from '../../inbox/refusal.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { Log } from '../../log/log.ts';
import { tokenBucket } from '../http/token-bucket.ts';

/** Keeps refused webhooks, and logs them. */
export interface RefusalKeeper {
  /**
   * Keeps a refusal for `/api/refusals`. `false`: it could not be kept although it was verified, so the sender
   * should try again.
   */
  keep(refusal: NewRefusal): Promise<boolean>;
}

/** What all sources share; with many of them, each has a little at least. */
const unverified = { burst: 100, perSecond: 5, leastBurst: 10, leastPerSecond: 1 };

/**
 * A keeper that a flood of forged webhooks can neither fill the store nor the log with. Verified refusals are always
 * kept. Of the others, 100 at once and 5 a second are kept, of which each of `sources` has an equal share: a flood on
 * one takes nothing from another. A refusal of any other source takes from one further share.
 */
export function keepRefusals(parts: {
  store: Pick<IntakeStore, 'refuse'>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
  sources: readonly string[];
}): RefusalKeeper {
  const count = Math.max(1, parts.sources.length);
  const burst = Math.max(unverified.leastBurst, unverified.burst / count);
  const perSecond = Math.max(unverified.leastPerSecond, unverified.perSecond / count);
  const shareOf = () => tokenBucket(parts.clock, burst, perSecond);
  const shares = new Map(parts.sources.map(source => [source, shareOf()]));
  const othersShare = shareOf();
  return {
    async keep(refusal) {
      const { source, address, status, reason, verified } = refusal;
      const about = { source, address, status, reason, verified };
      if (!verified && !(shares.get(source) ?? othersShare).take()) {
        parts.log.warn(about, 'webhook refused');
        parts.log.warn({ source }, 'a refused webhook is not kept: too many come');
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

/** The refusal of a webhook of which not the whole was read, so nothing of it could be verified. */
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
  return { ...why, source: source.name, verified: false, headers, query: {} };
}

/** Headers that never carry a credential. */
const harmlessHeaders = ['content-type', 'content-length', 'transfer-encoding', 'user-agent'];
