import { isDeepStrictEqual } from 'node:util';
import type { SourceConfig } from '../../config/config.ts';
import { readSample, readSampleEvent, type SampleEvent } from '../../receive/samples/read-sample.ts';

/** The place of a test's payload, and the events that its source reads there. */
export interface PlacedPayload {
  /** The payload is in its own file as the body of a webhook, or in the mapping as one event. */
  readonly place: { readonly body: string } | { readonly event: unknown };
  readonly events: readonly SampleEvent[];
}

/** The payload to place. */
export interface PayloadToPlace {
  readonly payload: unknown;
  /** The body of the whole webhook. If the body is only this event, the payload itself. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** True if it must be in the mapping, because no file can be written beside it. */
  readonly inMapping?: boolean | undefined;
}

/**
 * Finds the body of a webhook of this source that gives one event with this payload: the payload itself, the whole body
 * with only this event in its lists, or the whole body. If the source cannot read such a body, for example one that is
 * not JSON, the payload is in the mapping, except a text, which would be the name of a file.
 */
export async function placePayload(
  source: SourceConfig | undefined,
  { payload, body, headers, inMapping }: PayloadToPlace,
): Promise<PlacedPayload | undefined> {
  const inFile = payload === body ? [payload] : [payload, onlyOf(body, payload), body];
  for (const each of inMapping ? [] : inFile) {
    const text = typeof each === 'string' ? each : `${JSON.stringify(each, null, 2)}\n`;
    const read = await readSample(source, Buffer.from(text), { headers, query: {} });
    if (read.kind === 'unreadable') continue;
    const [event] = read.events;
    const isIt = read.events.length === 1 && isDeepStrictEqual(event?.payload, payload);
    if (isIt) return { place: { body: text }, events: read.events };
  }
  if (typeof payload === 'string') return undefined;
  const read = await readSampleEvent(source, payload, { headers, query: {} });
  return read.kind === 'read' ? { place: { event: payload }, events: read.events } : undefined;
}

/** Returns a copy of a value in which each list that contains the payload contains nothing else. */
function onlyOf(value: unknown, payload: unknown): unknown {
  if (Array.isArray(value)) {
    const same = value.find(each => isDeepStrictEqual(each, payload));
    if (same !== undefined) return [same];
    const holding = value.filter(each => holds(each, payload));
    return (holding.length > 0 ? holding.slice(0, 1) : value).map(each => onlyOf(each, payload));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, onlyOf(child, payload)]));
}

function holds(value: unknown, payload: unknown): boolean {
  if (isDeepStrictEqual(value, payload)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(each => holds(each, payload));
}
