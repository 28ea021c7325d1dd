import type { SourceConfig } from '../../config/config.ts';
import { readSample, readSampleEvent, type SampleRead } from '../../receive/samples/read-sample.ts';
import type { MappingTest } from '../mapping.ts';

/** Returns the events of a mapping's test, read like those of its source. A file is a whole webhook. */
export async function readTest(
  source: SourceConfig | undefined,
  { payload, ...head }: MappingTest,
): Promise<SampleRead> {
  if ('event' in payload) return readSampleEvent(source, payload.event, head);
  const { path, bytes, fault } = payload.file;
  if (!bytes) {
    const why = fault === undefined ? '' : `: ${fault}`;
    return { kind: 'unreadable', reason: `the payload ${path} cannot be read${why}` };
  }
  const read = await readSample(source, bytes, head);
  if (read.kind === 'read') return read;
  return { kind: 'unreadable', reason: `the payload ${path} cannot be read: ${read.reason}` };
}
