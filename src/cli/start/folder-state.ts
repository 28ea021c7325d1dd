import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { yamlLimits } from '../../diagnostics/yaml/document.ts';
import { type FolderSurroundings, isMappingFile } from '../../mapping/folder.ts';
import { disk } from '../workspace.ts';

/** How the mapping files of a folder stand, without reading them. */
export interface FolderState {
  /** By their names, each with another text where it was written or replaced; empty where the folder cannot be read. */
  readonly files: ReadonlyMap<string, string>;
  /** Another text where any of them was written, replaced, added or removed. */
  readonly mark: string;
  /** Another text where the whole folder, or what a ConfigMap puts into it, was swapped for another one. */
  readonly root: string;
}

/**
 * Looks at the mapping files of a folder, through symbolic links: what lies beside them does not count. One file after
 * the other, so that a network folder that hangs keeps one thread and not all of them. Never throws.
 */
export async function lookAtFolder(folder: string): Promise<FolderState> {
  const root = await rootOf(folder);
  const files = new Map<string, string>();
  try {
    for (const name of (await readdir(folder)).filter(isMappingFile).sort()) {
      files.set(name, await fileMark(join(folder, name)));
    }
    return { files, mark: [...files].map(([name, mark]) => `${name} ${mark}`).join('\n'), root };
  } catch (error) {
    return { files: new Map(), mark: `unreadable ${(error as NodeJS.ErrnoException).code}`, root };
  }
}

/** A mounted ConfigMap is swapped by its link `..data`. */
async function rootOf(folder: string): Promise<string> {
  const path = await realpath(folder).catch(() => '');
  const data = await readlink(join(folder, '..data')).catch(() => '');
  return `${path}\n${data}`;
}

/** The time of the change tells of a write also where a copy kept the time of the contents. */
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
 * Copies the mapping files of a folder into memory, with what went wrong, to be read from there all at the same
 * moment. Payloads that lie beside them are still read from the disk.
 */
export async function copyFolder(folder: string): Promise<FolderSurroundings> {
  const names = await step(() => readdir(folder));
  const copies = new Map<string, FileCopy>();
  for (const name of 'value' in names ? names.value.filter(isMappingFile) : []) {
    copies.set(join(folder, name), await copyFile(join(folder, name)));
  }
  const root = await step(() => realpath(folder));
  const copied = <T>(path: string, part: (copy: FileCopy) => Step<T>, other: (path: string) => T): T => {
    const copy = copies.get(path);
    return copy ? result(part(copy)) : other(path);
  };
  return {
    list: () => result(names),
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
    bytes: readable ? await step(() => readSane(path, found.value.size)) : { value: new Uint8Array() },
  };
}

/** What is too large is refused by its size alone. */
async function readSane(path: string, size: number): Promise<Uint8Array> {
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
