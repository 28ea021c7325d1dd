import type { IncomingMessage } from 'node:http';
import type { SourceConfig } from '../../config/config.ts';
import type { Clock } from '../../inbox/clock.ts';
import type { IntakeStore } from '../../inbox/intake-store.ts';
import type { NewRefusal } from '../../inbox/refusal.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { Log } from '../../log/log.ts';

/** Keeps refused webhooks, and logs them. */
export interface RefusalKeeper {
  /**
   * Keeps a refusal for `/api/refusals`. `false`: it could not be kept although it was verified, so the sender
   * should try again.
   */
  keep(refusal: NewRefusal): Promise<boolean>;
}

const unverifiedBurst = 100;
const unverifiedPerSecond = 5;

/**
 * A keeper that a flood of forged webhooks can neither fill the store nor the log with: verified refusals are
 * always kept, of the others at most 100 at once and 5 a second.
 */
export function keepRefusals(parts: {
  store: IntakeStore;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}): RefusalKeeper {
  const mayKeep = tokenBucket(parts.clock, unverifiedBurst, unverifiedPerSecond);
  return {
    async keep(refusal) {
      const { source, status, reason, verified } = refusal;
      const about = { source, status, reason, verified };
      if (!verified && !mayKeep()) {
        parts.log.warn(about, 'webhook refused');
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

function tokenBucket(clock: Clock, burst: number, perSecond: number): () => boolean {
  let tokens = burst;
  let at = clock.now();
  return () => {
    const now = clock.now();
    tokens = Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond);
    at = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** The refusal of a body that passes the limit. It was not read to its end, so nothing of it could be verified. */
export function tooLargeRefusal(
  source: SourceConfig,
  request: IncomingMessage,
  what: { readonly bytes: number; readonly limit: number; readonly at: number },
): NewRefusal {
  const headers: Record<string, string> = {};
  for (const name of harmlessHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return {
    at: what.at,
    source: source.name,
    status: 413,
    reason: `the body is larger than ${what.limit} bytes, which is the limit`,
    verified: false,
    headers,
    query: {},
    bytes: what.bytes,
  };
}

/** Headers that never carry a credential. */
const harmlessHeaders = ['content-type', 'content-length', 'transfer-encoding', 'user-agent'];
