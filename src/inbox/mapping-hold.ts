import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** The reason of a mapping's hold, and the versions of the file and of the catalog: a change of either ends it. */
export interface MappingHold {
  readonly mapping: string;
  readonly mappingVersion: string;
  /**
   * Several destinations, joined by spaces, if its calls can only fail at all of them and a rule chooses one. Their
   * versions are joined too.
   */
  readonly destination: string;
  readonly catalogVersion: string;
  readonly since: number;
  readonly reason: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the hold of a mapping at the current versions: a change of the file or of the catalog ends it. */
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
