import { counted } from '../../diagnostics/counted.ts';
import { visibleNames, visibleText } from '../../diagnostics/visible-text.ts';
import type { DryRunSummary, IdleColumn, MissingColumn } from '../../lists/dry-run-summary.ts';

/** The columns that no rule reads, and those that rules read and no row has. */
type ListColumns = Pick<DryRunSummary, 'columns' | 'absent'>;

/** Describes the columns for people; empty if each is read and each that is read is there. */
export function columnsText({ columns, absent }: ListColumns): string {
  return idleText(columns) + absentText(absent);
}

/** Lists the columns that no rule reads, the nearly right ones with the cure. */
function idleText(columns: readonly IdleColumn[]): string {
  if (columns.length === 0) return '';
  const near = columns.flatMap(({ column, near: meant }) => (meant ? [{ column, ...meant }] : []));
  const names = visibleNames(columns.map(({ column }) => column));
  const head = `No rule reads ${columns.length === 1 ? 'the column' : `${columns.length} columns`}: ${names}\n`;
  const cures = near.map(({ column, name, mapping, path }) => {
    const [written, wanted] = [column, name].map(each => visibleText(JSON.stringify(each)));
    return `  ${written} is nearly ${wanted}, which ${path} of ${mapping} reads: rename the column to ${wanted}, or read ${written} in the rule\n`;
  });
  return head + cures.join('');
}

/** Lists the columns that rules read and no row has: their values stay as they are. */
function absentText(absent: readonly MissingColumn[]): string {
  const byName = [...Map.groupBy(absent, ({ name }) => name)];
  const lines = byName.map(([name, rules]) => {
    const read = rules.map(({ path, mapping }) => `${path} of ${mapping}`).join(' and ');
    return `  ${visibleText(JSON.stringify(name))}, which ${read} ${rules.length === 1 ? 'reads' : 'read'}\n`;
  });
  if (lines.length === 0) return '';
  return `No row has ${counted(lines.length, 'column')} that rules read. If a column was renamed in the list, read its new name in the rule:\n${lines.join('')}`;
}
