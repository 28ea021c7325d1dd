import type { Trial } from '../../check/data/trial.ts';
import type { Config, SourceConfig } from '../../config/config.ts';
import { mappingInput } from '../../deliver/planning/mapping-input.ts';
import { isoTime, systemClock } from '../../inbox/clock.ts';
import type { PlannableEvent } from '../../inbox/event.ts';
import { readArchive } from '../../inbox/open-store.ts';
import { sampleInput } from '../../mapping/evaluate/sample-input.ts';
import { isSample, type Mapping } from '../../mapping/mapping.ts';
import { readTest } from '../../mapping/tests/read-test.ts';

/** So many stored events of each source are looked at, the newest. */
const storedEvents = 200;

/** The events that mappings are tried on. */
export interface FoundTrials {
  /** By source: those of the tests of all its mappings, then the last ones that the store keeps. */
  readonly trials: ReadonlyMap<string, readonly Trial[]>;
  /** Why there are none of the store; absent where it was read, or is not made yet. */
  readonly unread?: string;
}

/** What cannot be read as an event is left out; the tests say so. */
export async function findTrials(config: Config, mappings: readonly Mapping[]): Promise<FoundTrials> {
  const { stored, unread } = await readStored(config);
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
  return { trials, ...(unread !== undefined && { unread }) };
}

async function trialsOf(mapping: Mapping, source: SourceConfig | undefined): Promise<Trial[]> {
  const trials: Trial[] = [];
  // Today, since days that are still to come are told.
  const receivedAt = isoTime(systemClock.now());
  const identity = { id: 'test', source: mapping.source, receivedAt };
  for (const test of mapping.tests.filter(isSample)) {
    const sample = await readTest(source, test);
    for (const each of sample.kind === 'read' ? sample.events : []) {
      const about = { mapping: mapping.name, name: test.name };
      trials.push({ input: sampleInput(each, identity), linked: test.linked, test: about });
    }
  }
  return trials;
}

async function readStored({ store, sources }: Config): Promise<{
  readonly stored: ReadonlyMap<string, readonly PlannableEvent[]>;
  readonly unread?: string;
}> {
  try {
    const read = await readArchive(store, archive => archive.lastEvents(sources.keys(), storedEvents));
    return { stored: read ?? new Map() };
  } catch (error) {
    return { stored: new Map(), unread: (error as Error).message };
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
