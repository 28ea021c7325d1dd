import type { ClockJumps, Time } from './time.ts';

/** A wall clock that moves by more than this at once has jumped; smaller moves are followed. */
const jumpMs = 60_000;

/**
 * A time that does not jump with the wall clock of the machine. It follows the monotonic clock until the stored times
 * are moved and `follow` is called, so code never compares a time before the jump with one after it.
 */
export function steadyTime(raw: Time): Time & { readonly jumps: ClockJumps } {
  let between = raw.now() - raw.monotonic();

  function gap(): number {
    return raw.now() - raw.monotonic() - between;
  }

  return {
    ...raw,
    now() {
      const ms = gap();
      if (Math.abs(ms) >= jumpMs) return Math.round(raw.monotonic() + between);
      between += ms;
      return raw.now();
    },
    jumps: {
      ms() {
        const ms = gap();
        return Math.abs(ms) >= jumpMs ? Math.round(ms) : 0;
      },
      follow() {
        between += gap();
      },
    },
  };
}
