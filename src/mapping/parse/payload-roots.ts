import { anyBody, openBody } from '../../receive/bodies/body.ts';
import { guessContentType } from '../../receive/bodies/guess-content-type.ts';
import type { MappingTest } from '../mapping.ts';

/**
 * Returns the possible roots of expressions in the payloads of tests. Only the source knows where an event is
 * in a whole webhook, so for a file they are all its maps and lists.
 */
export function payloadRoots(tests: readonly MappingTest[]): readonly unknown[] {
  const roots: unknown[] = [];
  const files = new Set<Uint8Array>();
  for (const { payload } of tests) {
    if ('event' in payload) roots.push(payload.event);
    else if (payload.file.bytes) files.add(payload.file.bytes);
  }
  for (const bytes of files) {
    const body = openBody(bytes, anyBody, [guessContentType(bytes)]);
    if (body.kind === 'read') addBranches(body.value, roots);
  }
  return roots;
}

function addBranches(root: unknown, branches: unknown[]): void {
  const open = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    branches.push(value);
    for (const each of Object.values(value)) if (typeof each === 'object' && each !== null) open.push(each);
  }
}
