import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ConfigReading } from '../reading.ts';

const ownPaths = ['/api', '/healthz', '/readyz', '/metrics', '/console'];

/** Reports sources with the same path, or with a path of the server itself. */
export function checkSourcePaths({ report, source, valueAt }: ConfigReading): void {
  const sources = valueAt(['sources']);
  if (typeof sources !== 'object' || sources === null) return;
  const owners = new Map<string, string>();
  for (const name of Object.keys(sources)) {
    const written = valueAt(['sources', name, 'path']);
    const path = typeof written === 'string' ? written : `/hooks/${name}`;
    const place = source.placeOf(['sources', name, 'path'], 'value');
    const own = ownPaths.find(each => path === each || path.startsWith(`${each}/`));
    if (own !== undefined) {
      const message = `the server itself answers ${own} and what is below it`;
      const hint = 'choose another path, such as /hooks/ and the name of the source';
      report(diagnostic('config/conflict', message, { hint, place }));
    }
    const owner = owners.get(path);
    if (owner === undefined) owners.set(path, name);
    else {
      const message = `this is also the path of the source "${owner}"; each source needs its own`;
      report(diagnostic('config/conflict', message, { place }));
    }
  }
}
