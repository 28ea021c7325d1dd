import { anyBody, openBody } from '../receive/bodies/body.ts';
import { guessContentType } from '../receive/guess-content-type.ts';
import type { MappingTest } from './mapping.ts';

/**
 * What an expression may see as its root, of the payload of a test. Where in a whole webhook the event is, only its
 * source knows, so of a file it is every map and list.
 */
export function payloadRoots({ payload }: MappingTest): readonly unknown[] {
  if ('event' in payload) return [payload.event];
  const { bytes } = payload.file;
  const body = bytes && openBody(bytes, anyBody, [guessContentType(bytes)]);
  return body?.kind === 'read' ? branchesOf(body.value) : [];
}

function branchesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap(branchesOf)]
    : [];
}
