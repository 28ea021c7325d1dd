import { setImmediate as turn } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import type { Bridge } from '../../deliver/bridge.ts';
import { redInUse, whyNotGreen } from '../../deliver/mappings/why-not-green.ts';
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

/**
 * Lets only green mappings go live (`reload: checked`), and decides when to judge refused ones again. Mappings of the
 * start are in use whatever their tests show; a failing test is reported.
 */
export interface Gate {
  /** True before the first judgement, and if mappings were refused or are red, and a catalog has changed since. */
  isDue(): boolean;
  /** The payload files of the tests of refused mappings, and of mappings that are in use although a test fails. */
  samples(): readonly string[];
  judge(inUse: MappingFolder, next: MappingFolder): Promise<MappingFolder>;
}

/** Lets every readable mapping go live (`reload: always`). */
export const openGate: Gate = { isDue: () => false, samples: () => [], judge: async (_, next) => next };

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
  let red: ReadonlyMap<string, Diagnostic> = new Map();
  let samples: readonly string[] = [];
  let seen: readonly unknown[] | undefined;
  const known = () => {
    const { destination } = bridge.planning();
    return [...config.destinations.keys()].map(name => destination(name)?.catalog);
  };
  return {
    isDue() {
      if (!seen) return true;
      const wasUnknown = seen.some(catalog => !catalog);
      const isOpen = refused.size > 0 || red.size > 0 || wasUnknown;
      return isOpen && known().some((catalog, index) => catalog !== seen?.[index]);
    },
    samples: () => samples,
    async judge(inUse, next) {
      if (next.unreadable) return next;
      // Without a catalog, only some tests of the start could be judged.
      const isAll = seen === undefined || seen.some(catalog => !catalog);
      seen = known();
      const planning = bridge.planning();
      const judged = await onlyGreen(inUse.mappings, next, mapping =>
        whyNotGreen(mapping, { config, planning }),
      );
      const used = judged.mappings.filter(({ name }) => isAll || red.has(name));
      const redBefore = red;
      const isFaulty = (name: string) => judged.faulty.some(each => each.name === name);
      const stillUsed = [...redBefore].filter(([name]) => isFaulty(name));
      red = new Map([...stillUsed, ...(await redAmong(used, mapping => redInUse(mapping, planning)))]);
      const before = refused;
      refused = refusedIn(judged);
      samples = next.mappings.filter(({ name }) => refused.has(name) || red.has(name)).flatMap(samplesOf);
      tell(judged, before, refused, log);
      tellRed(redBefore, red, log);
      if ([...refused].some(([name, reason]) => before.get(name) !== reason)) bridge.readCatalogs();
      const diagnostics = judged.diagnostics.filter(({ code }) => code !== 'mapping/test-fails');
      return { ...judged, diagnostics: [...diagnostics, ...red.values()] };
    },
  };
}

/** Returns the paths of the payload files of a mapping's tests. */
export function samplesOf({ tests }: Mapping): readonly string[] {
  return tests.flatMap(({ payload }) => ('file' in payload ? [payload.file.path] : []));
}

/** Returns the findings of the mappings that are red, by name. Webhooks are accepted in between. */
async function redAmong(
  mappings: readonly Mapping[],
  judge: JudgeMapping,
): Promise<ReadonlyMap<string, Diagnostic>> {
  const red = new Map<string, Diagnostic>();
  for (const mapping of mappings) {
    const found = await judge(mapping);
    if (found) red.set(mapping.name, found);
    await turn();
  }
  return red;
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

function tellRed(
  before: ReadonlyMap<string, Diagnostic>,
  red: ReadonlyMap<string, Diagnostic>,
  log: Pick<Log, 'warn'>,
): void {
  for (const [mapping, { message: reason, hint: next }] of red) {
    if (before.get(mapping)?.message === reason) continue;
    log.warn({ mapping, reason, next }, 'mapping in use although a test fails');
  }
}
