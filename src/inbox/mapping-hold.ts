import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** Why a mapping is held, and by which versions of the file and of the catalog: either changing releases it. */
export interface MappingHold {
  readonly mapping: string;
  readonly mappingVersion: string;
  /** Several, joined by blanks, where its calls can only fail at each that a rule can give; so are their versions. */
  readonly destination: string;
  readonly catalogVersion: string;
  readonly since: number;
  readonly reason: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The hold of a mapping by the versions of today: a change of the file or of the catalog releases it. */
export function mappingHold(
  mapping: { readonly name: string; readonly version: string },
  destination: string,
  catalogVersion: string,
  { reason, diagnostics }: Pick<MappingHold, 'reason' | 'diagnostics'>,
  now: number,
): MappingHold {
  return {
    mapping: mapping.name,
    mappingVersion: mapping.version,
    destination,
    catalogVersion,
    since: now,
    reason,
    diagnostics,
  };
}
