import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SourceConfig } from '../../../config/config.ts';
import { createRowDayOrders } from '../../../deliver/planning/row-day-orders.ts';
import type { DayOrderOfRow } from '../../../lists/day-orders.ts';
import type { ApiParts } from '../api-route.ts';
import { type ReadRow, rowsTogether } from './list-rows.ts';

/** The orders of day and month that fit a value of a row. */
export type DayOrderView = DayOrderOfRow;

/** Returns the orders of the days in rows of a list. Nothing is stored or sent. */
export async function daysOf(
  rows: readonly Pick<ReadRow, 'row' | 'request'>[],
  source: SourceConfig,
  { bridge }: ApiParts,
): Promise<readonly DayOrderView[]> {
  const ordersOf = createRowDayOrders(source.name, bridge.planning());
  if (!ordersOf) return [];
  const days: DayOrderView[] = [];
  for (const [at, { row, request }] of rows.entries()) {
    for (const each of await ordersOf(request)) days.push({ row, ...each });
    if (at % rowsTogether === rowsTogether - 1) await nextTurn();
  }
  return days;
}
