import { counted } from '../../diagnostics/counted.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { ExchangedValues } from '../../lists/exchanged-values.ts';
import { namesOfRows } from './row-names.ts';

/** Reports rules whose values are exchanged in a list, with the cure; empty if there are none. */
export function exchangedText(found: readonly ExchangedValues[]): string {
  return found.map(each => `${whatIsWrong(each)}\n  ${cureOf(each)}\n`).join('');
}

function whatIsWrong({ mapping, one, other, by, rows, compared, isColumn }: ExchangedValues): string {
  const share = `${rows.length.toLocaleString('en')} of ${counted(compared, 'row')}`;
  const where = namesOfRows(rows);
  if (by === 'days')
    return `${one} and ${other} of ${mapping}: in ${share} the second day is before the first one, as if the two were exchanged: ${where}`;
  if (by === 'own-number')
    return `${one} of ${mapping}: in ${share} the number for emergencies is the customer's own one, as if the two were exchanged: ${where}`;
  if (by === 'turned-days')
    return `${one} of ${mapping}: in ${share} the day is that of before with day and month swapped: ${where}`;
  const which = isColumn ? share : counted(rows.length, 'row');
  const have = rows.length === 1 ? 'has' : 'have';
  return `${one} and ${other} of ${mapping}: ${which} ${have} the values that the same customers had in the other one of the two before: ${where}`;
}

function cureOf({ columns = [], by, rows, isColumn }: ExchangedValues): string {
  if (by === 'turned-days')
    return 'The list probably has another order of day and month than the rule reads: see `parse` of the rule. Or the days of before were swapped.';
  const named = columns.map(each => visibleText(JSON.stringify(each)));
  if (!isColumn)
    return `See whether the two values are exchanged in ${rows.length === 1 ? 'this row' : 'these rows'}.`;
  const which =
    by === 'own-number' && named.length === 1
      ? ` of the column ${named[0]} and that of the customer's number`
      : named.length === 2
        ? ` of the columns ${named.join(' and ')}`
        : '';
  const before = by === 'before' ? ', or they were when the values of before were sent' : '';
  return `The headings${which} are probably exchanged in the list${before}. If they are wrong in the list, correct them there; see also which column each rule reads.`;
}
