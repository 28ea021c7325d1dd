import { counted } from '../../diagnostics/counted.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Paint, painter } from '../terminal/paint.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';
import type { Finding, FindingStatus, Group } from './finding.ts';

/**
 * Returns the findings for people: a line for each check, and a summary at the end. With `quiet` only warnings and
 * errors.
 */
export function findingsText(
  groups: readonly Group[],
  { quiet }: { readonly quiet: boolean },
  surroundings: Surroundings,
): string {
  const paint = painter(surroundings);
  const columns = columnsOf(surroundings.out);
  const shown = quiet ? withFaults(groups) : groups;
  const width = Math.max(...shown.flatMap(({ findings }) => findings.map(({ check }) => check.length)));
  const blocks = shown.map(({ name, findings }) => {
    const lines = findings.map(each => lineOf(each, { width, columns, paint }));
    return [paint('bold', name), ...lines].join('\n');
  });
  return `${[...blocks, wrap(summary(groups), columns, 0)].join('\n\n')}\n`;
}

function withFaults(groups: readonly Group[]): readonly Group[] {
  const all = groups.map(({ name, findings }) => ({
    name,
    findings: findings.filter(({ status }) => status === 'wrong' || status === 'warning'),
  }));
  return all.filter(({ findings }) => findings.length > 0);
}

/** Returns the findings for programs. */
export function findingsJson(groups: readonly Group[]): string {
  const counts = countsOf(groups);
  const checks = groups.flatMap(({ name, findings }) => findings.map(each => ({ group: name, ...each })));
  return `${JSON.stringify({ status: statusOf(groups), counts, summary: summary(groups), checks }, null, 2)}\n`;
}

/** Returns the overall status: the worst one. */
export function statusOf(groups: readonly Group[]): 'well' | 'warning' | 'wrong' {
  const counts = countsOf(groups);
  if (counts.wrong > 0) return 'wrong';
  return counts.warning > 0 ? 'warning' : 'well';
}

const colors = { well: 'green', warning: 'yellow', wrong: 'red', skipped: 'dim' } as const;
const statusWidth = 'skipped'.length;

function lineOf(
  { check, status, says, next }: Finding,
  { width, columns, paint }: { width: number; columns: number; paint: Paint },
): string {
  const indent = 2 + statusWidth + 2 + width + 2;
  const head = `  ${paint(colors[status], status.padEnd(statusWidth))}  ${check.padEnd(width)}  `;
  const below =
    next === undefined ? [] : [`${' '.repeat(indent)}${wrap(`next: ${escapeText(next)}`, columns, indent)}`];
  return [`${head}${wrap(escapeText(says), columns, indent)}`, ...below].join('\n');
}

function countsOf(groups: readonly Group[]): Readonly<Record<FindingStatus, number>> {
  const counts = { well: 0, warning: 0, wrong: 0, skipped: 0 };
  for (const { findings } of groups) for (const { status } of findings) counts[status] += 1;
  return counts;
}

function summary(groups: readonly Group[]): string {
  const { well, warning, wrong, skipped } = countsOf(groups);
  const parts = [
    ...(wrong > 0 ? [`${wrong} wrong`] : []),
    ...(warning > 0 ? [counted(warning, 'warning')] : []),
    `${well} well`,
    ...(skipped > 0 ? [`${skipped} not looked at`] : []),
  ];
  const all = parts.join(', ');
  const first = firstOf(groups, 'wrong') ?? firstOf(groups, 'warning');
  if (first === undefined) return `All is well: ${all}.`;
  return `${all}. Begin with ${first}.`;
}

/** Returns the first such finding: it may be the cause of the others. */
function firstOf(groups: readonly Group[], status: FindingStatus): string | undefined {
  for (const { name, findings } of groups) {
    const found = findings.find(each => each.status === status);
    if (found) return `${name}: ${found.check}`;
  }
  return undefined;
}
