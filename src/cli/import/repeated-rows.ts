import { counted } from '../../diagnostics/counted.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { DryRunSummary } from '../../lists/dry-run-summary.ts';
import type { TotalRow } from '../../lists/total-rows.ts';

/** `2 rows are of a person whom an earlier row names too …: row 4 after row 2, …`; empty if there are none. */
export function repeatedText({ rows, first }: DryRunSummary['repeated']): string {
  if (rows === 0) return '';
  const are = rows === 1 ? 'is' : 'are';
  const places = first.map(({ row, earlier }) => `row ${row} after row ${earlier}`).join(', ');
  const more = rows > first.length ? ', …' : '';
  return `${counted(rows, 'row')} ${are} of a person whom an earlier row names too, with other values: ${places}${more}\n  The rows of a person are sent in the order of the list, so the last one wins. Keep one row for each person.\n`;
}

/** Reports rows with totals that would be sent as those of a person; empty if there are none. */
export function totalsText(totals: readonly TotalRow[]): string {
  return totals
    .map(({ row, column, word }) => {
      const [inColumn, said] = [column, word].map(each => visibleText(JSON.stringify(each)));
      return `Row ${row} has ${said} in the column ${inColumn}, and a person: it is probably the row of totals, and its sums would be sent to a customer\n  Remove the row from the list.\n`;
    })
    .join('');
}
