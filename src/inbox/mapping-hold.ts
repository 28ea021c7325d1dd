import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/**
 * The reason why a mapping is held, and the versions of the file and of the catalog: a change of either releases it.
 */
export interface MappingHold {
  readonly mapping: string;
  readonly mappingVersion: string;
  /**
   * Several destinations, joined by spaces, if its calls can only fail at each destination that a rule can give; their
   * versions are joined too.
   */
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
