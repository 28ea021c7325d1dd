import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { defaultsOf } from '../config/defaults.ts';
import { loadConfig } from '../config/load-config.ts';
import { type Needs, needsAdmin, needsDestination, needsStore } from '../config/placeholder.ts';
import type { SectionMarks } from '../config/section-marks.ts';
import { type Diagnostic, hasErrors, type Place } from '../diagnostics/diagnostic.ts';
import { printDiagnostics } from '../diagnostics/print.ts';
import { writtenText } from '../diagnostics/written-text.ts';
import { checkEventTime } from '../mapping/check-event-time.ts';
import { checkReferences } from '../mapping/check-references.ts';
import { type FolderSurroundings, type MappingFolder, readMappings } from '../mapping/folder.ts';
import type { FolderLook } from '../mapping/mapping-files.ts';
import { presets } from '../receive/senders/senders.ts';
import type { Arguments } from './command.ts';
import { CommandFailed, exit, type Surroundings, wantsColor } from './surroundings.ts';
import { fitted } from './terminal/fitted.ts';

/** A config with its mappings, as read from the disk. */
export interface Workspace {
  readonly config: Config;
  readonly mappings: MappingFolder;
  /** All diagnostics of the config and of the mappings. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of every file that a diagnostic may point into. */
  readonly texts: ReadonlyMap<string, string>;
  /** The marks by which a later reading of the config detects changes. */
  readonly marks: SectionMarks | undefined;
}

/** Reads the folders and files of this machine. */
export const disk: FolderSurroundings = {
  lookAt: folder => (statSync(folder).isDirectory() ? folderLook(folder) : undefined),
  readFile: path => readFileSync(path),
  realPath: path => realpathSync(path),
  isFile: path => statSync(path).isFile(),
};

/** The same, for mappings with the defaults of a config. */
export function diskFor(config: Pick<Config, 'sources' | 'destinations'> | undefined): FolderSurroundings {
  return config ? { ...disk, defaultsOf: defaultsOf(config) } : disk;
}

function folderLook(folder: string): FolderLook {
  const entries = readdirSync(folder, { withFileTypes: true });
  return {
    real: realpathSync(folder),
    names: entries.map(each => each.name),
    folders: entries.filter(each => each.isDirectory() || each.isSymbolicLink()).map(each => each.name),
  };
}

/** Reads a text file that a person wrote. @throws if it cannot be read, NotUtf8 if it is not UTF-8 */
export const readText = (path: string) => writtenText(readFileSync(path));

/** Returns the path of the config that the command line names. */
export function configFile(args: Arguments, { directory }: Surroundings): string {
  return resolve(directory, String(args.options.config ?? 'config.yaml'));
}

/** A usable config, with its diagnostics. */
interface ReadConfig {
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;
  /** The sources that have an error, and are therefore left out of the config. */
  readonly leftOut?: ReadonlySet<string>;
  readonly marks?: SectionMarks;
}

/**
 * Reads only the parts of the config that are needed for requests to the running bridge.
 * @throws CommandFailed with every fault and its place if these cannot be used
 */
export function readConfigForAsking(args: Arguments, surroundings: Surroundings): Config {
  const file = configFile(args, surroundings);
  const { env } = surroundings;
  const reading = { env, readFile: readText, presets, needs: needsAdmin, withoutParties: true };
  const { config, diagnostics, texts } = loadConfig(file, reading);
  if (config) return config;
  throw unusableConfig(diagnostics, texts, surroundings);
}

/**
 * Reads the config that the command line names; `needs` selects the parts that must have their variables, by default
 * all. Unneeded sources with an error are left out, with a warning.
 * @throws CommandFailed with every fault and its place if the config cannot be used
 */
export function readConfig(args: Arguments, surroundings: Surroundings, needs?: Needs): ReadConfig {
  const file = configFile(args, surroundings);
  const loaded = loadConfig(file, { env: surroundings.env, readFile: readText, presets, needs });
  if (loaded.config && !hasErrors(loaded.diagnostics)) {
    return { ...loaded, config: loaded.config };
  }
  const { others } = loaded;
  if (others && needs && ![...others.leftOut].some(name => needs(['sources', name]))) {
    surroundings.err.write(leftOutWords(others.leftOut));
    return { ...others, diagnostics: loaded.diagnostics, texts: loaded.texts };
  }
  throw unusableConfig(loaded.diagnostics, loaded.texts, surroundings);
}

function unusableConfig(
  diagnostics: readonly Diagnostic[],
  texts: ReadonlyMap<string, string>,
  surroundings: Surroundings,
): CommandFailed {
  const shown = show(diagnostics, texts, surroundings, surroundings.err);
  return new CommandFailed(`the config cannot be used\n\n${shown}`, exit.usage, diagnostics);
}

function leftOutWords(names: ReadonlySet<string>): string {
  const shown = [...names].map(name => `"${name}"`).join(', ');
  const which =
    names.size === 1
      ? `the source ${shown} has a fault in the config and is left out`
      : `the sources ${shown} have faults in the config and are left out`;
  return `warning: ${which}; \`fieldbridge check\` shows ${names.size === 1 ? 'it' : 'them'}\n`;
}

/**
 * Reads the config and the mappings. A faulty mapping is a diagnostic, not an error. If not the whole config is needed,
 * only the accounts are, or with `--offline` only the store. For single mappings, a source with an error is left out,
 * and its mappings count as faulty.
 * @throws CommandFailed if the config cannot be used
 */
export function openWorkspace(
  args: Arguments,
  surroundings: Surroundings,
  whole: 'all of the config' | 'needed by mappings' | 'needed by single mappings' = 'needed by mappings',
): Workspace {
  const forMappings = args.options.offline === true ? needsStore : needsDestination();
  const isSingle = whole === 'needed by single mappings';
  const needsMore: Needs = path =>
    forMappings(path) || (!isSingle && path[0] === 'sources' && path.length === 2);
  const needs = whole === 'all of the config' ? undefined : needsMore;
  const { config, diagnostics, texts, leftOut, marks } = readConfig(args, surroundings, needs);
  const mappings = withoutMappingsOf(leftOut, readMappings(config.mappings, diskFor(config)), diagnostics);
  return {
    config,
    mappings,
    diagnostics: [
      ...diagnostics,
      ...mappings.diagnostics,
      ...mappings.mappings.flatMap(each => checkReferences(each, config)),
      ...mappings.mappings.flatMap(each => checkEventTime(each, config)),
    ],
    texts: new Map([...texts, ...mappings.texts]),
    marks,
  };
}

/** The mappings of a left-out source cannot be tried; the reason is in the config. */
function withoutMappingsOf(
  leftOut: ReadonlySet<string> | undefined,
  folder: MappingFolder,
  ofConfig: readonly Diagnostic[],
): MappingFolder {
  const isLeftOut = ({ source }: { readonly source: string }) => leftOut?.has(source) ?? false;
  const diagnostics = ofConfig.filter(each => hasErrors([each]));
  const faulty = folder.mappings
    .filter(isLeftOut)
    .map(({ name, file, source }) => ({ name, file, source, diagnostics }));
  return {
    ...folder,
    mappings: folder.mappings.filter(each => !isLeftOut(each)),
    faulty: [...folder.faulty, ...faulty],
  };
}

/**
 * Formats diagnostics for a person, each with its place; files below the present folder with a relative path. On a
 * terminal, long lines are broken between words.
 */
export function show(
  diagnostics: readonly Diagnostic[],
  texts: ReadonlyMap<string, string>,
  surroundings: Surroundings,
  stream: { isTTY?: boolean; columns?: number },
): string {
  const names = new Map([...texts].map(([file, text]) => [shortPath(file, surroundings), text]));
  const shown = diagnostics.map(each => withShortPath(each, surroundings));
  const color = wantsColor(stream, surroundings.env);
  // A terminal with unknown width reports 0.
  const columns = stream.columns || undefined;
  const text = printDiagnostics(shown, file => names.get(file), { color, columns });
  return fitted(text, columns);
}

/** Returns the diagnostic with a relative path, if its file is below the current folder. */
export function withShortPath(diagnostic: Diagnostic, surroundings: Surroundings): Diagnostic {
  const { place, fix } = diagnostic;
  const short = (each: Place) => ({ ...each, file: shortPath(each.file, surroundings) });
  return {
    ...diagnostic,
    ...(place && { place: short(place) }),
    ...(fix && { fix: fix.map(edit => ({ ...edit, place: short(edit.place) })) }),
  };
}

/** Shortens a path for people: relative if it is below the present folder. */
export function shortPath(file: string, { directory }: Surroundings): string {
  const path = relative(directory, file);
  return path === '' || path.startsWith('..') ? file : path;
}
