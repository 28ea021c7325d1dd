import type { Trial } from '../../check/data/trial.ts';
import { type PlannedMapping, type PlanningContext, planMapping } from '../../deliver/planning/plan-event.ts';
import { mappingUses } from '../../mapping/evaluate/variables.ts';
import type { Recorder } from '../../mapping/explain/recorder.ts';
import type { Mapping } from '../../mapping/mapping.ts';

/** The result of a mapping for a trial. */
export interface PlannedTrial extends PlannedMapping {
  readonly trial: Trial;
  /** The parts of the mapping that produced a value, good or bad: parameters, and `additionalFields.` with a keyName. */
  readonly gave: ReadonlySet<string>;
  /** The parts that looked up a value in a table. `fell-through`: only `otherwise` applied. */
  readonly looked: ReadonlyMap<string, 'found' | 'fell-through'>;
}

/**
 * Plans a mapping for a trial, as the delivery does; undefined if it does not apply. If the link has no customer
 * number, one is assumed: the delivery would wait for it, and only the final result matters.
 */
export async function planTrial(
  mapping: Mapping,
  trial: Trial,
  planning: PlanningContext,
): Promise<PlannedTrial | undefined> {
  const as = (linked: string | undefined) => planLinked(mapping, trial, planning, linked);
  const { linked } = trial;
  if (linked !== undefined || !mappingUses(mapping, 'linked')) return as(linked);
  const unlinked = await as(undefined);
  const makesCall = unlinked !== undefined && 'call' in unlinked.call.state;
  return makesCall ? unlinked : ((await as(supposedNumber)) ?? unlinked);
}

const supposedNumber = '1001';

async function planLinked(
  mapping: Mapping,
  trial: Trial,
  planning: PlanningContext,
  linked: string | undefined,
): Promise<PlannedTrial | undefined> {
  const gave = new Set<string>();
  const looked = new Map<string, 'found' | 'fell-through'>();
  const record: Recorder = (part, recorded) => {
    if (recorded.kind === 'looked-up' && looked.get(part) !== 'found')
      looked.set(part, recorded.by === 'otherwise' ? 'fell-through' : 'found');
    if (recorded.kind !== 'result') return;
    const { kind } = recorded.result;
    if (kind !== 'absent' && kind !== 'unlinked') gave.add(part);
  };
  const people = planning.source(mapping.source)?.people ?? mapping.source;
  const known = { ...planning, findLink: async () => linked };
  const planned = await planMapping(mapping, trial.input, known, people, record);
  return planned && { ...planned, trial, gave, looked };
}
