import type { Trial } from '../../check/data/trial.ts';
import type { SourceConfig } from '../../config/config.ts';
import { mappingInput } from '../../deliver/planning/mapping-input.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { PlannableEvent } from '../../inbox/event.ts';
import { sampleInput } from '../../mapping/evaluate/sample-input.ts';
import { isSample, type Mapping } from '../../mapping/mapping.ts';
import { readTest } from '../../mapping/tests/read-test.ts';

/**
 * Returns the samples of a mapping's tests, which arrive now (epoch milliseconds). Unreadable samples are left out; the
 * tests report them.
 */
export async function sampleTrials(
  mapping: Mapping,
  source: SourceConfig | undefined,
  now: number,
): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  // The current day, because dates in the future are reported.
  const identity = { id: 'test', source: mapping.source, receivedAt: isoTime(now) };
  for (const test of mapping.tests.filter(isSample)) {
    const sample = await readTest(source, test);
    const file = 'file' in test.payload ? test.payload.file.path : undefined;
    const about = { mapping: mapping.name, name: test.name, ...(file !== undefined && { file }) };
    for (const each of sample.kind === 'read' ? sample.events : []) {
      trials.push({ input: sampleInput(each, identity), linked: test.linked, test: about });
    }
  }
  return trials;
}

/** Returns the trial of a stored event; none if the config of its source now reads bodies differently. */
export function storedTrial(event: PlannableEvent, source: SourceConfig | undefined): readonly Trial[] {
  try {
    return [{ input: mappingInput(event, source), ...(event.imported && { imported: true }) }];
  } catch {
    return [];
  }
}
