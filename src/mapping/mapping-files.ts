import { join, sep } from 'node:path';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

/** A folder as it is on disk. */
export interface FolderLook {
  /** The path without symbolic links. */
  readonly real: string;
  /** The names of everything directly in it. */
  readonly names: readonly string[];
  /** The names of folders, or of links that may lead to one. */
  readonly folders: readonly string[];
}

/** The result of looking at a path as a folder: nothing where it is none. */
export type Looked = { readonly value: FolderLook | undefined } | { readonly error: unknown };

/** The files of a folder of mappings. Paths count from the folder and have `/` between their parts, on every system. */
export interface MappingFiles {
  /** The files that are read as mappings, sorted. */
  readonly files: readonly string[];
  /** The files that were meant as mappings and are none: `crm.yaml.txt`, as some editors name it. */
  readonly misnamed: readonly string[];
  /** The folders that could not be read, by their absolute paths: nobody knows what is in them. */
  readonly unread: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** True if a file of this name is read as a mapping. Those that editors write beside one while they save are not. */
function isMappingFile(fileName: string): boolean {
  return /\.ya?ml$/i.test(fileName) && !fileName.startsWith('.');
}

/** Returns the intended name of a file: `crm.yaml` for `crm.yaml.txt`; any other name unchanged. */
export function meantName(fileName: string): string {
  return fileName.replace(/(\.ya?ml)\.?(txt|doc|rtf)$/i, '$1');
}

/** Returns the reason why a folder or a file of the mappings cannot be read, in words. */
export function whyUnread(error: unknown): string {
  if (!(error instanceof Error)) return 'the reason is not known';
  const { code = '' } = error as NodeJS.ErrnoException;
  return reasons[code] ?? error.message;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it does not exist',
  EACCES: 'this program may not read it',
  EPERM: 'this program may not read it',
  ELOOP: 'its symbolic links lead in a circle',
};

/** Folders of these names hold payloads, or belong to the file system or to a program. */
const otherFolders: ReadonlySet<string> = new Set(['samples', 'lost+found', 'node_modules']);

/** A folder named by mistake may be that of a whole disk. */
const mostFolders = 200;

/**
 * Finds the mapping files of a folder and of the folders in it. Hidden folders and those named `samples` are left out. A
 * link to a folder is followed where it leads to a place inside the folder that is not read anyway, so no file is read
 * twice. Each path that is asked for must be looked at as a folder; the answer is given to `next`.
 * @throws where the folder itself cannot be read
 */
export function* findMappingFiles(folder: string): Generator<string, MappingFiles, Looked> {
  const root = lookOf(yield folder);
  if (!root) throw Object.assign(new Error('it is not a folder'), { code: 'ENOTDIR' });
  const search: Search = {
    folder,
    root: root.real,
    files: [],
    misnamed: [],
    unread: [],
    diagnostics: [],
    read: new Set([root.real]),
    links: [],
    isFull: false,
  };
  yield* searchFolder('', root, search);
  for (const { path, look } of search.links) yield* followLink(path, look, search);
  const { files, misnamed, unread, diagnostics } = search;
  return { files: files.sort(), misnamed: misnamed.sort(), unread, diagnostics };
}

interface Search {
  readonly folder: string;
  /** The folder without symbolic links. */
  readonly root: string;
  readonly files: string[];
  readonly misnamed: string[];
  readonly unread: string[];
  readonly diagnostics: Diagnostic[];
  /** The folders that are read, without symbolic links. */
  readonly read: Set<string>;
  /** Links to folders. They are followed last, so that a folder counts by its own name. */
  readonly links: { readonly path: string; readonly look: FolderLook }[];
  isFull: boolean;
}

function* searchFolder(
  path: string,
  { real, names, folders }: FolderLook,
  search: Search,
): Generator<string, void, Looked> {
  const below = (name: string) => (path === '' ? name : `${path}/${name}`);
  const inside = new Set(folders);
  for (const name of [...names].sort()) {
    if (name.startsWith('.')) continue;
    if (isMappingFile(name)) search.files.push(below(name));
    else if (meantName(name) !== name) search.misnamed.push(below(name));
    else if (inside.has(name) && !otherFolders.has(name)) {
      const look = yield* lookAt(below(name), search);
      if (look === undefined) continue;
      if (look.real === join(real, name)) yield* enter(below(name), look, search);
      else search.links.push({ path: below(name), look });
    }
  }
}

/** A folder that is gone since its name was read is no folder any more. */
function* lookAt(path: string, search: Search): Generator<string, FolderLook | undefined, Looked> {
  const absolute = join(search.folder, path);
  const looked = yield absolute;
  if ('value' in looked) return looked.value;
  const { code } = looked.error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
  search.unread.push(absolute);
  report(search, path, `the folder ${path} cannot be read: ${whyUnread(looked.error)}`, {
    hint: 'let this program read it, or move it out of the folder of the mappings',
  });
  return undefined;
}

function* enter(path: string, look: FolderLook, search: Search): Generator<string, void, Looked> {
  if (search.read.has(look.real)) return;
  if (search.read.size >= mostFolders) {
    if (!search.isFull) {
      report(
        search,
        path,
        `${path} and what comes behind it is not read: there are more than ${mostFolders} folders`,
        {
          hint: 'set mappings in the config to a folder of mappings alone',
        },
      );
    }
    search.isFull = true;
    return;
  }
  search.read.add(look.real);
  yield* searchFolder(path, look, search);
}

function* followLink(path: string, look: FolderLook, search: Search): Generator<string, void, Looked> {
  if (!isInside(look.real, search.root)) {
    report(search, path, `the folder ${path} is not read: it leads out of the folder of the mappings`, {
      hint: 'copy the files into the folder of the mappings',
    });
  } else if (search.read.has(look.real)) {
    report(search, path, `the folder ${path} is not read: it is a link to a folder that is read already`, {
      hint: 'remove the link',
    });
  } else yield* enter(path, look, search);
}

function report(
  { folder, diagnostics }: Search,
  path: string,
  message: string,
  { hint }: { hint: string },
): void {
  const place = { file: join(folder, path), line: 1, column: 1 };
  diagnostics.push(diagnostic('yaml/unreadable-file', message, { severity: 'warning', hint, place }));
}

/** True if a path is inside a folder, or the folder itself; both without symbolic links. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function lookOf(looked: Looked): FolderLook | undefined {
  if ('error' in looked) throw looked.error;
  return looked.value;
}
