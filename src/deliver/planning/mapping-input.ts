import type { SourceConfig } from '../../config/config.ts';
import { composed } from '../../diagnostics/composed.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { PlannableEvent } from '../../inbox/event.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { answersOf } from '../../receive/answers/answers-of.ts';
import { readPayload, readStoredBody } from '../../receive/bodies/body.ts';
import { headerTexts } from '../../receive/events/header-texts.ts';

/**
 * Returns the data of a stored event that the expressions of a mapping can read, with normalised texts. The whole body
 * is read only on request.
 */
export function mappingInput(event: PlannableEvent, source: SourceConfig | undefined): MappingInput {
  const payload = composed(readPayload(event));
  return {
    payload,
    answers: answersOf(source?.answers, payload),
    headers: headerTexts(event.headers),
    query: composed(event.query) as MappingInput['query'],
    get body() {
      return event.payload === undefined ? payload : composed(readStoredBody(event.body, event.reading));
    },
    hasShortBody: event.body.byteLength <= shortBodyBytes,
    event: {
      id: event.id,
      source: event.source,
      ...(event.type !== undefined && { type: event.type }),
      receivedAt: isoTime(event.receivedAt),
      ...(event.occurredAt !== undefined && { occurredAt: isoTime(event.occurredAt) }),
    },
  };
}

/** A webhook of this size has few events. */
const shortBodyBytes = 16_384;
