import type jsonata from 'jsonata';
import { ExpressionFailed } from '../expression.ts';
import type { Implementation } from './text-functions.ts';

/** `$now()`: the time of receipt, as JSONata's own writes it. */
export function now(this: jsonata.Focus, picture: unknown, zone: unknown): unknown {
  const { implementation } = this.environment.lookup('fromMillis') as { implementation: Implementation };
  return implementation.call(this, ...([millis.call(this), picture, zone] as never[]));
}

/**
 * `$millis()`: the time of receipt in epoch milliseconds.
 * @throws ExpressionFailed where it is not known
 */
export function millis(this: jsonata.Focus): number {
  const event = this.environment.lookup('event');
  const text =
    typeof event === 'object' && event !== null && 'receivedAt' in event ? event.receivedAt : undefined;
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new ExpressionFailed(
      'expression/failed',
      'The time of receipt, which $now() gives, is not known here.',
    );
  }
  return time;
}
