import type { SourceConfig } from '../../config/config.ts';
import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { AcceptedItem, PlannableEvent } from '../../inbox/event.ts';
import { readPayload } from '../bodies/body.ts';
import { withoutPings } from '../handshakes/without-pings.ts';
import { findItems } from './find-items.ts';
import { withoutFutureTime } from './occurred-at.ts';
import { openEnvelope } from './open-envelope.ts';

/**
 * Splits a stored webhook by the current settings of its source, if that failed on arrival. The ids of the
 * events consist of the id of the webhook and a number.
 */
export async function splitStoredWebhook(
  source: SourceConfig | undefined,
  event: PlannableEvent,
): Promise<readonly AcceptedItem[]> {
  const { headers, query, body: bytes, reading, receivedAt } = event;
  if (!source) return stillFailed(event, `there is no source "${event.source}" in the config any more`);
  const opened = openEnvelope(source, headers, {
    kind: 'read',
    reading,
    value: readPayload(event),
  });
  if (opened.kind === 'unreadable') return stillFailed(event, opened.reason);
  let found = 0;
  const newId = () => {
    found += 1;
    return `${event.id}_${found}`;
  };
  const items = await findItems(source, { headers, query, bytes }, opened.value, newId, opened.enveloped);
  return withoutPings(source, items).map(item => withoutFutureTime(item, receivedAt));
}

function stillFailed({ id }: PlannableEvent, why: string): readonly AcceptedItem[] {
  const diagnostics = [diagnostic('intake/split-failed', `the webhook could not be taken apart: ${why}`)];
  return [{ id, contentHash: '', diagnostics }];
}
