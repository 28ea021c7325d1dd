import { wholePayload } from '../../event.ts';
import { sharedTexts, storedReading } from '../../stored/stored-request.ts';

/** What a webhook or a refusal is kept as. */
export interface KeptRequest {
  readonly headers: string;
  readonly query: string;
  readonly reading: string | null;
  readonly body: Uint8Array | null;
}

/** What is kept of an event, as its rows have it. */
export interface KeptEvent {
  /** Of itself: its sender's id, its type, its reason, its diagnostics. */
  readonly own: readonly (string | null)[];
  /** Its webhook, but not of a split one: there its part alone is the event's. */
  readonly request: KeptRequest | undefined;
  readonly payload: KeptPayload | undefined;
  /** Its calls, and what was answered to them. */
  readonly further: readonly (string | null)[];
}

/** One item of a split webhook: its JSON, where pieces that it shares stand in it, and the pieces. */
export interface KeptPayload {
  readonly json: string;
  readonly places: string | null;
  readonly pieces: readonly string[];
}

/** All that is kept of an event, as one text to search in. */
export function textOfEvent({ own, request, payload, further }: KeptEvent): string {
  return [
    ...own,
    payload && payloadText(payload),
    ...(request ? [textOfRequest(request)] : []),
    ...further,
  ].join('\n');
}

/** The same of a webhook or a refusal as a whole. */
export function textOfRequest({ headers, query, reading, body }: KeptRequest): string {
  return [headers, query, body === null ? '' : decoded(body, reading)].join('\n');
}

function payloadText({ json, places, pieces }: KeptPayload): string {
  return wholePayload(json, sharedTexts(places, pieces));
}

function decoded(body: Uint8Array, reading: string | null): string {
  const charset = reading === null ? 'utf-8' : storedReading.read(reading).charset;
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder('latin1').decode(body);
  }
}
