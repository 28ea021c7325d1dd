import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { withLock } from '../../booking/lock/with-lock.ts';
import { checkOne } from '../../check/check-one.ts';
import type { Config } from '../../config/config.ts';
import { counted } from '../../diagnostics/counted.ts';
import { readMappings } from '../../mapping/folder.ts';
import { openLock } from '../account/lock-file.ts';
import type { Surroundings } from '../surroundings.ts';
import { diskFor, shortPath } from '../workspace.ts';
import { findingsOf } from './config-findings.ts';
import { type Finding, well, wrong } from './finding.ts';

/**
 * Checks that the mappings can be used with the present accounts: `live` contains those that could be read. Samples and
 * stored events are left to `check`.
 */
export function mappingFindings(
  config: Config,
  live: ReadonlyMap<string, CatalogSnapshot | null>,
  surroundings: Surroundings,
): readonly Finding[] {
  const { mappings, faulty, diagnostics } = readMappings(config.mappings, diskFor(config));
  const { lock } = openLock(config);
  const catalogs = new Map(
    [...live].map(([name, snapshot]) => {
      const locked = lock?.catalogs.get(name);
      return [name, { snapshot: snapshot && locked ? withLock(snapshot, locked) : snapshot }];
    }),
  );
  const found = [...diagnostics, ...mappings.flatMap(each => checkOne(each, config, catalogs))];
  const faults = findingsOf('mappings', found, surroundings);
  const count = mappings.length + faulty.length;
  if (count === 0 && faults.length === 0) {
    const folder = shortPath(config.mappings, surroundings);
    return [
      wrong(
        'mappings',
        `there is none in ${folder}: events would wait for one`,
        '`fieldbridge init` writes a first one',
      ),
    ];
  }
  if (faults.length > 0) return faults;
  const asked = [...live].flatMap(([name, snapshot]) => (snapshot ? [name] : []));
  const usable = `${counted(count, 'mapping')} can be used`;
  const fits = count === 1 ? 'it fits' : 'they fit';
  return [well('mappings', asked.length > 0 ? `${usable}, and ${fits} ${asked.join(', ')}` : usable)];
}
