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

/** Every fault of processes with a shared database. */
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

/** The names for `--only`. */
export const sharedFaultNames: readonly string[] = sharedFaults.map(({ name }) => name);

/** The faults of processes, or of the database. `only`: just the fault of this name. */
export function sharedFaultsOf(of: SharedFault['of'], only?: string): readonly SharedFault[] {
  return sharedFaults.filter(fault => fault.of === of && (only === undefined || fault.name === only));
}

/** Picks one of them by their weights. */
export function pickFault(faults: readonly SharedFault[], chance: Chance): SharedFault {
  return chance.pick(faults.flatMap(fault => Array.from({ length: fault.weight }, () => fault)));
}
