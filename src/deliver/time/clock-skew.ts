import { measuredDuration } from '../../diagnostics/duration-words.ts';
import type { Report } from '../report.ts';
import type { Time } from './time.ts';

/** Compares the clock of this machine with the clocks in responses. */
export interface ClockSkew {
  /** Notes the `Date` of a response that just arrived for a request sent `ms` ago. */
  observeDate(from: string, date: string | undefined, ms: number): void;
  /** Returns the proof; undefined without one. */
  proved(): SkewProof | undefined;
}

/** The proof, from the clock of an API, that the clock of this machine is wrong. */
export interface SkewProof {
  /** The other clock minus ours; positive if ours is behind. Milliseconds. */
  readonly ms: number;
  /** The destination whose clock it is. */
  readonly from: string;
  readonly words: string;
}

/** Smaller differences are not reported: signatures of senders tolerate minutes. */
export const alarmMs = 60_000;
/** The number of consecutive responses that must agree. */
const answersForProof = 2;
/** An older response proves nothing. */
const provesForMs = 15 * 60_000;

/** Starts without a proof. A wrong clock is reported once, and once more when it is right again. */
export function watchClockSkew(time: Time, report: (report: Report) => void): ClockSkew {
  let inARow = 0;
  let last: { readonly ms: number; readonly from: string; readonly at: number } | undefined;
  let reported = false;

  function proved(): SkewProof | undefined {
    if (!last || inARow < answersForProof || time.monotonic() - last.at > provesForMs) return undefined;
    const { ms, from } = last;
    return { ms, from, words: `${skewWords(ms, from)}; ${skewAdvice}` };
  }

  return {
    observeDate(from, date, ms) {
      const theirs = Date.parse(date ?? '');
      if (Number.isNaN(theirs)) return;
      const skewMs = leastSkew(theirs, time.now(), ms);
      inARow = Math.abs(skewMs) < alarmMs ? 0 : agrees(skewMs, last?.ms) ? inARow + 1 : 1;
      last = { ms: skewMs, from, at: time.monotonic() };
      const proof = proved();
      if (proof && !reported)
        report({
          what: 'clock wrong',
          details: { ms: proof.ms, destination: proof.from, reason: proof.words },
        });
      if (!proof && reported && inARow === 0) report({ what: 'clock right again' });
      reported = proof !== undefined || (reported && inARow > 0);
    },
    proved,
  };
}

/** Describes the difference between the clocks of this machine and of a destination, in words. */
export function skewWords(ms: number, from: string): string {
  const side = ms > 0 ? 'behind' : 'ahead of';
  return `the clock of this machine is ${measuredDuration(Math.abs(ms))} ${side} that of ${from}`;
}

/** The next step for the operator. */
export const skewAdvice = 'have it set by a time server';

/**
 * Returns the smallest possible difference of the clocks, positive if ours is behind. A `Date` is a whole second at
 * some moment between the sending and now. All values are milliseconds.
 */
export function leastSkew(theirs: number, now: number, ms: number): number {
  if (theirs > now) return theirs - now;
  return Math.min(0, theirs + 1_000 - (now - ms));
}

function agrees(one: number, other: number | undefined): boolean {
  return other !== undefined && Math.abs(one - other) < alarmMs;
}
