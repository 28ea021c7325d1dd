import type { SampleEvent } from '../../receive/samples/read-sample.ts';
import type { EmptyWords } from '../convert/empty-words.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import type { ChoicesOf, Evaluation, SettingsOf } from '../evaluate/evaluation.ts';
import { testInput } from '../evaluate/sample-input.ts';
import { type Recording, startRecording } from '../explain/recording.ts';
import type { Mapping } from '../mapping.ts';

/** The settings of a test besides its payload. */
export interface TestContext {
  readonly people: string;
  /** The texts that the source writes for an empty value. */
  readonly empty?: EmptyWords | undefined;
  /** The customer number that is known for the link, if any. */
  readonly linked: string | undefined;
  readonly settingsOf?: SettingsOf | undefined;
  readonly choicesOf?: ChoicesOf | undefined;
}

/** The result of a mapping for one event of a test, and the records for its explanation. */
export type RecordedEvaluation = Evaluation & { readonly recording: Recording };

/** Returns the result of a mapping for the events of a test. */
export async function evaluateTest(
  mapping: Mapping,
  events: readonly SampleEvent[],
  { people, linked, empty, settingsOf, choicesOf }: TestContext,
): Promise<readonly RecordedEvaluation[]> {
  const evaluations: RecordedEvaluation[] = [];
  for (const each of events) {
    const input = testInput(each, mapping.source);
    const recording = startRecording();
    const surroundings = {
      people,
      findLink: async () => linked,
      empty,
      settingsOf,
      choicesOf,
      record: recording.record,
    };
    evaluations.push({ ...(await evaluate(mapping, input, surroundings)), recording });
  }
  return evaluations;
}
