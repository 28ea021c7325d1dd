import type { MappingHold } from '../../inbox/mapping-hold.ts';
import type { WorkStore } from '../../inbox/work-store.ts';
import type { Cell, Metrics } from '../../metrics/metrics.ts';
import type { Report } from '../report.ts';
import type { Assessment } from './assess-mapping.ts';
import { type CheckedMapping, type CheckingOptions, createCheckedMappings } from './checked-mappings.ts';
import { driftHold, type HoldFacts, heldFor, isOver, standingHold } from './drift-hold.ts';
import { createMappingLog, goneReport, type HoldChange, holdFields } from './mapping-log.ts';

/** Decides which mappings are held because they do not fit the account now. */
export interface MappingHolds {
  /**
   * Checks every mapping again whose file or whose destination's configuration was read again. Holds a mapping that
   * can only fail, releases one whose reason is over, and logs each change once.
   */
  settle(): Promise<void>;
  /** Holds a mapping after a call proved that it is faulty. */
  hold(hold: MappingHold): Promise<void>;
  /**
   * Returns the hold of a mapping, if it is held. A hold in memory is confirmed in the store, because another process
   * may have released it.
   */
  held(mapping: string): Promise<MappingHold | undefined>;
  /** Removes the holds that another process released. Call it before planning. */
  forgetReleased(): Promise<void>;
  /** Returns the last check of a mapping; undefined before the first. */
  assessment(mapping: string): Assessment | undefined;
}

export interface HoldingOptions extends CheckingOptions {
  readonly store: WorkStore;
  readonly report: (report: Report) => void;
  readonly metrics: Metrics;
}

/** Starts with the holds of the set of mappings; nothing is checked before `settle`. */
export function createMappingHolds(options: HoldingOptions): MappingHolds {
  const { store, mappings, time, report, metrics } = options;
  const checked = createCheckedMappings(options);
  const mappingLog = createMappingLog(report);
  /** The completely logged assessments, by mapping. Changes that could not be stored are logged once they are stored. */
  const logged = new Map<string, Assessment>();
  /** True if the holds from before the start were logged. */
  let restoredLogged = false;

  /** Stores a hold. Returns the number of calls that it holds; undefined if the mapping is held already. */
  async function hold(wanted: MappingHold): Promise<number | undefined> {
    if (mappings.held(wanted.mapping)) return undefined;
    const waiting = await store.holdMapping(wanted);
    mappings.hold(wanted);
    mappingHoldsTotal(metrics, wanted.mapping).value += 1;
    return waiting;
  }

  /** Holds from before the start are logged once, with the number of waiting calls. */
  async function stillHeld(): Promise<Map<string, HoldChange>> {
    if (restoredLogged || mappings.holds().length === 0) return new Map();
    const { byMapping } = await store.counts();
    const holdChange = (name: string): HoldChange => ({ kind: 'held', waiting: byMapping[name]?.held ?? 0 });
    return new Map(mappings.holds().map(({ mapping }) => [mapping, holdChange(mapping)]));
  }

  function logAlone(name: string, holdChange: HoldChange): void {
    const held = mappings.held(name);
    if (holdChange.kind === 'released') report(goneReport(name, holdChange));
    else if (held)
      report({ what: 'mapping held', details: { ...holdFields(held), waiting: holdChange.waiting } });
  }

  /** Holds a mapping that can only fail, and logs new faults. `settled`: the change of its earlier hold. */
  async function settleMapping(each: CheckedMapping, settled: HoldChange | undefined): Promise<void> {
    const { mapping, assessment } = each;
    const wanted = driftHold(each, time.now());
    const waiting = wanted && (await hold(wanted));
    const holdChange: HoldChange | undefined = waiting === undefined ? settled : { kind: 'held', waiting };
    if (logged.get(mapping.name) === assessment && !holdChange) return;
    mappingHoldsTotal(metrics, mapping.name);
    mappingLog.note(mapping, assessment, { holdChange, held: mappings.held(mapping.name) });
    logged.set(mapping.name, assessment);
  }

  return {
    async settle() {
      await checked.refresh();
      await forgetReleased(options);
      const holdChanges = await stillHeld();
      for (const held of mappings.holds()) {
        const holdChange = await settleHold(held, checked.find(held.mapping), options);
        if (holdChange) holdChanges.set(held.mapping, holdChange);
      }
      // The file of a hold may be missing or unusable now.
      for (const [name, holdChange] of holdChanges) if (!checked.find(name)) logAlone(name, holdChange);
      restoredLogged = true;
      for (const each of checked.all()) {
        const { name } = each.mapping;
        // The file may have been read again while others were checked.
        if (mappings.find(name) === each.mapping) await settleMapping(each, holdChanges.get(name));
      }
      mappingLog.forget(name => !checked.find(name));
    },
    async hold(wanted) {
      const waiting = await hold(wanted);
      if (waiting !== undefined) logAlone(wanted.mapping, { kind: 'held', waiting });
    },
    async held(name) {
      if (!mappings.held(name)) return undefined;
      await forgetReleased(options);
      return mappings.held(name);
    },
    forgetReleased: () => forgetReleased(options),
    assessment: name => checked.find(name)?.assessment,
  };
}

/** Returns the counter of holds of a mapping; it exists from the first access. */
export function mappingHoldsTotal(metrics: Metrics, mapping: string): Cell {
  return metrics.counter('fieldbridge_mapping_holds_total', 'The number of holds of a mapping.', {
    mapping,
  });
}

/** The holds in memory were stored before; a missing row means that the hold was released. */
async function forgetReleased({
  mappings,
  store,
}: Pick<HoldingOptions, 'mappings' | 'store'>): Promise<void> {
  const known = mappings.holds();
  if (known.length === 0) return;
  const stored = new Set((await store.mappingHolds()).map(({ mapping }) => mapping));
  for (const hold of known) {
    const { mapping } = hold;
    if (!stored.has(mapping) && mappings.held(mapping) === hold) mappings.release(mapping);
  }
}

/** Checks an existing hold again: it ends, or continues with the current versions. */
async function settleHold(
  held: MappingHold,
  checked: CheckedMapping | undefined,
  options: HoldingOptions,
): Promise<HoldChange | undefined> {
  const facts = factsOf(held, options);
  if (!isOver(held, facts)) return undefined;
  const next = standingHold(held, checked, facts);
  if (!next) return { kind: 'released', waiting: await release(held, options), since: held.since };
  await goOn(held, next, options);
  return undefined;
}

function factsOf(hold: MappingHold, { mappings, destinations, time }: HoldingOptions): HoldFacts {
  const names = heldFor(hold);
  const known = names.flatMap(name => destinations.get(name)?.catalog.snapshot ?? []);
  return {
    version: mappings.find(hold.mapping)?.version,
    catalogs: known.length === names.length ? known : undefined,
    now: time.now(),
  };
}

async function release(over: MappingHold, { mappings, store }: HoldingOptions): Promise<number> {
  mappings.release(over.mapping);
  try {
    return await store.releaseMapping(over.mapping);
  } catch (error) {
    mappings.hold(over);
    throw error;
  }
}

/** The hold continues although the file or the catalog has changed. */
async function goOn(
  before: MappingHold,
  next: MappingHold,
  { mappings, store }: HoldingOptions,
): Promise<void> {
  await store.holdMapping(next);
  mappings.hold(next);
  const isSame = before.mappingVersion === next.mappingVersion && before.reason === next.reason;
  if (!isSame) await store.planAgain({ mapping: next.mapping });
}
