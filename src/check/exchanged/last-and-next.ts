import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { Call } from '../../inbox/call.ts';
import { findField } from '../call/field-key.ts';
import { sideOf } from '../days/days-out-of-time.ts';
import { allNamesOf } from '../rule-reading.ts';
import { comparableValue } from './comparable-value.ts';

/** The day of a last time and that of a next one, by the keyNames of their fields. */
interface LastAndNext {
  readonly last: string;
  readonly next: string;
  /** True if the last time is to come and the next one is past; false if the last one is not after the next one. */
  readonly isExchanged: boolean;
}

/**
 * Compares the days about a last time in a call with those about a next one. `now`: epoch milliseconds. A next time that is past
 * may only be old, so both must be on the wrong side.
 */
export function lastAndNext(
  { additionalFields }: Pick<Call, 'additionalFields'>,
  catalog: Pick<CatalogSnapshot, 'fields'>,
  now: number,
): readonly LastAndNext[] {
  const days = additionalFields.flatMap(({ key, change }) => {
    const field = findField(key, catalog);
    const side = sideOf(field ? allNamesOf(field) : [key]);
    const value = side && 'set' in change ? comparableValue(change.set.text, field?.type) : undefined;
    return value?.kind === 'day' ? [{ key, side, at: value.size ?? 0 }] : [];
  });
  return days
    .filter(({ side }) => side === 'last')
    .flatMap(last =>
      days
        .filter(({ side }) => side === 'next')
        .flatMap((next): readonly LastAndNext[] => {
          const isExchanged = last.at > now + dayMs && next.at < now - 2 * dayMs;
          return isExchanged || last.at <= next.at ? [{ last: last.key, next: next.key, isExchanged }] : [];
        }),
    );
}

const dayMs = 24 * 60 * 60 * 1000;
