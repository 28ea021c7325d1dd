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
