import type { Time } from './time.ts';

/**
 * Time by a clock that many processes share and that is told of now and then; between that it goes on by the monotonic
 * clock. The wall clock of this machine counts only until it is told first.
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
