import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Within } from '../../diagnostics/yaml/shape.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';

/** A fault in an entry of `verify`: at a path in the entry, or in a part of the text there. */
export interface EntryFault {
  readonly path: YamlPath;
  readonly within?: Within;
  readonly fault: Diagnostic;
}
