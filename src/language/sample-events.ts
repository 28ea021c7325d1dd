import type { Config } from '../config/config.ts';
import { sampleTrials } from '../history/trials/trials-of.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { ExampleEvent } from './knowledge.ts';

const kept = new WeakMap<Mapping, Promise<readonly ExampleEvent[]>>();

/** Returns the events of the samples of a mapping's tests. Unreadable samples are left out; `check` reports them. */
export function sampleEvents(
  mapping: Mapping,
  config: Pick<Config, 'sources'>,
  now: number,
): Promise<readonly ExampleEvent[]> {
  const before = kept.get(mapping);
  if (before) return before;
  const events = sampleTrials(mapping, config.sources.get(mapping.source), now);
  kept.set(mapping, events);
  return events;
}
