import type { Scope } from '../../expressions/expression.ts';
import { ownValue } from '../../expressions/plain-value.ts';

/** Returns the time at which an event was received, in the form for expressions; empty if it is unknown. */
export function receivedAt({ bindings: { event } }: Pick<Scope, 'bindings'>): string {
  const at = ownValue(event, 'receivedAt');
  return typeof at === 'string' ? at : '';
}

/** Returns the day on which it was received: 2026-03-31. */
export function dayOfReceipt(scope: Pick<Scope, 'bindings'>): string {
  return receivedAt(scope).slice(0, '2026-03-31'.length);
}

/** True for a day or a time before another day: `31.12.2025` before `2026-03-31`. */
export function isBeforeDay(value: unknown, day: string): boolean {
  const time = sortableTime(value);
  return time !== undefined && day !== '' && time.slice(0, day.length) < day;
}

/** Returns a time with its year first: `2025-12-31` of `31.12.2025`. Undefined for another value. */
export function sortableTime(value: unknown): string | undefined {
  if (typeof value !== 'string' || !moment.test(value)) return undefined;
  return value.replace(/^(\d\d)\.(\d\d)\.(\d{4})/, '$3-$2-$1');
}

const moment = /^(?:\d{4}-\d\d|\d\d\.\d\d\.\d{4})/;
