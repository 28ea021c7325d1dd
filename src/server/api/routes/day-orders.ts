import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SourceConfig } from '../../../config/config.ts';
import { createRowDayOrders } from '../../../deliver/planning/row-day-orders.ts';
import type { DayOrderOfRow } from '../../../lists/day-orders.ts';
import type { ApiParts } from '../api-route.ts';
import { type ReadRow, readListRows, rowsTogether } from './list-rows.ts';

/** The orders of day and month that fit a value of a row. */
export type DayOrderView = DayOrderOfRow;

/** The orders of the days in rows. `rules`: true if any rule reads days in an order, so that the other rows matter. */
export interface DayOrders {
  rules: boolean;
  days: readonly DayOrderView[];
}

/** Returns the orders of the days in rows of a list. Nothing is stored or sent. */
export async function dayOrdersOfRows(
  given: Parameters<typeof readListRows>[1],
  source: SourceConfig,
  parts: ApiParts,
): Promise<DayOrders> {
  if (!createRowDayOrders(source.name, parts.bridge.planning())) return { rules: false, days: [] };
  const { read } = await readListRows(source, given, parts);
  return daysOf(read, source, parts);
}

/** Returns the same for rows that were read. */
export async function daysOf(
  rows: readonly Pick<ReadRow, 'row' | 'request'>[],
  source: SourceConfig,
  { bridge }: ApiParts,
): Promise<DayOrders> {
  const ordersOf = createRowDayOrders(source.name, bridge.planning());
  if (!ordersOf) return { rules: false, days: [] };
  const days: DayOrderView[] = [];
  for (const [at, { row, request }] of rows.entries()) {
    for (const each of await ordersOf(request)) days.push({ row, ...each });
    if (at % rowsTogether === rowsTogether - 1) await nextTurn();
  }
  return { rules: true, days };
}
