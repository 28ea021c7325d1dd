import type { Trial } from '../../check/data/trial.ts';
import { type PlannedMapping, type PlanningContext, planMapping } from '../../deliver/planning/plan-event.ts';
import { mappingUses } from '../../mapping/evaluate/variables.ts';
import type { Recorder } from '../../mapping/explain/recorder.ts';
import type { Mapping } from '../../mapping/mapping.ts';

/** What a mapping makes of a trial. */
export interface PlannedTrial extends PlannedMapping {
  readonly trial: Trial;
  /** The parts of the mapping that gave something for it, good or bad: parameters, `additionalFields.` and a keyName. */
  readonly gave: ReadonlySet<string>;
}

/**
 * Plans what a mapping makes of a trial, as delivery does; undefined where it does not want it. Where nobody says which
 * customer number the link stands for, one is supposed, as delivery waits for one: what then becomes of the event
 * is what counts.
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
  const record: Recorder = (part, recorded) => {
    if (recorded.kind !== 'result') return;
    const { kind } = recorded.result;
    if (kind !== 'absent' && kind !== 'unlinked') gave.add(part);
  };
  const people = planning.source(mapping.source)?.people ?? mapping.source;
  const known = { ...planning, findLink: async () => linked };
  const planned = await planMapping(mapping, trial.input, known, people, record);
  return planned && { ...planned, trial, gave };
}
