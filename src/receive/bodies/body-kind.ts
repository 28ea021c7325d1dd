import type { BodyKind } from '../../config/config.ts';
import type { Reading } from '../../inbox/event.ts';

/**
 * Returns the kind of a body by the name of its content type; undefined if the type is not supported. JSON is
 * detected if there is no name, or that of a script.
 */
export function findKind(
  name: string,
  bytes: Uint8Array,
): Exclude<BodyKind, 'auto'> | 'json-or-text' | undefined {
  if (name === '' || script.test(name)) return looksLikeJson(bytes) ? 'json' : undefined;
  if (name === 'text/plain') return 'json-or-text';
  return names.find(([spelling]) => spelling.test(name))?.[1];
}

const script = /^(?:application|text)\/(?:x-)?(?:java|ecma)script$/;

/** The content types for one kind, registered or used by senders. */
const names: readonly (readonly [RegExp, 'json' | 'form' | 'multipart' | 'xml'])[] = [
  [/^(?:application|text)\/(?:[\w.-]*[.-])?json(?:-rpc|request)?$|\+json$/, 'json'],
  [/^application\/[\w-]*urlencoded$/, 'form'],
  [/^multipart\/(?:x-)?form(?:-data)?$/, 'multipart'],
  [/^(?:application|text)\/(?:x-)?xml$|\+xml$/, 'xml'],
];

/**
 * Returns the kind of a CloudEvent's body: JSON, a text (the receiver of the data reads other formats), or
 * bytes. Undefined for an event in an unsupported format.
 */
export function findEventKind(name: string, bytes: Uint8Array): Reading['kind'] | undefined {
  if (/^application\/cloudevents(-batch)?(\+|$)/.test(name))
    return name.endsWith('+json') ? 'json' : undefined;
  // An event without data has an empty body.
  if (bytes.length === 0) return 'text';
  if (name.startsWith('text/')) return name === 'text/json' ? 'json' : 'text';
  const kind = findKind(name, bytes);
  if (kind === 'json') return 'json';
  return kind === 'form' || kind === 'xml' ? 'text' : 'bytes';
}

function looksLikeJson(bytes: Uint8Array): boolean {
  const first = bytes.find(byte => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte));
  return first === undefined || first === 0x7b || first === 0x5b || first === 0x22;
}
