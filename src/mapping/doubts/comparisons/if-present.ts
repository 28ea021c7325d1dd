/**
 * Returns an expression that has a result only if there is a value at a path. An empty text, a missing value and a list
 * of empty texts, as forms send for an unticked box, have none.
 */
export function ifPresent(path: string, expression: string): string {
  return `$exists(${path}[$ != ""]) ? (${expression})`;
}
