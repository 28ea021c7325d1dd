import type { BodyRead } from '../bodies/body.ts';
import { putInBody } from '../bodies/put-in-body.ts';
import { CannotSign } from './cannot-sign.ts';

/**
 * Returns a body in which the text at a path, such as `meta.token`, is replaced or added. In XML the element
 * must exist. Everything else stays unchanged, except white space in JSON. `open` reads a body of this kind.
 * @throws CannotSign if the text would not be found at its path
 */
export function putProofInBody(
  body: Uint8Array,
  path: string,
  text: string,
  open: (bytes: Uint8Array) => BodyRead,
): Uint8Array {
  const read = open(body);
  if (read.kind === 'unreadable') throw new CannotSign(`${read.reason}, and the proof is to stand in it`);
  if (read.reading.charset !== 'utf-8') {
    throw new CannotSign('a proof is put only into a body that is in UTF-8');
  }
  const bytes = putInBody(body, path, text, { kind: read.reading.kind, open });
  if (bytes) return bytes;
  throw new CannotSign(`the body has no place for "${path}"`);
}
