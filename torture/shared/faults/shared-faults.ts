import type { Chance } from '../../chance.ts';
import type { SharedFault } from '../shared-ground.ts';
import { freezeAtStep, killAtStepOfSharer } from './at-step.ts';
import { cutOff, holdAnswers, holdConnections, leaveHalfOpen } from './cut-off.ts';
import { besideOthers, killProcess, stopProcess } from './end-process.ts';
import { freezeBeyondTerm, freezeShortly } from './freeze-process.ts';
import {
  endConnections,
  killDatabase,
  readOnlyDatabase,
  restartDatabase,
  useUpConnections,
} from './strike-database.ts';

/** Every fault of processes that share a database. */
const sharedFaults: readonly SharedFault[] = [
  killProcess,
  stopProcess,
  besideOthers,
  freezeShortly,
  freezeBeyondTerm,
  killAtStepOfSharer,
  freezeAtStep,
  cutOff,
  holdConnections,
  holdAnswers,
  leaveHalfOpen,
  killDatabase,
  restartDatabase,
  endConnections,
  readOnlyDatabase,
  useUpConnections,
];

/** The names that `--only` takes. */
export const sharedFaultNames: readonly string[] = sharedFaults.map(({ name }) => name);

/** Those of processes, or of the database. `only`: none but this one. */
export function sharedFaultsOf(of: SharedFault['of'], only?: string): readonly SharedFault[] {
  return sharedFaults.filter(fault => fault.of === of && (only === undefined || fault.name === only));
}

/** One of them, by their weights. */
export function pickFault(faults: readonly SharedFault[], chance: Chance): SharedFault {
  return chance.pick(faults.flatMap(fault => Array.from({ length: fault.weight }, () => fault)));
}
