import type { SourceConfig } from '../../config/config.ts';
import type { BodyRead, ReadBody, UnreadBody } from '../bodies/body.ts';
import { UnreadableBody } from '../bodies/unreadable-body.ts';
import type { Head } from '../redaction/redact-head.ts';
import { readCloudEvents } from './cloudevents.ts';

/** A body and the payloads of its events; undefined if the source has no envelope. */
export type OpenedBody = ReadBody & { readonly enveloped?: readonly unknown[] };

/** Returns the events in the envelope of a webhook, which may be in the headers or in the body. */
export function openEnvelope(
  source: Pick<SourceConfig, 'envelope'> | undefined,
  headers: Head['headers'],
  body: BodyRead,
): OpenedBody | UnreadBody {
  if (source?.envelope === undefined || body.kind === 'unreadable') return body;
  try {
    return { ...body, enveloped: readCloudEvents(headers, body) };
  } catch (error) {
    if (error instanceof UnreadableBody) return { kind: 'unreadable', status: 400, reason: error.message };
    throw error;
  }
}
