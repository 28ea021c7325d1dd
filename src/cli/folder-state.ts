import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { yamlSizeLimit } from '../diagnostics/yaml-source.ts';
import { type FolderSurroundings, isMappingFile } from '../mapping/folder.ts';
import { disk } from './workspace.ts';

/** How the mapping files of a folder stand, without reading them. */
export interface FolderState {
  /** Their names; empty where the folder cannot be read. */
  readonly files: ReadonlySet<string>;
  /** Another text where any of them was written, replaced, added or removed. */
  readonly mark: string;
}

/**
 * Looks at the mapping files of a folder, through symbolic links: what lies beside them does not count. One file after
 * the other, so that a network folder that hangs keeps one thread and not all of them. Never throws.
 */
export async function lookAtFolder(folder: string): Promise<FolderState> {
  try {
    const files = (await readdir(folder)).filter(isMappingFile).sort();
    const marks: string[] = [];
    for (const name of files) marks.push(`${name} ${await fileMark(join(folder, name))}`);
    return { files: new Set(files), mark: marks.join('\n') };
  } catch (error) {
    return { files: new Set(), mark: `unreadable ${(error as NodeJS.ErrnoException).code}` };
  }
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
  return size > yamlSizeLimit ? new Uint8Array(yamlSizeLimit + 1) : readFile(path);
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
