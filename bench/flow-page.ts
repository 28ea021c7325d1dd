import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Percentiles } from './flow-load.ts';
import { figure } from './report.ts';

/** The measurements at one rate. */
export interface AtRate {
  /** Webhooks per second. */
  readonly rate: number;
  /** From the time when a webhook was due until its call arrived at the destination, in milliseconds. */
  readonly arrival: Percentiles;
}

/** A figure and its goal, as text. */
export interface Reached {
  readonly what: string;
  readonly reached: string;
  readonly goal: string;
}

const page = join(import.meta.dirname, '../docs/performance.md');
const begin = '<!-- made by: npm run bench flow -- --page -->\n';
const end = '<!-- end -->';

/** Writes the figures of the whole flow into docs/performance.md: a table, a curve, and the goals. */
export function writeFlowPage(
  bridge: readonly AtRate[],
  limit: readonly AtRate[],
  goals: readonly Reached[],
): void {
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end);
  if (from < begin.length || to < from) throw new Error(`${page} has no place for the figures`);
  const made = `\n${table(bridge, limit)}\n${curve(bridge)}\n${goalTable(goals)}\n`;
  writeFileSync(page, `${text.slice(0, from)}${made}${text.slice(to)}`);
}

function table(bridge: readonly AtRate[], limit: readonly AtRate[]): string {
  const rates = [...new Set([...bridge, ...limit].map(({ rate }) => rate))].sort((one, other) => one - other);
  const cell = (found: readonly AtRate[], wanted: number) => {
    const at = found.find(({ rate }) => rate === wanted)?.arrival;
    return at ? `${milliseconds(at.p50)} / ${milliseconds(at.p99)}` : '';
  };
  const rows = rates.map(rate => `| ${figure(rate)} | ${cell(bridge, rate)} | ${cell(limit, rate)} |`);
  return `| webhooks a second | arrival p50 / p99, ms | baseline, p50 / p99, ms |
| --- | --- | --- |
${rows.join('\n')}
`;
}

/** Draws the sustained rates; beyond them the times grow during the whole load. */
function curve(bridge: readonly AtRate[]): string {
  const borne = bridge.filter(({ arrival }) => arrival.p99 < 250);
  const line = (which: keyof Percentiles) =>
    borne.map(({ arrival }) => milliseconds(arrival[which])).join(', ');
  return `\`\`\`mermaid
xychart-beta
  title "From due to arrived, ms: p99 (upper) and p50"
  x-axis "webhooks a second" [${borne.map(({ rate }) => rate).join(', ')}]
  y-axis "ms"
  line [${line('p99')}]
  line [${line('p50')}]
\`\`\`
`;
}

function goalTable(goals: readonly Reached[]): string {
  const rows = goals.map(({ what, reached, goal }) => `| ${what} | ${reached} | ${goal} |`);
  return `| | reached | goal |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(1) : figure(value);
}
