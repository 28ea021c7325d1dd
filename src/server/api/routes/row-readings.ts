import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SourceConfig } from '../../../config/config.ts';
import { createRowReadings } from '../../../deliver/planning/row-readings.ts';
import type { DayOrderOfRow } from '../../../lists/day-orders.ts';
import type { NumberSignOfRow } from '../../../lists/number-signs.ts';
import type { ApiParts } from '../api-route.ts';
import { type ReadRow, rowsTogether } from './list-rows.ts';

/** The ways in which the days and the numbers of rows can be read. */
export interface ReadingsView {
  readonly days: readonly DayOrderOfRow[];
  readonly numbers: readonly NumberSignOfRow[];
}

/** Returns the ways in which the days and the numbers in rows of a list can be read. Nothing is stored or sent. */
export async function readingsOf(
  rows: readonly Pick<ReadRow, 'row' | 'request'>[],
  source: SourceConfig,
  { bridge }: ApiParts,
): Promise<ReadingsView> {
  const days: DayOrderOfRow[] = [];
  const numbers: NumberSignOfRow[] = [];
  const read = createRowReadings(source.name, bridge.planning());
  if (!read) return { days, numbers };
  for (const [at, { row, request }] of rows.entries()) {
    const found = await read(request);
    for (const each of found.days) days.push({ row, ...each });
    for (const each of found.numbers) numbers.push({ row, ...each });
    if (at % rowsTogether === rowsTogether - 1) await nextTurn();
  }
  return { days, numbers };
}
