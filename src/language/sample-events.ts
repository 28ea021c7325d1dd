import type { Config } from '../config/config.ts';
import { isoTime } from '../inbox/clock.ts';
import { sampleInput } from '../mapping/evaluate/sample-input.ts';
import { isSample, type Mapping } from '../mapping/mapping.ts';
import { readTest } from '../mapping/tests/read-test.ts';
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
  const events = readSamples(mapping, config, now);
  kept.set(mapping, events);
  return events;
}

async function readSamples(
  mapping: Mapping,
  config: Pick<Config, 'sources'>,
  now: number,
): Promise<readonly ExampleEvent[]> {
  const events: ExampleEvent[] = [];
  // The current day, because dates in the future are reported.
  const identity = { id: 'test', source: mapping.source, receivedAt: isoTime(now) };
  for (const test of mapping.tests.filter(isSample)) {
    const sample = await readTest(config.sources.get(mapping.source), test);
    const file = 'file' in test.payload ? test.payload.file.path : undefined;
    const about = { mapping: mapping.name, name: test.name, ...(file !== undefined && { file }) };
    for (const each of sample.kind === 'read' ? sample.events : []) {
      events.push({ input: sampleInput(each, identity), linked: test.linked, test: about });
    }
  }
  return events;
}
