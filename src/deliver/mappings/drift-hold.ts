import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { listedLately } from '../../booking/catalog/status-knowledge.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type MappingHold, mappingHold } from '../../inbox/mapping-hold.ts';
import type { CheckedMapping } from './checked-mappings.ts';
import { costlyHoldMs, isHeldAsCostly } from './costly-mappings.ts';

/** The data for judging a hold. */
export interface HoldFacts {
  /** The current version of the mapping with its name. */
  readonly version: string | undefined;
  /** The catalogs of the destinations for which it is held; undefined if any is unknown. */
  readonly catalogs: readonly CatalogSnapshot[] | undefined;
  readonly now: number;
}

/** Returns the hold of a mapping if the account's data make all its calls fail; undefined if some may succeed. */
export function driftHold(
  { mapping, assessment: { canOnlyFail } }: CheckedMapping,
  now: number,
): MappingHold | undefined {
  if (!canOnlyFail) return undefined;
  const { destinations, catalogVersions } = canOnlyFail;
  return mappingHold(mapping, joined(destinations), joined(catalogVersions), canOnlyFail, now);
}

/** True if any input of a hold changed, so that it must be checked again. */
export function isOver(hold: MappingHold, { version, catalogs, now }: HoldFacts): boolean {
  if (version !== hold.mappingVersion) return true;
  if (isHeldAsCostly(hold)) return Math.abs(now - hold.since) >= costlyHoldMs;
  if (!catalogs) return false;
  if (joined(catalogs.map(each => each.version)) !== hold.catalogVersion) return true;
  const byStatus = hold.diagnostics.some(each => each.code === 'check/unknown-status');
  return byStatus && catalogs.some(each => !listedLately(each.statusesListedAt, now));
}

/** Returns the hold with the current versions, if its reason still exists. */
export function standingHold(
  hold: MappingHold,
  checked: CheckedMapping | undefined,
  { catalogs, now }: HoldFacts,
): MappingHold | undefined {
  if (!checked) return undefined;
  const { mapping, assessment } = checked;
  const fresh = driftHold(checked, now);
  if (fresh) return { ...fresh, since: hold.since };
  // The first fault is the reason of a hold. If it is held for several destinations, one of them fits now.
  const [first] = hold.diagnostics;
  const still =
    heldFor(hold).length === 1 &&
    assessment.diagnostics.some(each => each.severity === 'error' && first && isSameFault(each, first));
  if (!still || mapping.version !== hold.mappingVersion || !catalogs) return undefined;
  return { ...hold, catalogVersion: joined(catalogs.map(each => each.version)) };
}

/** The message of a fault changes with the account's list of names, so it is not compared. */
function isSameFault(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && one.path === other.path;
}

/** Returns the names of the destinations for which a mapping is held. */
export function heldFor({ destination }: MappingHold): readonly string[] {
  return destination.split(separator);
}

/** No name and no version contains a space. */
const separator = ' ';

function joined(parts: readonly string[]): string {
  return parts.join(separator);
}
