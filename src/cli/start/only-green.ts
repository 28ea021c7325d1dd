import type { Config } from '../../config/config.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import { whyNotGreen } from '../../deliver/mappings/why-not-green.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Log } from '../../log/log.ts';
import type { FaultyMapping, MappingFolder } from '../../mapping/folder.ts';
import type { Mapping } from '../../mapping/mapping.ts';

/** Judges a changed mapping: returns the reason not to use it, or undefined. */
export type JudgeMapping = (mapping: Mapping) => Promise<Diagnostic | undefined>;

/**
 * Returns the next state of a folder. A changed mapping that is not green counts as faulty, so that its last good
 * version stays in use. A mapping that is already in use is not judged again.
 */
async function onlyGreen(
  inUse: readonly Mapping[],
  next: MappingFolder,
  judge: JudgeMapping,
): Promise<MappingFolder> {
  const versions = new Map(inUse.map(({ name, version }) => [name, version]));
  const mappings: Mapping[] = [];
  const refused: FaultyMapping[] = [];
  for (const mapping of next.mappings) {
    const { name, file, source, version } = mapping;
    const fault = versions.get(name) === version ? undefined : await judge(mapping);
    if (fault) refused.push({ name, file, source, diagnostics: [fault] });
    else mappings.push(mapping);
  }
  if (refused.length === 0) return next;
  const faulty = [...next.faulty, ...refused].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const diagnostics = [...next.diagnostics, ...refused.flatMap(each => each.diagnostics)];
  return { ...next, mappings, faulty, diagnostics };
}

/** Lets only green mappings go live (`reload: checked`), and decides when to judge refused ones again. */
export interface Gate {
  /** True if mappings were refused, and a catalog has changed since. */
  isDue(): boolean;
  judge(inUse: MappingFolder, next: MappingFolder): Promise<MappingFolder>;
}

/**
 * Creates the gate of a bridge. It judges by the catalogs that this process knows. Each new refusal makes the bridge
 * read them again, because a person may just have changed the account and the mapping together.
 */
export function createGate(
  config: Pick<Config, 'sources' | 'destinations'>,
  bridge: Pick<Bridge, 'planning' | 'readCatalogs'>,
  log: Pick<Log, 'info' | 'warn'>,
): Gate {
  let refused: ReadonlyMap<string, string> = new Map();
  let seen: readonly unknown[] = [];
  const known = () => {
    const { destination } = bridge.planning();
    return [...config.destinations.keys()].map(name => destination(name)?.catalog);
  };
  return {
    isDue: () => refused.size > 0 && known().some((catalog, index) => catalog !== seen[index]),
    async judge(inUse, next) {
      seen = known();
      const planning = bridge.planning();
      const judged = await onlyGreen(inUse.mappings, next, mapping =>
        whyNotGreen(mapping, { config, planning }),
      );
      const before = refused;
      refused = refusedIn(judged);
      tell(judged, before, refused, log);
      if ([...refused].some(([name, reason]) => before.get(name) !== reason)) bridge.readCatalogs();
      return judged;
    },
  };
}

function refusedIn({ faulty }: MappingFolder): ReadonlyMap<string, string> {
  return new Map(
    faulty.flatMap(({ name, diagnostics: [first] }) =>
      first?.code === 'mapping/not-green' ? [[name, first.message] as const] : [],
    ),
  );
}

function tell(
  { faulty, mappings }: MappingFolder,
  before: ReadonlyMap<string, string>,
  refused: ReadonlyMap<string, string>,
  log: Pick<Log, 'info' | 'warn'>,
): void {
  for (const { name, diagnostics } of faulty) {
    const reason = refused.get(name);
    if (reason === undefined || before.get(name) === reason) continue;
    const next = diagnostics[0]?.hint;
    log.warn({ mapping: name, reason, next }, 'changed mapping not in use');
  }
  for (const { name } of mappings) {
    if (before.has(name)) log.info({ mapping: name }, 'changed mapping in use');
  }
}
