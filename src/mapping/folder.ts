import { isAbsolute, join, relative } from 'node:path';
import type { DefaultsOf } from '../config/defaults.ts';
import { atOnce } from '../diagnostics/at-once.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { encodingFault } from '../diagnostics/written-text.ts';
import { yamlLimits } from '../diagnostics/yaml/document.ts';
import { byMappingName } from './keep-last-good.ts';
import type { Mapping } from './mapping.ts';
import {
  type FolderLook,
  findMappingFiles,
  isInside,
  type MappingFiles,
  whyUnread,
} from './mapping-files.ts';
import { mappingName, misnamed, nameFault } from './mapping-name.ts';
import { guessedSource, type ParsedMapping, parseMappingInSteps } from './parse/parse-mapping.ts';

/** Reads a folder and its files. Each method throws if it cannot. */
export interface FolderSurroundings {
  /** Returns the entries of a folder; undefined if the path is not a folder. */
  readonly lookAt: (folder: string) => FolderLook | undefined;
  readonly readFile: (path: string) => Uint8Array;
  /** Returns the path without symbolic links. */
  readonly realPath: (path: string) => string;
  /** True if it is a regular file or a link to one. */
  readonly isFile: (path: string) => boolean;
  /** The defaults of the config. If undefined, there are none. */
  readonly defaultsOf?: DefaultsOf;
}

/** A file that cannot be used as a mapping. */
export interface FaultyMapping {
  readonly name: string;
  readonly file: string;
  /** The source that it names, if that is readable. */
  readonly source: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** All mappings of a folder and its subfolders, as they were at one time. */
export interface MappingFolder {
  /** The usable mappings, sorted by name. */
  readonly mappings: readonly Mapping[];
  readonly faulty: readonly FaultyMapping[];
  /** All diagnostics of the folder, including those of the faulty files. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of each readable file, for showing its lines. */
  readonly texts: ReadonlyMap<string, string>;
  /** The results of parsing these texts, which are reused for unchanged files. */
  readonly parsed: ReadonlyMap<string, ParsedMapping>;
  /** The subfolders that could not be read, by their absolute paths. Their files keep their last state. */
  readonly unread?: readonly string[];
  /** The folder itself could not be read, so the state of its files is unknown. */
  readonly unreadable?: true;
}

/**
 * Reads every `*.yaml` and `*.yml` in a folder and in the folders inside it, as `findMappingFiles` finds
 * them. Files outside of it, reached through a symbolic link, are not read. Nothing is thrown: an unreadable
 * file is faulty or a diagnostic. A file whose text is that of `before` is not parsed again.
 */
export function readMappings(
  folder: string,
  surroundings: FolderSurroundings,
  before?: MappingFolder,
): MappingFolder {
  return atOnce(readMappingsInSteps(folder, surroundings, before));
}

/** Does the same in steps of some milliseconds, so that a running bridge can accept webhooks in between. */
export function* readMappingsInSteps(
  folder: string,
  surroundings: FolderSurroundings,
  before?: MappingFolder,
): Generator<void, MappingFolder> {
  let found: MappingFiles;
  try {
    found = filesOf(folder, surroundings);
  } catch (error) {
    const message = `the folder of the mappings ${folder} cannot be read: ${whyUnread(error)}`;
    const diagnostics = [
      diagnostic('yaml/unreadable-file', message, {
        hint: 'make the folder, or correct mappings in the config',
      }),
    ];
    return { mappings: [], faulty: [], diagnostics, texts: new Map(), parsed: new Map(), unreadable: true };
  }
  const { files, unread } = found;
  const mappings: Mapping[] = [];
  const faulty: FaultyMapping[] = [];
  const diagnostics: Diagnostic[] = [
    ...found.diagnostics,
    ...found.misnamed.map(each => misnamed(join(folder, each), each)),
  ];
  const texts = new Map<string, string>();
  const parsed = new Map<string, ParsedMapping>();
  const seen = new Map<string, string>();
  for (const fileName of files) {
    const file = join(folder, fileName);
    const name = mappingName(fileName);
    const candidate = { folder, file, fileName, taken: seen.get(name) };
    const read = yield* readOne(candidate, surroundings, { texts, parsed, before });
    yield;
    seen.set(name, seen.get(name) ?? fileName);
    diagnostics.push(...read.diagnostics);
    if (read.mapping) mappings.push(read.mapping);
    else faulty.push({ name, file, source: read.source, diagnostics: read.diagnostics });
  }
  mappings.sort(byMappingName);
  return { mappings, faulty: faulty.sort(byMappingName), diagnostics, texts, parsed, unread };
}

function filesOf(folder: string, { lookAt }: FolderSurroundings): MappingFiles {
  const search = findMappingFiles(folder);
  let step = search.next();
  while (!step.done) {
    const path = step.value;
    let looked: Parameters<typeof search.next>[0];
    try {
      looked = { value: lookAt(path) };
    } catch (error) {
      looked = { error };
    }
    step = search.next(looked);
  }
  return step.value;
}

interface Candidate {
  readonly folder: string;
  readonly file: string;
  /** The path relative to the folder. */
  readonly fileName: string;
  /** The file that already has the same name. */
  readonly taken: string | undefined;
}

interface Reading {
  readonly texts: Map<string, string>;
  readonly parsed: Map<string, ParsedMapping>;
  readonly before: MappingFolder | undefined;
}

function* readOne(
  { folder, file, fileName, taken }: Candidate,
  surroundings: FolderSurroundings,
  { texts, parsed, before }: Reading,
): Generator<void, ParsedMapping> {
  const place = { file, line: 1, column: 1 };
  let bytes: Uint8Array;
  try {
    bytes = readInside(folder, file, surroundings);
  } catch (error) {
    const message = `the mapping file ${fileName} cannot be read: ${whyUnread(error)}`;
    return { diagnostics: [diagnostic('yaml/unreadable-file', message, { place })] };
  }
  if (bytes.byteLength > yamlLimits.bytes) {
    const message = `the mapping file ${fileName} is larger than ${yamlLimits.bytes / 1024} KiB`;
    return { diagnostics: [diagnostic('yaml/too-large', message, { place, hint: tooLargeHint })] };
  }
  const encoding = encodingFault(bytes);
  if (encoding) {
    // The text is shown and gives the source, so that its events wait. It is never used as a mapping.
    texts.set(file, encoding.meant);
    const message = `the mapping file ${fileName} ${encoding.reason}`;
    const at = { file, line: encoding.line, column: encoding.column };
    const found = diagnostic('yaml/wrong-encoding', message, { hint: encoding.hint, place: at });
    return { ...guessedSource(encoding.meant), diagnostics: [found] };
  }
  const text = Buffer.from(bytes).toString('utf8');
  texts.set(file, text);
  const known = before?.texts.get(file) === text ? before.parsed.get(file) : undefined;
  const readFile = (path: string) => readInMappings(folder, path, surroundings);
  const name = mappingName(fileName);
  const { defaultsOf } = surroundings;
  const mapping = known ?? (yield* parseMappingInSteps(file, text, { readFile, name, defaultsOf }));
  parsed.set(file, mapping);
  const fault = nameFault(file, fileName, taken);
  if (!fault) return mapping;
  const diagnostics = [fault, ...mapping.diagnostics];
  return { ...(mapping.source !== undefined && { source: mapping.source }), diagnostics };
}

/**
 * Reads a text as the file of this path, which is relative to the folder and need not exist. Payloads are
 * read from beside it, as by `readMappings`. It works in steps of some milliseconds.
 */
export function* readTextInSteps(
  folder: string,
  fileName: string,
  text: string,
  surroundings: FolderSurroundings,
): Generator<void, ParsedMapping> {
  const { defaultsOf } = surroundings;
  const readFile = (path: string) => readInMappings(folder, path, surroundings);
  const file = join(folder, fileName);
  const name = mappingName(fileName);
  const parsed = yield* parseMappingInSteps(file, text, { readFile, name, defaultsOf });
  const fault = nameFault(file, fileName, undefined);
  return fault ? { ...parsed, diagnostics: [fault, ...parsed.diagnostics] } : parsed;
}

const tooLargeHint = 'part it into several mappings; payloads of tests may stand in files beside it';

/** Returns the bytes of a file inside the folder. @throws with the reason in words for people */
function readInside(folder: string, path: string, surroundings: FolderSurroundings): Uint8Array {
  const { realPath, isFile, readFile } = surroundings;
  try {
    const root = realPath(folder);
    if (!isInside(realPath(path), root)) throw new Error(leadsOut);
    if (!isFile(path)) throw new Error('it is not a file');
    return readFile(path);
  } catch (error) {
    throw new Error(whyUnread(error), { cause: error });
  }
}

/** If the file exists in a folder `Samples` instead of `samples`, the reason says so: most disks distinguish them. */
function withSpelling(folder: string, path: string, surroundings: FolderSurroundings): FolderSurroundings {
  const { realPath, isFile } = surroundings;
  return {
    ...surroundings,
    realPath: asked => {
      try {
        return realPath(asked);
      } catch (error) {
        const other = ['Samples', 'SAMPLES', 'samples']
          .map(name => path.replace(/([\\/])samples(?=[\\/])/i, `$1${name}`))
          .find(each => each !== path && isThere(isFile, each));
        if (asked !== path || other === undefined) throw error;
        throw new Error(
          `it does not exist, but ${relative(folder, other)} does: capital and small letters are two names`,
          { cause: error },
        );
      }
    },
  };
}

function isThere(isFile: FolderSurroundings['isFile'], path: string): boolean {
  try {
    return isFile(path);
  } catch {
    return false;
  }
}

const leadsOut = 'it leads out of the folder of the mappings';

const payloadSizeLimit = 1024 * 1024;

/** Returns the bytes of a payload beside the mappings. @throws with the reason in words for people */
export function readInMappings(folder: string, path: string, surroundings: FolderSurroundings): Uint8Array {
  const within = relative(folder, path);
  // The existence of a file outside must not be revealed.
  if (isAbsolute(within) || within.split(/[\\/]/)[0] === '..') throw new Error(leadsOut);
  const bytes = readInside(folder, path, withSpelling(folder, path, surroundings));
  if (bytes.byteLength <= payloadSizeLimit) return bytes;
  throw new Error(`it is larger than ${payloadSizeLimit / 1024} KiB`);
}
