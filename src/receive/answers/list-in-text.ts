/**
 * The list that a text is in JSON, as some WordPress forms send several answers and several files; of anything else
 * the value itself. Only a list of texts, numbers, true, false and null is one.
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
