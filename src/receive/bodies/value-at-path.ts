/**
 * Returns the value at a path of a body, such as `meta.token`; undefined if the path ends earlier. Only own properties
 * count.
 */
export function valueAtPath(body: unknown, path: string): unknown {
  return path.split('.').reduce(inside, body);
}

function inside(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  // The length of a list is its own too.
  if (Array.isArray(value) && step === 'length') return undefined;
  return (value as Record<string, unknown>)[step];
}
