import type { KnownPaths } from './known-paths.ts';
import { hasPath } from './path-tree.ts';

/** True if events report the change of a single property, as CRMs do. */
export function changesProperties({ all }: Pick<KnownPaths, 'all'>): boolean {
  const payload = all.get('');
  return payload !== undefined && ['propertyName', 'propertyValue'].every(each => hasPath(payload, [each]));
}
