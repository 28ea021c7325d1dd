import type { SourceConfig } from '../../config/config.ts';
import { composed } from '../../diagnostics/composed.ts';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import { encodingFault } from '../../diagnostics/written-text.ts';
import { type AcceptedItem, wholePayload } from '../../inbox/event.ts';
import type { Answers } from '../answers/answers.ts';
import { answersOf } from '../answers/answers-of.ts';
import { anyBody, openBody } from '../bodies/body.ts';
import { guessContentType } from '../bodies/guess-content-type.ts';
import { findItems } from '../events/find-items.ts';
import { type OpenedBody, openEnvelope } from '../events/open-envelope.ts';
import type { Query } from '../query.ts';

/** The head of a sample. Names of headers are in lower case. */
export interface SampleHead {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Query;
}

/** One event of a sample, with all data for expressions. */
export interface SampleEvent extends SampleHead {
  readonly payload: unknown;
  readonly answers: Answers | undefined;
  readonly body: unknown;
  readonly type?: string;
  /** Epoch milliseconds. */
  readonly occurredAt?: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** The events of a sample, or the reason why there are none. */
export type SampleRead =
  | { readonly kind: 'read'; readonly events: readonly SampleEvent[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Reads a sample, the body of a webhook as this source's sender posts it: like a received webhook, but
 * unsigned. If no header has the content type, it is guessed. The sample of an unknown source is read by its
 * content type, as one event.
 */
export async function readSample(
  source: SourceConfig | undefined,
  bytes: Uint8Array,
  head: SampleHead,
): Promise<SampleRead> {
  const declared = head.headers['content-type'];
  const type = declared ?? guessContentType(bytes);
  const words = source ?? anyBody;
  // The parts of a multipart body are often saved as JSON, since an editor cannot write such a body.
  const isSavedAsJson = words.body === 'multipart' && declared === undefined && type === 'application/json';
  const opened = openBody(bytes, isSavedAsJson ? { ...words, body: 'auto' } : words, [type]);
  // If the body is unreadable or only a text, an editor probably saved it in another encoding.
  const isOdd = opened.kind === 'unreadable' || opened.reading.kind === 'text';
  const encoding = isOdd ? encodingFault(bytes) : undefined;
  if (encoding) return { kind: 'unreadable', reason: `it ${encoding.reason}; ${encoding.hint}` };
  const body = openEnvelope(source, head.headers, opened);
  if (body.kind === 'unreadable') return body;
  return eventsOf(source, body, { bytes, ...head });
}

/** Returns the data of one event of this source for expressions, with the given payload. */
export async function readSampleEvent(
  source: SourceConfig | undefined,
  payload: unknown,
  head: SampleHead,
): Promise<SampleRead> {
  const whole = source && { ...source, split: undefined, envelope: undefined };
  return eventsOf(whole, { value: payload }, { bytes: new Uint8Array(), ...head });
}

async function eventsOf(
  source: SourceConfig | undefined,
  { value, enveloped }: Pick<OpenedBody, 'value' | 'enveloped'>,
  request: SampleHead & { readonly bytes: Uint8Array },
): Promise<SampleRead> {
  const { headers } = request;
  const body = composed(value);
  const query = composed(request.query) as Query;
  const items: readonly Omit<AcceptedItem, 'id' | 'contentHash'>[] = source
    ? await findItems(source, request, body, () => 'sample', enveloped)
    : [{ diagnostics: [] }];
  const events: SampleEvent[] = [];
  for (const { payload: json, shared = [], diagnostics, ...item } of items) {
    if (hasErrors(diagnostics)) {
      return {
        kind: 'unreadable',
        reason: diagnostics.find(each => each.severity === 'error')?.message ?? '',
      };
    }
    const payload = json === undefined ? body : composed(JSON.parse(wholePayload(json, shared)));
    const answers = answersOf(source?.answers, payload);
    events.push({ ...item, payload, answers, headers, query, body, diagnostics });
  }
  return { kind: 'read', events };
}
