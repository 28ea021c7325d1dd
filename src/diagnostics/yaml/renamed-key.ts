import type { Edit } from '../diagnostic.ts';
import { nearest } from '../nearest.ts';
import type { YamlPath, YamlSource } from './source.ts';

/**
 * Returns the fix for a misspelt key. There is one only if exactly one of the `allowed` keys is near, the map
 * does not have that key, and no other misspelt key of the map is as near to it.
 */
export function renamedKey(
  source: YamlSource,
  path: YamlPath,
  allowed: readonly string[],
): readonly Edit[] | undefined {
  const key = String(path.at(-1));
  const [meant, other] = nearest(key, allowed, 2);
  if (meant === undefined || isRival(other, meant, key) || source.keyExtentOf(path) === undefined)
    return undefined;
  const neighbours = keysBeside(source, path).filter(each => each !== key);
  const isTaken = neighbours.some(
    each => each === meant || (!allowed.includes(each) && nearest(each, [meant]).length > 0),
  );
  if (isTaken || !isPlain(meant)) return undefined;
  return [{ place: source.placeOf(path, 'key'), text: meant }];
}

/** True if the second nearest key may be meant as well, and is not only a part of a longer misspelt key. */
function isRival(other: string | undefined, meant: string, key: string): boolean {
  if (other === undefined) return false;
  return !key.startsWith(other) || key.startsWith(meant);
}

function keysBeside(source: YamlSource, path: YamlPath): readonly string[] {
  let value = source.value;
  for (const step of path.slice(0, -1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
    value = (value as Record<string | number, unknown>)[step];
  }
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** True if a key needs no quotes in YAML. */
function isPlain(key: string): boolean {
  return /^[A-Za-z][\w.-]*$/.test(key);
}
