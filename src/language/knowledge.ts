import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import type { Config } from '../config/config.ts';
import type { MappingInput } from '../mapping/evaluate/evaluation.ts';

/** An event whose values are examples: of a sample of a test, or one that a bridge stored. */
export interface ExampleEvent {
  readonly input: MappingInput;
  /** The customer number that is known for its link. */
  readonly linked?: string | undefined;
  /** For a sample: the mapping and the name of the test, and the file beside the mapping, if there is one. */
  readonly test?: { readonly mapping: string; readonly name: string; readonly file?: string };
}

/** All that is known beside the text itself. Whoever asks gathers it: from disk, from a running bridge. */
export interface Knowledge {
  /** As far as it can be read; sources with faults may be left out. */
  readonly config: Pick<Config, 'sources' | 'destinations' | 'tables'> | undefined;
  /** The live configuration of each destination, or the one of the lock file. */
  readonly catalogs: ReadonlyMap<string, CatalogSnapshot>;
  /** Events of the source that the text names: the selected one first, then samples, then stored ones. */
  readonly events: readonly ExampleEvent[];
  /** Values of events are not shown. */
  readonly masked: boolean;
  /** True if a key of an event, or the name of a question, may be shown; any may where nothing is masked. */
  readonly showsName: (name: string) => boolean;
  /** Payload files beside the mappings, as a test names them: `samples/intake.json`. */
  readonly sampleFiles: readonly string[];
  /** Bytes of a file beside the mapping. @throws where it cannot be read */
  readonly readFile: (path: string) => Uint8Array;
}

/** Empty knowledge. */
export const nothingKnown: Knowledge = {
  config: undefined,
  catalogs: new Map(),
  events: [],
  masked: false,
  showsName: () => true,
  sampleFiles: [],
  readFile: () => {
    throw new Error('it does not exist');
  },
};
