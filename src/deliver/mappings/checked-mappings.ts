import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { listedLately } from '../../booking/catalog/status-knowledge.ts';
import type { Config } from '../../config/config.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { Destination } from '../destinations/destination.ts';
import type { Time } from '../time/time.ts';
import { type Assessment, assessMapping, type CheckedAgainst } from './assess-mapping.ts';
import type { MappingSet } from './mapping-set.ts';

/** A mapping and the result of its last check. */
export interface CheckedMapping {
  readonly mapping: Mapping;
  /** The inputs of the check besides the file. */
  readonly seen: readonly unknown[];
  readonly assessment: Assessment;
}

/** The checks of the mappings in use against the account. */
export interface CheckedMappings {
  /** Checks every mapping again whose file or whose destination's configuration was read again. */
  refresh(): Promise<void>;
  /** The result of the last refresh; undefined if the mapping did not exist then. */
  find(mapping: string): CheckedMapping | undefined;
  all(): Iterable<CheckedMapping>;
}

/** The dependencies of the checks. */
export interface CheckingOptions {
  readonly config: Pick<Config, 'sources' | 'destinations'>;
  readonly mappings: MappingSet;
  readonly destinations: ReadonlyMap<string, Destination>;
  readonly time: Pick<Time, 'now'>;
}

/** The number of mappings that are checked at a time. */
const atOnce = 8;

/** Makes the checks; nothing is checked yet. */
export function createCheckedMappings(options: CheckingOptions): CheckedMappings {
  let checked: ReadonlyMap<string, CheckedMapping> = new Map();
  return {
    async refresh() {
      checked = await checkAll(checked, options);
    },
    find: mapping => checked.get(mapping),
    all: () => checked.values(),
  };
}

async function checkAll(
  before: ReadonlyMap<string, CheckedMapping>,
  options: CheckingOptions,
): Promise<ReadonlyMap<string, CheckedMapping>> {
  const all = new Map<string, CheckedMapping>();
  let fresh = 0;
  for (const mapping of options.mappings.folder().mappings) {
    const last = before.get(mapping.name);
    const current = check(mapping, last, options);
    all.set(mapping.name, current);
    if (current === last) continue;
    fresh += 1;
    // Hundreds of mappings take a while, and webhooks are accepted in between.
    if (fresh % atOnce === 0) await new Promise<void>(resolve => setImmediate(resolve));
  }
  return all;
}

function check(
  mapping: Mapping,
  before: CheckedMapping | undefined,
  { config, destinations, time }: CheckingOptions,
): CheckedMapping {
  const now = time.now();
  const seen = [...destinations.values()].flatMap(each => whatCounts(each.catalog.snapshot, now));
  const isSame = before?.mapping === mapping && seen.every((each, index) => each === before.seen[index]);
  if (isSame) return before;
  const against = (name: string) => checkedAgainst(destinations.get(name));
  return { mapping, seen, assessment: assessMapping(mapping, config, against, now) };
}

function checkedAgainst(destination: Destination | undefined): CheckedAgainst | undefined {
  if (!destination) return undefined;
  const { config, catalog, history } = destination;
  return { config, catalog: catalog.snapshot, changes: history.changes() };
}

/** Returns the parts of a catalog that a check depends on. They are equal after a read without changes. */
function whatCounts(snapshot: CatalogSnapshot | null, now: number): readonly unknown[] {
  if (!snapshot) return [null];
  return [snapshot.version, snapshot.statuses, listedLately(snapshot.statusesListedAt, now)];
}
