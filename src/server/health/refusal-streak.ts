import { counted } from '../../diagnostics/counted.ts';
import { measuredDuration } from '../../diagnostics/duration-words.ts';
import type { ProofFault } from '../../receive/schemes/evidence.ts';

/** Consecutive webhooks of a source that could not be verified, since the last verified one. */
export interface RefusalStreak {
  readonly count: number;
  /** The time of the first refusal. Epoch milliseconds. */
  readonly since: number;
  /** The reason of the last refusal. */
  readonly reason: string;
  readonly fault: ProofFault;
  /**
   * The range in which their timestamps differ from our clock, in milliseconds, positive if they are ahead;
   * undefined unless each webhook was refused for its timestamp.
   */
  readonly skew: { readonly least: number; readonly most: number } | undefined;
}

/** One webhook that could not be verified. */
export interface Unverified {
  readonly at: number;
  readonly reason: string;
  readonly fault: ProofFault;
  readonly skewMs?: number | undefined;
}

/** At least this many refusals in a row mean that something is wrong. */
export const notableCount = 3;

/** The maximum variation of timestamps that one wrong clock explains. */
const sameSkewMs = 60_000;

/** Adds a webhook to the streak, or starts a new one. */
export function lengthened(
  streak: RefusalStreak | undefined,
  { at, reason, fault, skewMs }: Unverified,
): RefusalStreak {
  if (!streak) {
    return {
      count: 1,
      since: at,
      reason,
      fault,
      skew: skewMs === undefined ? undefined : widened(undefined, skewMs),
    };
  }
  const skew = streak.skew && skewMs !== undefined ? widened(streak.skew, skewMs) : undefined;
  return { count: streak.count + 1, since: streak.since, reason, fault, skew };
}

/** Describes a streak: `crm: 41 webhooks refused as unverified since 10:04 UTC: ...`. */
export function streakWords(source: string, streak: RefusalStreak, now: number): string {
  return `${source}: ${counted(streak.count, 'webhook')} refused as unverified since ${timeWords(streak.since, now)}: ${streakReason(streak)}`;
}

/**
 * Returns the reason of the refusals and the next step. If all timestamps differ by about the same time, a clock is
 * wrong; if they are late by different times, the webhooks are old.
 */
export function streakReason({ count, reason, skew }: RefusalStreak): string {
  if (!skew || count < notableCount) return reason;
  const { least, most } = skew;
  if (most - least < sameSkewMs) {
    const middle = (least + most) / 2;
    const direction = middle > 0 ? 'ahead' : 'behind';
    const apart = measuredDuration(Math.abs(middle));
    const other = middle > 0 ? 'behind' : 'ahead';
    return `the sender's clock is ${apart} ${direction} (or the clock of this machine is ${other}); have both set by a time server`;
  }
  if (most < 0) {
    return (
      'old webhooks are sent again, late by different times; if the sender signs a webhook only once and repeats it ' +
      'for long, raise the tolerance of its timestamp'
    );
  }
  return reason;
}

function widened(skew: RefusalStreak['skew'], skewMs: number): NonNullable<RefusalStreak['skew']> {
  if (!skew) return { least: skewMs, most: skewMs };
  return { least: Math.min(skew.least, skewMs), most: Math.max(skew.most, skewMs) };
}

/** Formats the minute in UTC, with the day if it is not today. */
function timeWords(at: number, now: number): string {
  const text = new Date(at).toISOString();
  const day = text.slice(0, 10);
  const time = `${text.slice(11, 16)} UTC`;
  return day === new Date(now).toISOString().slice(0, 10) ? time : `${day} ${time}`;
}
