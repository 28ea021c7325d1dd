import type { SourceConfig } from '../config/config.ts';
import type { AcceptedRequest, Reading } from '../inbox/event.ts';
import type { NewRefusal } from '../inbox/refusal.ts';
import { decodeText } from './bodies/charset.ts';
import { findItems } from './events/find-items.ts';
import { withoutFutureTime } from './events/occurred-at.ts';
import type { ReceiveSurroundings } from './receive.ts';
import { verifiedBefore } from './verify.ts';

/**
 * Receives a refused webhook whose body cannot be read. `payload` is the payload of its single event as a
 * person wrote it. It provides the id, type and time of the event, and is stored as a correction. The body is
 * kept as received. Undefined if the webhook was not verified, or its body was not kept.
 */
export async function receiveCorrected(
  source: SourceConfig,
  refusal: NewRefusal,
  payload: unknown,
  { newId }: Pick<ReceiveSurroundings, 'newId'>,
): Promise<AcceptedRequest | undefined> {
  const request = verifiedBefore(refusal, () => ({
    kind: 'unreadable',
    status: 400,
    reason: refusal.reason,
  }));
  if (!request) return undefined;
  const { headers, query, bytes } = request;
  // `split` and `jsonField` of the source do not apply to a payload written by a person.
  const items = await findItems(source, request, payload, newId, [payload]);
  return {
    source: source.name,
    receivedAt: refusal.at,
    headers,
    query,
    body: bytes,
    reading: readingOf(bytes),
    items: items.map(({ payload: _written, shared: _shared, ...item }) =>
      withoutFutureTime(item, refusal.at),
    ),
  };
}

/** The body as text if it is readable as such, so that people can read and search it. */
function readingOf(bytes: Uint8Array): Reading {
  const isText = decodeText(bytes, 'utf-8') !== undefined;
  return { kind: isText ? 'text' : 'bytes', charset: 'utf-8' };
}
