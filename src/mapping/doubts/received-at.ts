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
