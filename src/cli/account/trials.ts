import type { Trial } from '../../check/data/trial.ts';
import type { Config } from '../../config/config.ts';
import { sampleTrials, storedTrial } from '../../history/trials/trials-of.ts';
import { systemClock } from '../../inbox/clock.ts';
import type { PlannableEvent } from '../../inbox/event.ts';
import { readArchive } from '../../inbox/open-store.ts';
import type { Mapping } from '../../mapping/mapping.ts';

/** The number of the newest stored events that are used for each source. */
const mostOfSource = 200;
/** The limit for all sources together. */
const mostOfAll = 10_000;
/** Each source gets at least this many, also beyond that limit. */
const leastOfSource = 20;

/** The events that mappings are tried on. */
export interface FoundTrials {
  /** By source: the samples in the tests of its mappings, then its newest stored events. */
  readonly trials: ReadonlyMap<string, readonly Trial[]>;
  /** The ids of the known links, by people. */
  readonly links: ReadonlyMap<string, readonly string[]>;
  /** The reason why there are no stored events; absent if the store was read, or does not exist yet. */
  readonly unread?: string;
}

/** Finds the events for some mappings. An unreadable sample is left out; the tests report it. */
export async function findTrials(config: Config, mappings: readonly Mapping[]): Promise<FoundTrials> {
  const { stored, links, unread } = await readStored(config, new Set(mappings.map(({ source }) => source)));
  const trials = new Map<string, Trial[]>();
  for (const mapping of mappings) {
    const ofSource = trials.get(mapping.source) ?? [];
    trials.set(mapping.source, ofSource);
    ofSource.push(...(await sampleTrials(mapping, config.sources.get(mapping.source), systemClock.now())));
  }
  for (const [source, ofSource] of trials) {
    const events = stored.get(source) ?? [];
    ofSource.push(...events.flatMap(event => storedTrial(event, config.sources.get(source))));
  }
  return { trials, links, ...(unread !== undefined && { unread }) };
}

async function readStored(
  { store, sources }: Config,
  wanted: ReadonlySet<string>,
): Promise<{
  readonly stored: ReadonlyMap<string, readonly PlannableEvent[]>;
  readonly links: FoundTrials['links'];
  readonly unread?: string;
}> {
  try {
    const share = Math.floor(mostOfAll / Math.max(1, sources.size));
    const each = Math.min(mostOfSource, Math.max(leastOfSource, share));
    const known = [...wanted].filter(source => sources.has(source));
    const people = known.map(source => sources.get(source)?.people ?? source);
    const read = await readArchive(store, async archive => ({
      stored: await archive.lastEvents(known, each),
      links: await archive.linkIds(people),
    }));
    return read ?? { stored: new Map(), links: new Map() };
  } catch (error) {
    return { stored: new Map(), links: new Map(), unread: (error as Error).message };
  }
}
