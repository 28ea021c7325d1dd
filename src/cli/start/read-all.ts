import { loadConfig } from '../../config/load-config.ts';
import type { SectionMarks } from '../../config/section-marks.ts';
import { presets } from '../../receive/senders/senders.ts';
import type { Arguments } from '../command.ts';
import type { Surroundings } from '../surroundings.ts';
import { configFile, openWorkspace, readText } from '../workspace.ts';
import { checkVolume } from './check-volume.ts';
import { configMark, type UsedConfig } from './watch-config.ts';

/**
 * Reads everything that a start needs: the config and the mappings, with their diagnostics and those of the store's
 * volume.
 * @throws CommandFailed if the config cannot be used
 */
export function readAll(args: Arguments, surroundings: Surroundings) {
  const file = configFile(args, surroundings);
  const before = { file, mark: markOf(file) };
  const { config, mappings, diagnostics, texts, marks } = openWorkspace(
    args,
    surroundings,
    'all of the config',
  );
  const volume = checkVolume(config);
  const used = usedConfig(before, marks, surroundings);
  return { config, mappings, used, volume, noticed: [...diagnostics, ...volume], texts };
}

/** Returns the config, with the mark of its file before it was read, so that no change is missed. */
function usedConfig(
  { file, mark }: { readonly file: string; readonly mark: string | undefined },
  marks: SectionMarks | undefined,
  { env }: Surroundings,
): UsedConfig | undefined {
  if (mark === undefined || !marks) return undefined;
  const read = () => {
    let read: string | undefined;
    const readFile = (path: string) => {
      const text = readText(path);
      if (path === file) read = configMark(text);
      return text;
    };
    const loaded = loadConfig(file, { env, readFile, presets });
    return { ...loaded, mark: read };
  };
  return { file, mark, marks, read };
}

function markOf(file: string): string | undefined {
  try {
    return configMark(readText(file));
  } catch {
    return undefined;
  }
}
