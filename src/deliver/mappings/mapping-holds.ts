import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { listedLately } from '../../booking/catalog/status-knowledge.ts';
import type { Config } from '../../config/config.ts';
import { type MappingHold, mappingHold } from '../../inbox/mapping-hold.ts';
import type { WorkStore } from '../../inbox/work-store.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { Destination } from '../destinations/destination.ts';
import type { Report } from '../report.ts';
import type { Time } from '../time/time.ts';
import { type Assessment, assessMapping, type CheckedAgainst } from './assess-mapping.ts';
import { costlyHoldMs, isHeldAsCostly } from './costly-mappings.ts';
import { createMappingLog, type HoldChange, holdFields, releasedReport } from './mapping-log.ts';
import type { MappingSet } from './mapping-set.ts';

/** Which mappings fit the account as it is now, and which of them are held because they do not. */
export interface MappingHolds {
  /**
   * Checks again every mapping whose file, or whose destination's configuration, was read again: holds it where it
   * can only fail, lets it go on where what it was held for is over, and reports what is new, once.
   */
  settle(): Promise<void>;
  /** Holds a mapping that a call proved faulty. */
  hold(hold: MappingHold): Promise<void>;
  /** How a mapping stood when it was last checked; undefined before that. */
  assessment(mapping: string): Assessment | undefined;
}

export interface HoldingOptions {
  readonly config: Pick<Config, 'sources' | 'destinations'>;
  readonly store: WorkStore;
  readonly mappings: MappingSet;
  readonly destinations: ReadonlyMap<string, Destination>;
  readonly time: Pick<Time, 'now'>;
  readonly report: (report: Report) => void;
}

/** So many are checked at a time. */
const atOnce = 8;

interface Checked {
  readonly mapping: Mapping;
  readonly seen: readonly unknown[];
  readonly assessment: Assessment;
}

/** Begins with the holds that the set of mappings has; nothing is checked before `settle`. */
export function createMappingHolds(options: HoldingOptions): MappingHolds {
  const { config, store, mappings, destinations, time } = options;
  const mappingLog = createMappingLog(options.report);
  let checked = new Map<string, Checked>();
  /** By mapping, the assessment that was logged in full: what the store could not take is logged once it could. */
  const logged = new Map<string, Assessment>();
  /** Whether the holds of before the start were logged. */
  let restoredLogged = false;

  /** Answers how many calls are held by it; undefined where the mapping is held already. */
  async function hold(wanted: MappingHold): Promise<number | undefined> {
    if (mappings.held(wanted.mapping)) return undefined;
    const waiting = await store.holdMapping(wanted);
    mappings.hold(wanted);
    return waiting;
  }

  async function release(over: MappingHold): Promise<number> {
    mappings.release(over.mapping);
    try {
      return await store.releaseMapping(over.mapping);
    } catch (error) {
      mappings.hold(over);
      throw error;
    }
  }

  /** The hold goes on though the file or the catalog is another one. */
  async function goOn(before: MappingHold, next: MappingHold): Promise<void> {
    await store.holdMapping(next);
    mappings.hold(next);
    const isSame = before.mappingVersion === next.mappingVersion && before.reason === next.reason;
    if (!isSame) await store.planAgain({ mapping: next.mapping });
  }

  /** What is known of the destinations that a mapping is held for; undefined where anything is not. */
  function catalogsOf({ destination }: MappingHold): readonly CatalogSnapshot[] | undefined {
    const names = destination.split(separator);
    const known = names.flatMap(name => destinations.get(name)?.catalog.snapshot ?? []);
    return known.length === names.length ? known : undefined;
  }

  function isOver(hold: MappingHold): boolean {
    if (mappings.find(hold.mapping)?.version !== hold.mappingVersion) return true;
    if (isHeldAsCostly(hold)) return Math.abs(time.now() - hold.since) >= costlyHoldMs;
    const catalogs = catalogsOf(hold);
    if (!catalogs) return false;
    if (joined(catalogs.map(each => each.version)) !== hold.catalogVersion) return true;
    const byStatus = hold.diagnostics.some(each => each.code === 'check/unknown-status');
    return byStatus && catalogs.some(each => !listedLately(each.statusesListedAt, time.now()));
  }

  /** Where a mapping is held for what still stands, the hold by today's versions. */
  function standing(hold: MappingHold): MappingHold | undefined {
    const current = checked.get(hold.mapping);
    if (!current) return undefined;
    const { mapping, assessment } = current;
    const fresh = driftHold(mapping, assessment, time.now());
    if (fresh) return { ...fresh, since: hold.since };
    const still = assessment.diagnostics.some(
      each => each.severity === 'error' && each.message === hold.reason,
    );
    const catalogs = catalogsOf(hold);
    if (!still || mapping.version !== hold.mappingVersion || !catalogs) return undefined;
    return { ...hold, catalogVersion: joined(catalogs.map(each => each.version)) };
  }

  async function settleHold(held: MappingHold): Promise<HoldChange | undefined> {
    if (!isOver(held)) return undefined;
    const next = standing(held);
    if (!next) return { kind: 'released', waiting: await release(held), since: held.since };
    await goOn(held, next);
    return undefined;
  }

  /** Holds that are older than this process are logged once, with what waits by now. */
  async function stillHeld(): Promise<ReadonlyMap<string, HoldChange>> {
    if (restoredLogged || mappings.holds().length === 0) return new Map();
    const { byMapping } = await store.counts();
    const holdChange = (name: string): HoldChange => ({ kind: 'held', waiting: byMapping[name]?.held ?? 0 });
    return new Map(mappings.holds().map(({ mapping }) => [mapping, holdChange(mapping)]));
  }

  function logAlone(name: string, holdChange: HoldChange): void {
    const held = mappings.held(name);
    if (holdChange.kind === 'released') options.report(releasedReport(name, holdChange));
    else if (held)
      options.report({ what: 'mapping held', details: { ...holdFields(held), waiting: holdChange.waiting } });
  }

  return {
    async settle() {
      checked = await checkAll(checked);
      const holdChanges = new Map(await stillHeld());
      for (const held of mappings.holds()) {
        const holdChange = await settleHold(held);
        if (holdChange) holdChanges.set(held.mapping, holdChange);
      }
      // A hold may be of a file that is not there, or cannot be used, any more.
      for (const [name, holdChange] of holdChanges) if (!checked.has(name)) logAlone(name, holdChange);
      restoredLogged = true;
      for (const [name, { mapping, assessment }] of checked) {
        // The files may have been read again while the others were checked.
        if (mappings.find(name) !== mapping) continue;
        const wanted = driftHold(mapping, assessment, time.now());
        const waiting = wanted && (await hold(wanted));
        if (waiting !== undefined) holdChanges.set(name, { kind: 'held', waiting });
        if (logged.get(name) === assessment && !holdChanges.has(name)) continue;
        mappingLog.note(mapping, assessment, {
          holdChange: holdChanges.get(name),
          held: mappings.held(name),
        });
        logged.set(name, assessment);
      }
      mappingLog.forget(name => !checked.has(name));
    },
    async hold(wanted) {
      const waiting = await hold(wanted);
      if (waiting !== undefined) logAlone(wanted.mapping, { kind: 'held', waiting });
    },
    assessment: name => checked.get(name)?.assessment,
  };

  async function checkAll(before: ReadonlyMap<string, Checked>): Promise<Map<string, Checked>> {
    const all = new Map<string, Checked>();
    let fresh = 0;
    for (const mapping of mappings.folder().mappings) {
      const last = before.get(mapping.name);
      const current = check(mapping, last);
      all.set(mapping.name, current);
      if (current === last) continue;
      fresh += 1;
      // Hundreds of mappings take a while, and webhooks are taken in between.
      if (fresh % atOnce === 0) await new Promise<void>(resolve => setImmediate(resolve));
    }
    return all;
  }

  function check(mapping: Mapping, before: Checked | undefined): Checked {
    const now = time.now();
    const seen = [...destinations.values()].flatMap(each => whatCounts(each.catalog.snapshot, now));
    const isSame = before?.mapping === mapping && seen.every((each, index) => each === before.seen[index]);
    if (isSame) return before;
    const against = (name: string) => checkedAgainst(destinations.get(name));
    return { mapping, seen, assessment: assessMapping(mapping, config, against, now) };
  }
}

function checkedAgainst(destination: Destination | undefined): CheckedAgainst | undefined {
  if (!destination) return undefined;
  const { config, catalog, history } = destination;
  return { config, catalog: catalog.snapshot, changes: history.changes() };
}

/** What of a catalog a check depends on: it is the same after a look that found nothing new. */
function whatCounts(snapshot: CatalogSnapshot | null, now: number): readonly unknown[] {
  if (!snapshot) return [null];
  return [snapshot.version, snapshot.statuses, listedLately(snapshot.statusesListedAt, now)];
}

function driftHold(mapping: Mapping, { canOnlyFail }: Assessment, now: number): MappingHold | undefined {
  if (!canOnlyFail) return undefined;
  const { destinations, catalogVersions } = canOnlyFail;
  return mappingHold(mapping, joined(destinations), joined(catalogVersions), canOnlyFail, now);
}

/** No name and no version has a blank. */
const separator = ' ';

function joined(parts: readonly string[]): string {
  return parts.join(separator);
}
