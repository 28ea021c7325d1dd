import type { BodyKind } from '../../config/config.ts';
import type { Reading } from '../../inbox/event.ts';

/**
 * What a body is by the name of its content type: nothing where that is not one that is read. Without a name, and by that
 * of a script, JSON is recognised.
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

/** The names that registries and senders have for one kind. */
const names: readonly (readonly [RegExp, 'json' | 'form' | 'multipart' | 'xml'])[] = [
  [/^(?:application|text)\/(?:[\w.-]*[.-])?json(?:-rpc|request)?$|\+json$/, 'json'],
  [/^application\/[\w-]*urlencoded$/, 'form'],
  [/^multipart\/(?:x-)?form(?:-data)?$/, 'multipart'],
  [/^(?:application|text)\/(?:x-)?xml$|\+xml$/, 'xml'],
];

/**
 * What the body of a CloudEvent is: JSON, a text (other formats are left to whoever the data are for), or just bytes.
 * Nothing where it is an event in a format that is not read.
 */
export function findEventKind(name: string, bytes: Uint8Array): Reading['kind'] | undefined {
  if (/^application\/cloudevents(-batch)?(\+|$)/.test(name))
    return name.endsWith('+json') ? 'json' : undefined;
  // An event without data.
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
