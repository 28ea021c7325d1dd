import { codes, type DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Status } from '../event.ts';

/** Events with another status need a person anyway, or are not sent. */
const sent: ReadonlySet<Status> = new Set(['queued', 'delivered']);

/**
 * Returns the codes that warn of an event that is sent nevertheless: those of its values and of its delivery. An error
 * of a value that is left out is a warning, too. The warning of another person is the first.
 */
export function warningCodes(status: Status, all: readonly string[]): readonly string[] {
  if (!sent.has(status)) return [];
  return [...new Set(all)].filter(isWarning).sort((one, other) => urgency(other) - urgency(one));
}

/** Returns 1 for a code that is listed before all others: its values were set for the wrong customer. */
export function urgency(code: string): number {
  return code === 'call/other-person' ? 1 : 0;
}

function isWarning(code: string): boolean {
  const severity = Object.hasOwn(codes, code) ? codes[code as DiagnosticCode].severity : 'info';
  if (/^(?:mapping|check|expression)\//.test(code)) return severity !== 'info';
  return severity === 'warning' && /^(?:call|delivery)\//.test(code);
}
