import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { listedLately } from '../../booking/catalog/status-knowledge.ts';
import { type MappingHold, mappingHold } from '../../inbox/mapping-hold.ts';
import type { CheckedMapping } from './checked-mappings.ts';
import { costlyHoldMs, isHeldAsCostly } from './costly-mappings.ts';

/** What a hold is judged by. */
export interface HoldFacts {
  /** Of the mapping that is in force by its name. */
  readonly version: string | undefined;
  /** Of the destinations that it is held for; undefined where any is not known. */
  readonly catalogs: readonly CatalogSnapshot[] | undefined;
  readonly now: number;
}

/** The hold of a mapping whose calls can only fail by what the account has now; undefined where some may succeed. */
export function driftHold(
  { mapping, assessment: { canOnlyFail } }: CheckedMapping,
  now: number,
): MappingHold | undefined {
  if (!canOnlyFail) return undefined;
  const { destinations, catalogVersions } = canOnlyFail;
  return mappingHold(mapping, joined(destinations), joined(catalogVersions), canOnlyFail, now);
}

/** Whether anything changed that a hold goes by, so that it is to be judged again. */
export function isOver(hold: MappingHold, { version, catalogs, now }: HoldFacts): boolean {
  if (version !== hold.mappingVersion) return true;
  if (isHeldAsCostly(hold)) return Math.abs(now - hold.since) >= costlyHoldMs;
  if (!catalogs) return false;
  if (joined(catalogs.map(each => each.version)) !== hold.catalogVersion) return true;
  const byStatus = hold.diagnostics.some(each => each.code === 'check/unknown-status');
  return byStatus && catalogs.some(each => !listedLately(each.statusesListedAt, now));
}

/** Where a mapping is held for what still stands, the hold by today's versions. */
export function standingHold(
  hold: MappingHold,
  checked: CheckedMapping | undefined,
  { catalogs, now }: HoldFacts,
): MappingHold | undefined {
  if (!checked) return undefined;
  const { mapping, assessment } = checked;
  const fresh = driftHold(checked, now);
  if (fresh) return { ...fresh, since: hold.since };
  const still = assessment.diagnostics.some(
    each => each.severity === 'error' && each.message === hold.reason,
  );
  if (!still || mapping.version !== hold.mappingVersion || !catalogs) return undefined;
  return { ...hold, catalogVersion: joined(catalogs.map(each => each.version)) };
}

/** The names of the destinations that a mapping is held for. */
export function heldFor({ destination }: MappingHold): readonly string[] {
  return destination.split(separator);
}

/** No name and no version has a blank. */
const separator = ' ';

function joined(parts: readonly string[]): string {
  return parts.join(separator);
}
