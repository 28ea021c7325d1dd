import type { Time } from './time.ts';

/**
 * A time by a clock that many processes share. The clock is set from time to time; in between, the time follows the
 * monotonic clock. The wall clock of this machine is used only until the first setting.
 */
export function toldTime(raw: Time): Time & { tell(now: number): void } {
  let between = raw.now() - raw.monotonic();
  return {
    ...raw,
    now: () => Math.round(raw.monotonic() + between),
    tell(now) {
      between = now - raw.monotonic();
    },
  };
}
