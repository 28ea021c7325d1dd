import { expect } from 'vitest';
import {
  anyBody,
  type BodyRead,
  type BodyWords,
  openBody,
  readStoredBody,
} from '../../../src/receive/bodies/body.ts';

/** Reads a body; returns the reason if it cannot be read. Without a content type the header is missing. */
export function open(
  body: string | Uint8Array,
  contentType?: string,
  words: Partial<BodyWords> = {},
): BodyRead {
  return openBody(
    Buffer.from(body),
    { ...anyBody, ...words },
    contentType === undefined ? [] : [contentType],
  );
}

/**
 * The value of a body, which must be the same when its stored bytes are read again; throws the reason if it is refused.
 */
export function readAs(
  body: string | Uint8Array,
  contentType: string | undefined,
  words: Partial<BodyWords> = {},
): unknown {
  const result = open(body, contentType, words);
  if (result.kind === 'unreadable') throw new Error(result.reason);
  const stored: typeof result.reading = JSON.parse(JSON.stringify(result.reading));
  expect(stored).toEqual(result.reading);
  expect(readStoredBody(Buffer.from(body), stored)).toEqual(result.value);
  return result.value;
}

export function statusOf(
  body: string | Uint8Array,
  contentType?: string,
  words: Partial<BodyWords> = {},
): number {
  const result = open(body, contentType, words);
  return result.kind === 'unreadable' ? result.status : 200;
}

/** The reason why a body gets status 400. */
export function reasonOf(
  body: string | Uint8Array,
  contentType?: string,
  words: Partial<BodyWords> = {},
): string {
  const result = open(body, contentType, words);
  if (result.kind === 'read') throw new Error('it was read');
  expect(result.status).toBe(400);
  return result.reason;
}

/** Fails if a value has another prototype than plain data, at any depth. */
export function expectPlainData(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  expect([Object.prototype, Array.prototype]).toContain(Object.getPrototypeOf(value));
  for (const each of Object.values(value)) expectPlainData(each);
}
