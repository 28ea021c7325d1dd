import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import { findField } from './call/field-key.ts';
import { fieldPath, ruleName } from './rule-reading.ts';

/** Returns the choices of the field that a rule sets, or the known statuses for the status of a customer. */
export function choicesAt(path: string, catalog: CatalogSnapshot | null | undefined): readonly string[] {
  if (!catalog) return [];
  if (path === 'customerStatus') return catalog.statuses.map(({ name }) => name);
  return path.startsWith(fieldPath) ? (findField(ruleName(path), catalog)?.selectItems ?? []) : [];
}
