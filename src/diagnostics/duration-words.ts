import { counted } from './counted.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A duration that somebody has set, in the largest unit that gives a whole number: `36 hours`, `7 days`. */
export function wholeDuration(ms: number): string {
  return inUnit(ms, sizeMs => ms >= sizeMs && ms % sizeMs === 0);
}

/** A duration that was measured, in the largest unit that it has two of, rounded down: `12 minutes`, `90 seconds`. */
export function measuredDuration(ms: number): string {
  return inUnit(ms, sizeMs => ms >= 2 * sizeMs);
}

/** About how long, at a glance: in the largest unit that it has one of, rounded down: `1 minute` for 90 seconds. */
export function roughDuration(ms: number): string {
  return inUnit(ms, sizeMs => ms >= sizeMs);
}

function inUnit(ms: number, fits: (sizeMs: number) => boolean): string {
  const [unit, sizeMs] = units.find(([, each]) => fits(each)) ?? ['second', 1_000];
  return counted(Math.floor(ms / sizeMs), unit);
}
