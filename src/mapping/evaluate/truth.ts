/**
 * Returns the result of JSONata's `$boolean`; a missing value is false. Texts are true unless empty, numbers
 * unless 0, objects unless empty, lists if any of their elements is true; null is false.
 */
export function truthOf(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(truthOf);
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
