/**
 * Applies a JSON Merge Patch to a value (RFC 7396): properties of the patch replace those of the value, null
 * removes one, and a list is replaced as a whole. Neither argument is modified.
 */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(value) ? Object.entries(value) : []);
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), change));
  }
  return Object.fromEntries(merged);
}

/** Returns the JSON Merge Patch that changes one value into another; undefined if they are equal. */
export function patchBetween(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after))
    return JSON.stringify(before) === JSON.stringify(after) ? undefined : after;
  const changes = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(name => {
    if (!Object.hasOwn(after, name)) return [[name, null] as const];
    const change = Object.hasOwn(before, name) ? patchBetween(before[name], after[name]) : after[name];
    return change === undefined ? [] : [[name, change] as const];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
