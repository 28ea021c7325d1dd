import { counted } from './counted.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Returns a configured duration in the largest unit that gives a whole number: `36 hours`, `7 days`. */
export function wholeDuration(ms: number): string {
  return inUnit(ms, sizeMs => ms >= sizeMs && ms % sizeMs === 0);
}

/** Returns a measured duration, rounded down, in the largest unit of which it has two: `90 seconds`. */
export function measuredDuration(ms: number): string {
  return inUnit(ms, sizeMs => ms >= 2 * sizeMs);
}

/** Returns a rough duration, rounded down, in the largest unit of which it has one: `1 minute` for 90 s. */
export function roughDuration(ms: number): string {
  return inUnit(ms, sizeMs => ms >= sizeMs);
}

function inUnit(ms: number, fits: (sizeMs: number) => boolean): string {
  const [unit, sizeMs] = units.find(([, each]) => fits(each)) ?? ['second', 1_000];
  return counted(Math.floor(ms / sizeMs), unit);
}
