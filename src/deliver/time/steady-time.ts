import type { ClockJumps, Time } from './time.ts';

/** A wall clock that moves by less than this in one go is followed as it is; beyond it, it has jumped. */
export const jumpMs = 60_000;

/**
 * Time that does not jump when the wall clock of the machine does: it goes on by the monotonic clock until somebody has
 * moved what is written down and says `follow`. So nothing ever sees a time before the jump and one after it side by
 * side.
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
