/** Whether a value of a payload has names: an object that is no list. */
export function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
