import type { SourceConfig } from '../../config/config.ts';
import { networksOf } from '../../config/networks.ts';
import type { Clock } from '../../inbox/clock.ts';
import { type Answer, againHint, problem } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { tokenBucket } from '../http/token-bucket.ts';

/** The `limits` of one source. */
export interface SourceLimits {
  /**
   * Returns the reason why the source accepts nothing from a caller, without a value of the request; undefined if it
   * does.
   */
  foreign(caller: Caller): string | undefined;
  /** False where the source has had as many webhooks as it takes for now. */
  take(): boolean;
  /** The webhook was not its sender's, and counts for nothing: else strangers could shut the sender out. */
  giveBack(): void;
  /** The answer where `take` says no. */
  readonly tooMany: Answer;
}

/** Keeps the limits of a source. A second's worth may come at once. */
export function sourceLimits({ limits }: SourceConfig, clock: Clock): SourceLimits {
  const { perSecond, from } = limits;
  const allowed = from && networksOf(from);
  const bucket = perSecond === undefined ? undefined : tokenBucket(clock, Math.max(1, perSecond), perSecond);
  const seconds = Math.max(1, Math.ceil(1 / (perSecond ?? 1)));
  return {
    foreign({ address, forwarded }) {
      if (!allowed || allowed.has(address)) return undefined;
      const proxy = '; it came through a proxy that is not among server.trustProxy';
      return `its address is not among limits.from of the source${forwarded ? proxy : ''}`;
    },
    take: () => bucket?.take() ?? true,
    giveBack: () => bucket?.giveBack(),
    tooMany: problem(429, 'this source takes no more webhooks for now', againHint, {
      'retry-after': String(seconds),
    }),
  };
}
