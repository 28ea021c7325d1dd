import type { Trial } from '../../check/data/trial.ts';
import type { Config, SourceConfig } from '../../config/config.ts';
import { mappingInput } from '../../deliver/planning/mapping-input.ts';
import type { PlannableEvent } from '../../inbox/event.ts';
import { readArchive } from '../../inbox/open-store.ts';
import { testInput } from '../../mapping/evaluate/sample-input.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { readTest } from '../../mapping/tests/read-test.ts';

/** So many stored events of each source are looked at, the newest. */
const storedEvents = 200;

/**
 * The events that mappings are tried on, by source: those of the tests of all its mappings, then the last ones that
 * the store keeps, where it is a file that can be read. What cannot be read as an event is left out; the tests say so.
 */
export async function findTrials(
  config: Config,
  mappings: readonly Mapping[],
): Promise<ReadonlyMap<string, readonly Trial[]>> {
  const stored = await readStored(config);
  const trials = new Map<string, Trial[]>();
  for (const mapping of mappings) {
    const ofSource = trials.get(mapping.source) ?? [];
    trials.set(mapping.source, ofSource);
    ofSource.push(...(await trialsOf(mapping, config.sources.get(mapping.source))));
  }
  for (const [source, ofSource] of trials) {
    const events = stored.get(source) ?? [];
    ofSource.push(...events.flatMap(event => storedTrial(event, config.sources.get(source))));
  }
  return trials;
}

async function trialsOf(mapping: Mapping, source: SourceConfig | undefined): Promise<Trial[]> {
  const trials: Trial[] = [];
  for (const test of mapping.tests) {
    const sample = await readTest(source, test);
    for (const each of sample.kind === 'read' ? sample.events : []) {
      const about = { mapping: mapping.name, name: test.name };
      trials.push({ input: testInput(each, mapping.source), linked: test.linked, test: about });
    }
  }
  return trials;
}

/** A store that cannot be read is told of elsewhere, by the catalog that it does not give. */
async function readStored({
  store,
  sources,
}: Config): Promise<ReadonlyMap<string, readonly PlannableEvent[]>> {
  try {
    const read = await readArchive(store, archive => archive.lastEvents(sources.keys(), storedEvents));
    return read ?? new Map();
  } catch {
    return new Map();
  }
}

/** What was stored before its source read bodies another way may not be readable now. */
function storedTrial(event: PlannableEvent, source: SourceConfig | undefined): readonly Trial[] {
  try {
    return [{ input: mappingInput(event, source) }];
  } catch {
    return [];
  }
}
