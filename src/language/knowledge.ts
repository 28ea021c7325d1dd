import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import type { Config } from '../config/config.ts';
import type { MappingInput } from '../mapping/evaluate/evaluation.ts';

/** An event whose values serve as examples: a sample of a test, or a stored event. */
export interface ExampleEvent {
  readonly input: MappingInput;
  /** The customer number that is known for its link. */
  readonly linked?: string | undefined;
  /** For a sample: the mapping, the name of the test, and the payload file, if there is one. */
  readonly test?: { readonly mapping: string; readonly name: string; readonly file?: string };
}

/** The data besides the text itself. The caller reads them from disk or from a running bridge. */
export interface Knowledge {
  /** The config as far as it can be read; faulty sources may be missing. */
  readonly config: Pick<Config, 'sources' | 'destinations' | 'tables'> | undefined;
  /** The live configuration of each destination, or the one of the lock file. */
  readonly catalogs: ReadonlyMap<string, CatalogSnapshot>;
  /** Events of the source that the text names: the selected one first, then samples, then stored ones. */
  readonly events: readonly ExampleEvent[];
  /** True if values of events are hidden. */
  readonly masked: boolean;
  /** True if a key of an event, or the name of a question, may be shown. Always true if nothing is masked. */
  readonly showsName: (name: string) => boolean;
  /** Payload files beside the mappings, by the names that a test uses: `samples/intake.json`. */
  readonly sampleFiles: readonly string[];
  /** Reads a file beside the mapping. @throws if it cannot be read */
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
