import type { SourceConfig } from '../config/config.ts';
import type { AcceptedRequest, ImportedRow } from '../inbox/event.ts';
import { anyBody, openBody } from './bodies/body.ts';
import { findItems } from './events/find-items.ts';
import { withoutFutureTime } from './events/occurred-at.ts';
import type { ReceiveSurroundings } from './receive.ts';

/** A row of a list that a person imports for a source. */
export interface ListRow {
  /** The JSON value of the row, as a text. */
  readonly body: string;
  /** The number of equal rows before it in the same file. */
  readonly repeat: number;
  /**
   * True if the row was corrected after a failure. It is then identified by its contents, not by `eventId` of
   * the source.
   */
  readonly isMended: boolean;
}

/** The result of reading a row. */
export type ReceivedRow =
  | { readonly kind: 'accepted'; readonly request: AcceptedRequest }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Receives a row as one event of a source. Its id is the one that `eventId` of the source finds, so that a
 * webhook and a row with the same id are one event. If there is none, the id is made of the contents of the
 * row and the number of equal rows before it.
 */
export async function receiveRow(
  source: SourceConfig,
  { body, repeat, isMended }: ListRow,
  { now, newId }: Pick<ReceiveSurroundings, 'now' | 'newId'>,
  importedRow?: ImportedRow,
): Promise<ReceivedRow> {
  const bytes = new TextEncoder().encode(body);
  const read = openBody(bytes, { ...anyBody, body: 'json' }, []);
  if (read.kind === 'unreadable') return { kind: 'unreadable', reason: read.reason };
  const { eventId } = source;
  const asOne = {
    ...source,
    split: undefined,
    jsonField: undefined,
    envelope: undefined,
    eventId: isMended ? undefined : eventId,
  };
  const items = await findItems(asOne, { headers: {}, query: {}, bytes }, read.value, newId);
  const identified = items.map(item => ({
    ...item,
    senderEventId: item.senderEventId ?? keyOfContents(item.contentHash, repeat),
  }));
  return {
    kind: 'accepted',
    request: {
      source: source.name,
      receivedAt: now,
      headers: {},
      query: {},
      body: bytes,
      reading: read.reading,
      items: identified.map(item => withoutFutureTime(item, now)),
      ...(importedRow && { importedRow }),
    },
  };
}

/** Returns the request of a row that is identified by its contents, and not by `eventId` of its source. */
export function identifiedByContents(request: AcceptedRequest, repeat: number): AcceptedRequest {
  const items = request.items.map(item => ({
    ...item,
    senderEventId: keyOfContents(item.contentHash, repeat),
  }));
  return { ...request, items };
}

function keyOfContents(contentHash: string, repeat: number): string {
  return `row ${contentHash} ${repeat}`;
}
