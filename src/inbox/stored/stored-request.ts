import type { AcceptedRequest, Reading, SharedText } from '../event.ts';
import { as, isOptional, isRecord, isText, isTexts, type Shape, shape } from './shape.ts';

/** The headers of a webhook. */
export const storedHeaders: Shape<AcceptedRequest['headers']> = shape('headers', [as(isHeaders)]);

/** The query of a webhook's URL. */
export const storedQuery: Shape<AcceptedRequest['query']> = shape('a query', [as(isQuery)]);

/** How the bytes of a webhook's body are read. */
export const storedReading: Shape<Reading> = shape('the reading of a body', [as(isReading)]);

/** The pieces of JSON that the items of a webhook share. */
export const storedPieces: Shape<readonly string[]> = shape('what items share', [as(isTexts)]);

/** The places of shared pieces in an item: `[characters before it, place in the list of pieces]`. */
export const storedPlaces: Shape<readonly (readonly [at: number, piece: number])[]> = shape(
  'the places of what items share',
  [as(isPlaces)],
);

/** Ids of events, or names of destinations. */
export const storedNames: Shape<readonly string[]> = shape('names', [as(isTexts)]);

/** Returns the pieces that an item shares, from the places in its row. */
export function sharedTexts(places: string | null, pieces: readonly string[]): readonly SharedText[] {
  if (places === null) return [];
  return storedPlaces.read(places).map(([at, piece]) => ({ at, json: pieces[piece] ?? 'null' }));
}

const kinds: Readonly<Record<Reading['kind'], true>> = {
  json: true,
  form: true,
  text: true,
  multipart: true,
  xml: true,
  bytes: true,
};

function isReading(json: unknown): json is Reading {
  return (
    isRecord(json) &&
    isText(json.kind) &&
    Object.hasOwn(kinds, json.kind) &&
    isText(json.charset) &&
    isOptional(json.boundary, isText) &&
    isOptional(json.jsonField, isJsonField) &&
    isOptional(json.isQuoted, quoted => quoted === true)
  );
}

function isJsonField(json: unknown): boolean {
  return isRecord(json) && isText(json.name) && typeof json.whole === 'boolean';
}

function isHeaders(json: unknown): json is AcceptedRequest['headers'] {
  return isRecord(json) && Object.values(json).every(isText);
}

function isQuery(json: unknown): json is AcceptedRequest['query'] {
  return isRecord(json) && Object.values(json).every(each => isText(each) || isTexts(each));
}

function isPlaces(json: unknown): json is readonly (readonly [number, number])[] {
  return Array.isArray(json) && json.every(isPlace);
}

function isPlace(json: unknown): boolean {
  return Array.isArray(json) && json.length === 2 && json.every(each => typeof each === 'number');
}
