import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { snapshotOfLock } from '../../booking/lock/with-lock.ts';
import type { Config } from '../../config/config.ts';
import { loadConfig } from '../../config/load-config.ts';
import { needsNothing } from '../../config/placeholder.ts';
import { systemClock } from '../../inbox/clock.ts';
import type { OpenText } from '../../language/complete/complete.ts';
import type { ExampleEvent, Knowledge } from '../../language/knowledge.ts';
import { fromTestFileName, pathInMappings, toTestFileName } from '../../language/mapping-path.ts';
import { sampleEvents } from '../../language/sample-events.ts';
import { sourceAsked } from '../../language/service.ts';
import type { Position } from '../../language/text-lines.ts';
import { type MappingFolder, readMappings } from '../../mapping/folder.ts';
import { presets } from '../../receive/senders/senders.ts';
import { openLock } from '../account/lock-file.ts';
import type { Arguments } from '../command.ts';
import { payloadFolder } from '../payload-folder.ts';
import type { Surroundings } from '../surroundings.ts';
import { diskFor, readText } from '../workspace.ts';
import { type AskedBridge, createAskedBridge } from './asked-bridge.ts';

/** The data about a folder with a config, from its files, and from the running bridge if there is one. */
export interface FolderKnowledge {
  /** Returns the language service's name of a file: `config.yaml`, `mappings/…`, else its path. */
  nameOf(path: string): string;
  /** Returns the path of a payload that a test of a mapping names. */
  pathOf(payload: string, mapping: string): string;
  knowledge(open: OpenText, position?: Position): Promise<Knowledge>;
  /** Called after a file changed: the next request reads everything again. */
  forget(): void;
}

/** The time for which the read data are used. */
const freshMs = 2_000;

/** The data that were read from the files. */
interface FolderFiles {
  readonly until: number;
  readonly config: Config | undefined;
  readonly folder: MappingFolder | undefined;
  readonly locked: ReadonlyMap<string, CatalogSnapshot>;
}

/** Opens the editor's folder; by default the present one. */
export function createFolderKnowledge(
  args: Arguments,
  surroundings: Surroundings,
  root = surroundings.directory,
): FolderKnowledge {
  const file = resolve(root, String(args.options.config ?? 'config.yaml'));
  const bridge = createAskedBridge(args, { ...surroundings, directory: root });
  const examples = createFolderExamples(bridge);
  let read: FolderFiles | undefined;
  const readAgain = () => {
    read = readFiles(file, surroundings.env, read);
    return read;
  };
  const files = () => {
    if (!read || read.until === 0) return readAgain();
    if (read.until <= systemClock.now()) {
      // This request gets the data of the last read, because reading many files takes a while.
      read = { ...read, until: systemClock.now() + freshMs };
      setImmediate(readAgain);
    }
    return read;
  };
  const mappingsPath = () => files().config?.mappings ?? join(dirname(file), 'mappings');
  return {
    nameOf(path) {
      if (path === file) return 'config.yaml';
      const inside = relative(mappingsPath(), path).replaceAll('\\', '/');
      return inside.startsWith('..') || isAbsolute(inside) ? path : `mappings/${inside}`;
    },
    pathOf: (payload, mapping) => join(mappingsPath(), fromTestFileName(payload, mapping)),
    async knowledge(open, position) {
      const { config, folder, locked } = files();
      const payloads = payloadFolder(mappingsPath());
      const live = config ? await bridge.catalogs(config) : undefined;
      return {
        config,
        catalogs: live ?? locked,
        events: await examples(config, folder, sourceAsked(open, position)),
        masked: false,
        showsName: () => true,
        sampleFiles: payloads.list().map(each => toTestFileName(each, open.file)),
        readFile: path => payloads.read(pathInMappings(path)),
      };
    },
    forget() {
      read = read && { ...read, until: 0 };
    },
  };
}

function readFiles(file: string, env: Surroundings['env'], before: FolderFiles | undefined): FolderFiles {
  const until = systemClock.now() + freshMs;
  const loaded = loadConfig(file, { env, readFile: readText, presets, needs: needsNothing });
  // For an unfinished config the last readable one is used.
  const config = loaded.config ?? loaded.others?.config ?? before?.config;
  if (!config) return { until, config: undefined, folder: undefined, locked: new Map() };
  const folder = readMappings(config.mappings, diskFor(config), before?.folder);
  const { lock } = openLock({ file });
  const locked = new Map<string, CatalogSnapshot>();
  for (const { name, statuses } of config.destinations.values()) {
    const kept = lock?.catalogs.get(name);
    const snapshot = kept && snapshotOfLock(kept, statuses);
    if (snapshot) locked.set(name, snapshot);
  }
  return { until, config, folder, locked };
}

type FindExamples = (
  config: Config | undefined,
  folder: MappingFolder | undefined,
  source: string | undefined,
) => Promise<readonly ExampleEvent[]>;

const none: readonly ExampleEvent[] = [];

/** Returns the bridge's stored events and the mappings' samples; the same array until something changes. */
function createFolderExamples(bridge: AskedBridge): FindExamples {
  let kept: { readonly of: readonly unknown[]; readonly events: readonly ExampleEvent[] } | undefined;
  return async (config, folder, source) => {
    if (!config || !folder || source === undefined || !config.sources.has(source)) return none;
    const mappings = folder.mappings.filter(each => each.source === source);
    const stored = await bridge.events(config, source);
    const of = [source, stored, ...mappings];
    if (kept && kept.of.length === of.length && kept.of.every((each, index) => each === of[index]))
      return kept.events;
    const samples: ExampleEvent[] = [];
    for (const each of mappings) samples.push(...(await sampleEvents(each, config, systemClock.now())));
    kept = { of, events: [...stored, ...samples] };
    return kept.events;
  };
}
