import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { findField } from '../call/field-key.ts';
import type { Fault } from '../fault.ts';

/** The catalogs of all destinations that are known, by name. */
export type Catalogs = ReadonlyMap<string, CatalogSnapshot>;

/**
 * Returns the fault of a keyName that a destination does not have, with the destinations that have it. A
 * field may belong to another location (API document 2.6 specificForLocationId), which has another token.
 */
export function withOtherLocations(fault: Fault, key: string, destination: string, others: Catalogs): Fault {
  const having = [...others]
    .filter(([name, catalog]) => name !== destination && findField(key, catalog) !== undefined)
    .map(([name]) => name);
  if (having.length === 0) return fault;
  const message = `${fault.message}; it is a field of ${having.join(' and ')} alone`;
  const hint = `send it to ${having.join(' or ')} with a mapping of its own, or remove it here`;
  return { ...fault, message, hint };
}
