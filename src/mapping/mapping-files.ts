import { join, sep } from 'node:path';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

/** A folder on disk. */
export interface FolderLook {
  /** The path without symbolic links. */
  readonly real: string;
  /** The names of all entries in it. */
  readonly names: readonly string[];
  /** The names of its folders, and of links that may lead to one. */
  readonly folders: readonly string[];
}

/** The result of looking at a path as a folder; undefined if it is none. */
export type Looked = { readonly value: FolderLook | undefined } | { readonly error: unknown };

/** The files in a folder of mappings. Paths are relative to the folder and use `/` on every system. */
export interface MappingFiles {
  /** The files that are read as mappings, sorted. */
  readonly files: readonly string[];
  /** Files that were probably meant as mappings: `crm.yaml.txt`, as some editors name them. */
  readonly misnamed: readonly string[];
  /** The folders that could not be read, by their absolute paths. Their contents are unknown. */
  readonly unread: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** True if a file of this name is read as a mapping. Temporary files of editors are not. */
function isMappingFile(fileName: string): boolean {
  return /\.ya?ml$/i.test(fileName) && !fileName.startsWith('.');
}

/** Returns the intended name of a file: `crm.yaml` for `crm.yaml.txt`; any other name unchanged. */
export function meantName(fileName: string): string {
  return fileName.replace(/(\.ya?ml)\.?(txt|doc|rtf)$/i, '$1');
}

/** Returns in words why a folder or a file of the mappings cannot be read. */
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

/** Folders of these names contain payloads, or belong to the file system or to a program. */
const otherFolders: ReadonlySet<string> = new Set(['samples', 'lost+found', 'node_modules']);

/** The limit for a folder configured by mistake, which may contain a whole disk. */
const mostFolders = 200;

/**
 * Finds the mapping files of a folder and its subfolders, except hidden ones and those named `samples`. A
 * link to a folder is followed if it leads to a place in the folder that is not read otherwise, so no file is
 * read twice. The caller looks at each yielded path as a folder and passes the result to `next`.
 * @throws if the folder itself cannot be read
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
  /** The path of the folder without symbolic links. */
  readonly root: string;
  readonly files: string[];
  readonly misnamed: string[];
  readonly unread: string[];
  readonly diagnostics: Diagnostic[];
  /** The folders that were read, without symbolic links. */
  readonly read: Set<string>;
  /** Links to folders. They are followed last, so that a folder keeps its own path. */
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

/** A folder that was deleted after its name was read does not count as a folder. */
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

/** True if a path is inside a folder or equal to it, both without symbolic links. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function lookOf(looked: Looked): FolderLook | undefined {
  if ('error' in looked) throw looked.error;
  return looked.value;
}
