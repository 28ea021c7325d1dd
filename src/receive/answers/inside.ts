/** An own property of an object; nothing of anything else, and nothing for null. */
export function inside(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key] ?? undefined;
}

/** True if a value of a payload is an object and not a list. */
export function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
