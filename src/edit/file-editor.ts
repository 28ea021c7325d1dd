import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NotUtf8, writtenText } from '../diagnostics/written-text.ts';
import type { Actor, NewAuditEntry } from '../inbox/audit.ts';
import { type EditRefusal, isRefusal } from './edit-refusal.ts';
import { type EditableFile, type EditPlace, type FoundFile, findEditable } from './editable-file.ts';
import { replaceWhole } from './replace-whole.ts';
import { textVersion } from './text-version.ts';
import { editFolder, type KeptVersion, keepVersion, keptText, keptVersions } from './versions.ts';
import { underLock } from './writing-lock.ts';

/** The text of a file, and its version; both are `null` if there is no file. */
export interface FileText {
  readonly text: string | null;
  readonly version: string | null;
}

/** The result of a write. `conflict`: the file has changed since the writer read it; `now` is its current text. */
export type Written =
  | { readonly kind: 'written'; readonly version: string | null }
  | { readonly kind: 'conflict'; readonly now: FileText }
  | { readonly kind: 'refused'; readonly why: EditRefusal };

/** A request to write a file. */
export interface Write {
  /** The whole text; `null` removes the file. */
  readonly text: string | null;
  /** The version that the writer has read; `null` if there was no file. */
  readonly expected: string | null;
  readonly actor: Actor;
}

/**
 * Edits the config, mapping files with their payloads, and secret files. Every write is atomic, is refused if the file
 * has changed since the writer read it, and is recorded in the audit log. Earlier versions are kept, except of secrets.
 */
export interface FileEditor {
  /** Returns the reason why a file cannot be written; undefined if it can. */
  refusal(file: EditableFile): EditRefusal | undefined;
  read(file: Exclude<EditableFile, { kind: 'secret' }>): FileText | EditRefusal;
  exists(file: EditableFile): boolean;
  write(file: EditableFile, write: Write): Promise<Written>;
  /** Removes a secret file, whatever its contents. */
  removeSecret(name: string, actor: Actor): Promise<void>;
  /** Returns the earlier versions, the newest first. */
  versions(file: EditableFile): readonly KeptVersion[];
  /** Returns the text of an earlier version. */
  version(file: EditableFile, id: string): string | undefined;
}

/** The dependencies of an editor. */
export interface EditorParts {
  readonly place: EditPlace;
  /** Stores an entry in the audit log. */
  readonly record: (entry: NewAuditEntry) => Promise<void>;
  readonly now: () => number;
}

/** The maximum size; files that people edit are smaller. */
export const mostBytes = 4 * 1024 * 1024;

/** Creates an editor for the files of one bridge. Several processes may edit the same files. */
export function createFileEditor({ place, record, now }: EditorParts): FileEditor {
  const find = (file: EditableFile) => findEditable(file, place);
  return {
    refusal(file) {
      const found = find(file);
      return isRefusal(found) ? found : whyNotWritable(found, place);
    },
    read(file) {
      const found = find(file);
      return isRefusal(found) ? found : readFound(found);
    },
    exists(file) {
      const found = find(file);
      return !isRefusal(found) && existsSync(found.target);
    },
    async removeSecret(name, actor) {
      const found = find({ kind: 'secret', name });
      const before = isRefusal(found) ? found : readFound(found);
      if (isRefusal(before) || before.version === null) return;
      await this.write({ kind: 'secret', name }, { text: null, expected: before.version, actor });
    },
    async write(file, write) {
      const found = find(file);
      const why = isRefusal(found) ? found : (whyNotWritable(found, place) ?? whyNotThis(found, write));
      if (why || isRefusal(found)) return { kind: 'refused', why: why as EditRefusal };
      const written = await writeLocked(found, write, now);
      if (written.kind === 'written') await record(entryOf(file, found, write));
      return written;
    },
    versions(file) {
      const found = find(file);
      return isRefusal(found) || found.isSecret ? [] : keptVersions(found.root, found.name);
    },
    version(file, id) {
      const found = find(file);
      return isRefusal(found) || found.isSecret ? undefined : keptText(found.root, found.name, id);
    },
  };
}

function entryOf(file: EditableFile, { name }: FoundFile, { text, actor }: Write): NewAuditEntry {
  const what = file.kind === 'secret' ? 'write-secret' : 'edit-file';
  return { ...actor, what, about: name, detail: text === null ? 'removed' : textVersion(text) };
}

function readFound({ target, path }: FoundFile): FileText | EditRefusal {
  try {
    const text = writtenText(readFileSync(target));
    return { text, version: textVersion(text) };
  } catch (error) {
    if (error instanceof NotUtf8) return { code: 'not-text', path };
    const { code = 'EIO' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { text: null, version: null } : { code: 'not-writable', path, error: code };
  }
}

function whyNotWritable({ target, root }: FoundFile, { allowed }: EditPlace): EditRefusal | undefined {
  if (!allowed) return { code: 'edit-off' };
  const places = [root, nearestFolder(dirname(target)), ...(existsSync(target) ? [target] : [])];
  for (const path of places) {
    try {
      accessSync(path, constants.W_OK);
    } catch (error) {
      return { code: 'not-writable', path, error: (error as NodeJS.ErrnoException).code ?? 'EIO' };
    }
  }
  return undefined;
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function whyNotThis({ path }: FoundFile, { text }: Write): EditRefusal | undefined {
  if (text === null || Buffer.byteLength(text) <= mostBytes) return undefined;
  return { code: 'too-large', path, most: mostBytes };
}

async function writeLocked(found: FoundFile, write: Write, now: () => number): Promise<Written> {
  try {
    const locked = await underLock(madeEditFolder(found.root), () => writeFound(found, write, now));
    return locked ? locked.did : { kind: 'refused', why: { code: 'busy', path: found.path } };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !writeFaults.has(code)) throw error;
    return { kind: 'refused', why: { code: 'not-writable', path: found.path, error: code } };
  }
}

/** The error codes of places that cannot be written; EBUSY is that of a single mounted file. */
const writeFaults: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EBUSY',
  'EXDEV',
  'ENOSPC',
  'EDQUOT',
  'EISDIR',
  'ENOTDIR',
  'ERR_SQLITE_ERROR',
]);

function writeFound(found: FoundFile, { text, expected }: Write, now: () => number): Written {
  const before = readFound(found);
  if (isRefusal(before)) return { kind: 'refused', why: before };
  if (before.version !== expected) {
    return { kind: 'conflict', now: found.isSecret ? { text: null, version: before.version } : before };
  }
  if (text === before.text) return { kind: 'written', version: before.version };
  if (before.text !== null && !found.isSecret) keepVersion(found.root, found.name, before.text, now());
  if (text === null) rmSync(found.target, { force: true });
  else if (found.isSecret) writeSecret(found.target, text);
  else replaceWhole(found.target, text, 0o666);
  return { kind: 'written', version: text === null ? null : textVersion(text) };
}

/** Writes a secret that only the owner may read, and that version control ignores. */
function writeSecret(target: string, text: string): void {
  const folder = dirname(target);
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) {
    writeFileSync(join(folder, '.gitignore'), '*\n');
  }
  replaceWhole(target, text, 0o600);
}

/** Creates the hidden folder for the lock and the earlier versions; version control ignores it. */
function madeEditFolder(root: string): string {
  const folder = editFolder(root);
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) {
    writeFileSync(join(folder, '.gitignore'), '*\n');
  }
  return folder;
}
