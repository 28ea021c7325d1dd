import { counted } from '../../diagnostics/counted.ts';
import type { ChangedColumn } from '../../lists/changed-columns.ts';
import type { ShiftedRow } from '../../lists/moved-rows.ts';
import type { OtherDecimals } from '../../lists/number-signs.ts';
import { namesOfRows } from './row-names.ts';

/** Reports the numbers that the rows of a list show to be read by the wrong sign, with the cure; empty if there are none. */
export function otherDecimalsText(found: readonly OtherDecimals[]): string {
  return found.map(each => `${whatIsRead(each)}\n  ${cureOf(each)}\n`).join('');
}

function whatIsRead({
  mapping,
  path,
  decimal,
  otherDecimal,
  doubtful,
  shownBy,
  isMixed,
}: OtherDecimals): string {
  const rule = `${path} of ${mapping}`;
  const where = namesOfRows(doubtful);
  const shown = namesOfRows(shownBy);
  const numbers = `the numbers of ${counted(doubtful.length, 'row')}`;
  if (isMixed)
    return `${rule}: some rows have "${decimal}" before decimals and some "${otherDecimal}" (${shown}), so ${numbers} may be wrong: ${where}`;
  return `${rule}: ${shown} can only be read with "${otherDecimal}" before decimals, so by decimal: "${decimal}" ${numbers} would be wrong by a factor of a thousand: ${where}`;
}

function cureOf({ otherDecimal, isMixed, shownBy }: OtherDecimals): string {
  const rows = namesOfRows(shownBy);
  const [is, them] = shownBy.length === 1 ? ['is', 'it'] : ['are', 'them'];
  if (isMixed)
    return `Write all numbers of the column in one way. If only ${rows} ${is} wrong, correct ${them}.`;
  return `Write decimal: "${otherDecimal}" in the rule. If only ${rows} ${is} wrong, correct ${them}.`;
}

/** The number of rows that are named with the row of the other customer. */
const mostNamed = 5;

/** Reports rows with the values of other customers, with the cure; empty if there are none. */
export function movedText(moved: readonly ShiftedRow[]): string {
  if (moved.length === 0) return '';
  const pairs = moved.slice(0, mostNamed).map(({ row, other }) => `row ${row} has those of row ${other}`);
  const more = moved.length > mostNamed ? ', …' : '';
  return `${counted(moved.length, 'row')} would set the values that the customer of another row had before: ${pairs.join(', ')}${more}\n  The customer numbers are probably moved, or their column was sorted alone. Correct the list, or see which column the rule for id reads. If this list is right, an earlier one was moved: import this one with --yes.\n`;
}

/** Reports columns that were moved or sorted alone, or whose numbers have another unit than before, with the cure. */
export function changedText(changed: readonly ChangedColumn[]): string {
  return changed
    .map(each => {
      const rows = namesOfRows(each.rows);
      const earlier = 'If this list is right, an earlier one was wrong: import this one with --yes.';
      if (each.kind === 'resized') {
        const times = each.factor === undefined ? '' : ` ${timesText(each.factor)}`;
        return `${each.path}: the numbers of ${counted(each.rows.length, 'row')} are${times} those that their customers had before: ${rows}\n  The column has probably another unit${unitsText(each.factor)}, or another sign before decimals than decimal in the rule. ${earlier}\n`;
      }
      if (each.kind === 'inverted')
        return `${each.path}: ${counted(each.rows.length, 'row')} would set the other one of two values than their customers had before: ${rows}\n  The answers of this column are probably turned round, as yes for no. Correct the list. ${earlier}\n`;
      const how = each.kind === 'sorted' ? 'was sorted alone' : 'is moved by one row';
      return `${each.path}: ${counted(each.rows.length, 'row')} would set the values that the customers of other rows had before: ${rows}\n  This column ${how}, while the customer numbers stayed. Correct the list. ${earlier}\n`;
    })
    .join('');
}

function timesText(factor: number): string {
  if (factor >= 1 || !Number.isInteger(Number((1 / factor).toPrecision(3)))) return `${factor} times`;
  return `1/${Math.round(1 / factor)} of`;
}

/** Names units that differ by a factor, as examples. */
function unitsText(factor = 1): string {
  const larger = factor < 1 ? 1 / factor : factor;
  if (larger > 1 && larger < largestTax) return ' (amounts with and without tax)';
  const [, units = ''] = pairsOfUnits.find(([each]) => Math.abs(larger / each - 1) < sameFactor) ?? [];
  return units === '' ? '' : ` (${units})`;
}

const largestTax = 1.3;
const sameFactor = 0.006;
const pairsOfUnits: readonly (readonly [number, string])[] = [
  [1000, 'thousands'],
  [100, 'cents, or metres and centimetres'],
  [12, 'a month and a year, or inches and feet'],
  [2.54, 'inches and centimetres'],
  [3.28, 'feet and metres'],
  [30.5, 'feet and centimetres'],
  [2.2, 'pounds and kilograms'],
  [1.61, 'miles and kilometres'],
  [60, 'minutes and hours'],
  [24, 'hours and days'],
  [7, 'days and weeks'],
  [52, 'a week and a year'],
  [4.33, 'a week and a month'],
  [3, 'a month and a quarter'],
  [4, 'a quarter and a year'],
  [3.79, 'gallons and litres'],
  [28.3, 'ounces and grams'],
];
