import type { Recorded, Recorder } from './recorder.ts';

/** The records of a mapping's evaluation, by its parts. */
export interface Recording {
  readonly record: Recorder;
  readonly parts: ReadonlyMap<string, readonly Recorded[]>;
}

/** Starts recording an evaluation. */
export function startRecording(): Recording {
  const parts = new Map<string, Recorded[]>();
  const record: Recorder = (part, recorded) => {
    const records = parts.get(part) ?? [];
    parts.set(part, records);
    records.push(recorded);
  };
  return { record, parts };
}
