import type { Sender } from '../../check/starter/config-text.ts';
import { anyBody, openBody } from '../../receive/bodies/body.ts';
import { proposeSource, type SourceReading } from '../../setup/propose-source.ts';
import type { Surroundings } from '../surroundings.ts';
import { readPayloadFile } from '../try/read-payload-file.ts';
import type { InitFlags } from './flags.ts';

/**
 * Returns the settings for reading the webhooks of an unknown sender, from the file of --payload: the list of its
 * events, their time, and the places of its answers. The event id is left out: one webhook does not show if an id is that of a
 * person.
 */
export async function readingOfPayload(
  sender: Sender | undefined,
  { payload }: InitFlags,
  surroundings: Surroundings,
): Promise<SourceReading> {
  if (payload === undefined || payload === '-' || (sender && 'preset' in sender)) return {};
  const { bytes, contentType } = await readPayloadFile(payload, surroundings);
  const body = openBody(bytes, anyBody, [contentType]);
  if (body.kind !== 'read') return {};
  const { split, occurredAt, answers } = proposeSource({
    headers: {},
    bytes,
    body: body.value,
    kind: body.reading.kind,
  });
  return {
    ...(split !== undefined && { split }),
    ...(occurredAt !== undefined && { occurredAt }),
    ...(answers !== undefined && { answers }),
  };
}
