/**
 * JSONata's `$boolean` of a value, where nothing at all counts as false: texts are true unless empty, numbers unless
 * 0, objects unless empty, a list where any of its elements is true; null is false.
 */
export function truthOf(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(truthOf);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
