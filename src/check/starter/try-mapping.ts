import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { SourceConfig } from '../../config/config.ts';
import type { DefaultsOf } from '../../config/defaults.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { requestView } from '../../inbox/request-view.ts';
import { evaluate } from '../../mapping/evaluate/evaluate.ts';
import { testInput } from '../../mapping/evaluate/sample-input.ts';
import { parseMapping } from '../../mapping/parse/parse-mapping.ts';
import type { SampleEvent } from '../../receive/samples/read-sample.ts';
import { checkCall } from '../call/check-call.ts';
import { checkMapping } from '../check-mapping.ts';

/** The result of trying a mapping with the events of a sample. */
export interface TriedMapping {
  /** The calls that it makes for them, in the form of a test. */
  readonly calls: readonly Readonly<Record<string, unknown>>[];
  /** True if the fault is in the identification of the person and not in a field. */
  readonly isAboutPerson: boolean;
  /** The keyNames of the rules that failed or that the account would refuse. */
  readonly refused: ReadonlySet<string>;
}

/** The inputs for trying a mapping. */
export interface MappingTrial {
  readonly source: SourceConfig;
  readonly destination: string;
  readonly catalog: CatalogSnapshot;
  readonly sample: { readonly bytes: Uint8Array };
  readonly events: readonly SampleEvent[];
  /** The defaults of the config for this mapping; by default none. */
  readonly defaultsOf?: DefaultsOf | undefined;
}

/** Constant, as in tests of mappings. */
const linked = '1001';

/** Tries a mapping that this program wrote with its own sample. */
export async function tryMapping(text: string, trial: MappingTrial): Promise<TriedMapping> {
  const { source, destination, catalog, sample, events, defaultsOf } = trial;
  const { mapping, diagnostics } = parseMapping('starter.yaml', text, {
    readFile: () => sample.bytes,
    defaultsOf,
  });
  if (!mapping) return refusing(diagnostics.filter(isError));
  const calls: Readonly<Record<string, unknown>>[] = [];
  const faults = checkMapping(mapping, catalog, destination);
  for (const each of events) {
    const { people, empty } = source;
    const context = { people, empty, findLink: async () => linked };
    const result = await evaluate(mapping, testInput(each, source.name), context);
    if (result.kind === 'failed') faults.push(...result.diagnostics);
    if (result.kind !== 'call') continue;
    const checking = {
      catalog,
      destination,
      policy: mapping,
      validators: 'fail',
      now: catalog.fetchedAt,
    } as const;
    const verdict = checkCall(result.call, checking);
    // The account's spelling of a choice or status is sent, not that of the payload.
    calls.push(withoutOperation(requestView(verdict.kind === 'skip' ? result.call : verdict.call)));
    if (verdict.kind !== 'send' && verdict.kind !== 'skip') faults.push(...verdict.diagnostics);
  }
  const refused = faults.filter(isError);
  return refused.length === 0 ? { calls, isAboutPerson: false, refused: new Set() } : refusing(refused);
}

function refusing(faults: readonly Diagnostic[]): TriedMapping {
  const keys = faults.flatMap(({ path }) => /^additionalFields\.(.*)$/.exec(path ?? '')?.[1] ?? []);
  return { calls: [], isAboutPerson: keys.length === 0, refused: new Set(keys) };
}

function withoutOperation({
  operation: _,
  ...call
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return call;
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
