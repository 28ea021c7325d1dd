import { alarmOf, fixedWords } from '../booking/failure-table.ts';
import type { Report } from './report.ts';

/** Tells that a destination is held, and that it goes on. */
export interface HoldTeller {
  /** Says once of each row why it is held, in words that hold nothing of an answer. */
  held(row: string): void;
  /** Says so where it was told that it is held. */
  goesOn(): void;
}

/** Makes the teller of one destination. */
export function tellHolds(name: string, report: (report: Report) => void): HoldTeller {
  let told: string | undefined;
  return {
    held(row) {
      if (told === row) return;
      told = row;
      const alarm = alarmOf(row) === 'security' ? 'security: ' : '';
      report({ what: `${alarm}${name} is held: ${fixedWords(row)}`, details: { row } });
    },
    goesOn() {
      if (told !== undefined) report({ what: `${name} goes on`, good: true });
      told = undefined;
    },
  };
}
