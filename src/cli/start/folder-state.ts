import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { yamlLimits } from '../../diagnostics/yaml/document.ts';
import type { FolderSurroundings } from '../../mapping/folder.ts';
import {
  type FolderLook,
  findMappingFiles,
  type Looked,
  type MappingFiles,
} from '../../mapping/mapping-files.ts';
import { disk } from '../workspace.ts';

/** The state of the mapping files in a folder, without reading them. */
export interface FolderState {
  /**
   * A mark for each file, by its path from the folder; it changes when the file is written or replaced. Empty if
   * the folder cannot be read.
   */
  readonly files: ReadonlyMap<string, string>;
  /** A mark of all files; it changes when one is written, replaced, added or removed. */
  readonly mark: string;
  /**
   * A mark for the folder and each folder in it, by path; it changes when the folder, or the contents that a ConfigMap
   * puts there, is swapped as a whole.
   */
  readonly folders: ReadonlyMap<string, string>;
}

/**
 * Reads the state of a folder's mapping files, through symbolic links; other files do not count. It reads one file
 * after the other, so that a hanging network folder blocks only one thread. Never throws.
 */
export async function lookAtFolder(folder: string): Promise<FolderState> {
  const folders = new Map<string, string>();
  const found = await step(() =>
    findFiles(folder, async path => {
      const mark = await folderMark(path);
      const looked = await step(() => lookAt(path));
      if (path === folder || 'error' in looked || looked.value) folders.set(path, mark);
      return looked;
    }),
  );
  if ('error' in found) {
    const { code } = found.error as NodeJS.ErrnoException;
    return { files: new Map(), mark: `unreadable ${code}`, folders };
  }
  const files = new Map<string, string>();
  for (const path of found.value.files) files.set(path, await fileMark(join(folder, path)));
  const marks = [...files].map(([path, mark]) => `${path} ${mark}`);
  return { files, mark: [...marks, ...found.value.unread].join('\n'), folders };
}

/** True if a folder that exists in both states was replaced by another one. */
export function wasSwapped(before: FolderState, after: FolderState): boolean {
  return [...before.folders].some(([path, mark]) => (after.folders.get(path) ?? mark) !== mark);
}

async function findFiles(folder: string, look: (path: string) => Promise<Looked>): Promise<MappingFiles> {
  const search = findMappingFiles(folder);
  let found = search.next();
  while (!found.done) found = search.next(await look(found.value));
  return found.value;
}

async function lookAt(folder: string): Promise<FolderLook | undefined> {
  if (!(await stat(folder)).isDirectory()) return undefined;
  const entries = await readdir(folder, { withFileTypes: true });
  return {
    real: await realpath(folder),
    names: entries.map(each => each.name),
    folders: entries.filter(each => each.isDirectory() || each.isSymbolicLink()).map(each => each.name),
  };
}

/** A mounted ConfigMap is replaced by changing its link `..data`. */
async function folderMark(folder: string): Promise<string> {
  const path = await realpath(folder).catch(() => '');
  const data = await readlink(join(folder, '..data')).catch(() => '');
  return `${path}\n${data}`;
}

/** Returns a mark of these files, which changes when one of them is written, replaced, added or removed. */
export async function fileMarks(paths: readonly string[]): Promise<string> {
  const marks: string[] = [];
  for (const path of paths) marks.push(await fileMark(path));
  return marks.join('\n');
}

/** The change time shows a write even if a copy kept the modification time. */
async function fileMark(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return `unreadable ${(error as NodeJS.ErrnoException).code}`;
  }
}

type Step<T> = { readonly value: T } | { readonly error: unknown };

interface FileCopy {
  readonly realPath: Step<string>;
  readonly isFile: Step<boolean>;
  readonly bytes: Step<Uint8Array>;
}

/**
 * Copies the mapping files of a folder into memory, with the errors of reading them, so that all are read as of
 * one moment. Payloads beside them are still read from the disk.
 */
export async function copyFolder(folder: string): Promise<FolderSurroundings> {
  const looks = new Map<string, Looked>();
  const found = await step(() =>
    findFiles(folder, async path => {
      const looked = await step(() => lookAt(path));
      looks.set(path, looked);
      return looked;
    }),
  );
  const copies = new Map<string, FileCopy>();
  for (const path of 'value' in found ? found.value.files : []) {
    copies.set(join(folder, path), await copyFile(join(folder, path)));
  }
  const root = await step(() => realpath(folder));
  const copied = <T>(path: string, part: (copy: FileCopy) => Step<T>, other: (path: string) => T): T => {
    const copy = copies.get(path);
    return copy ? result(part(copy)) : other(path);
  };
  return {
    lookAt: path => result(looks.get(path) ?? { value: undefined }),
    realPath: path => (path === folder ? result(root) : copied(path, copy => copy.realPath, disk.realPath)),
    isFile: path => copied(path, copy => copy.isFile, disk.isFile),
    readFile: path => copied(path, copy => copy.bytes, disk.readFile),
  };
}

async function copyFile(path: string): Promise<FileCopy> {
  const found = await step(() => stat(path));
  const readable = 'value' in found && found.value.isFile();
  return {
    realPath: await step(() => realpath(path)),
    isFile: 'value' in found ? { value: readable } : found,
    bytes: readable ? await step(() => readLimited(path, found.value.size)) : { value: new Uint8Array() },
  };
}

/** A file that is too large is not read: its size is enough to refuse it. */
async function readLimited(path: string, size: number): Promise<Uint8Array> {
  return size > yamlLimits.bytes ? new Uint8Array(yamlLimits.bytes + 1) : readFile(path);
}

async function step<T>(run: () => Promise<T>): Promise<Step<T>> {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
}

function result<T>(step: Step<T>): T {
  if ('error' in step) throw step.error;
  return step.value;
}
