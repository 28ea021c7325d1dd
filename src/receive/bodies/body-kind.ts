import type { BodyKind } from '../../config/config.ts';
import type { Reading } from '../../inbox/event.ts';
import type { MediaType } from './media-type.ts';

/** What a body is by its content type: nothing where that is not one that is read. Without one, JSON is recognised. */
export function findKind(
  type: MediaType | undefined,
  bytes: Uint8Array,
): Exclude<BodyKind, 'auto'> | 'json-or-text' | undefined {
  if (!type) return looksLikeJson(bytes) ? 'json' : undefined;
  switch (type.name) {
    case 'application/json':
    case 'text/json':
      return 'json';
    case 'application/x-www-form-urlencoded':
      return 'form';
    case 'text/plain':
      return 'json-or-text';
    case 'multipart/form-data':
      return 'multipart';
    case 'application/xml':
    case 'text/xml':
      return 'xml';
  }
  if (type.name.endsWith('+json')) return 'json';
  return type.name.endsWith('+xml') ? 'xml' : undefined;
}

/**
 * What the body of a CloudEvent is: JSON, a text (other formats are left to whoever the data are for), or just bytes.
 * Nothing where it is an event in a format that is not read.
 */
export function findEventKind(type: MediaType | undefined, bytes: Uint8Array): Reading['kind'] | undefined {
  if (type && /^application\/cloudevents(-batch)?(\+|$)/.test(type.name)) {
    return type.name.endsWith('+json') ? 'json' : undefined;
  }
  // An event without data.
  if (bytes.length === 0) return 'text';
  if (type?.name.startsWith('text/')) return type.name === 'text/json' ? 'json' : 'text';
  const kind = findKind(type, bytes);
  if (kind === 'json') return 'json';
  return kind === 'form' || kind === 'xml' ? 'text' : 'bytes';
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const first = bytes.find(byte => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte));
  return first === undefined || first === 0x7b || first === 0x5b;
}
