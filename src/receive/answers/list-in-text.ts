/**
 * Returns the list that is written as JSON in a text, as some WordPress forms send several answers or files.
 * The list may hold texts, numbers, true, false and null. Any other value is returned unchanged.
 */
export function listInText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\[[\s\S]*\]\s*$/.test(value)) return value;
  try {
    const list: unknown = JSON.parse(value);
    const isPlain = Array.isArray(list) && list.every(each => typeof each !== 'object' || each === null);
    return isPlain ? list : value;
  } catch {
    return value;
  }
}
