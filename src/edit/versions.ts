import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime } from '../inbox/clock.ts';
import { replaceWhole } from './replace-whole.ts';
import { textVersion } from './text-version.ts';

/** An earlier text of a file. */
export interface KeptVersion {
  readonly id: string;
  /** The `textVersion` of its text. */
  readonly version: string;
  /** The time when it was replaced, ISO 8601. */
  readonly replacedAt: string;
  readonly bytes: number;
}

/** The maximum number of earlier versions of a file. */
export const mostVersions = 50;

/** Returns the hidden folder for editing, beside the files. */
export function editFolder(root: string): string {
  return join(root, '.fieldbridge');
}

function folderOf(root: string, name: string): string {
  return join(editFolder(root), 'versions', ...name.split('/'));
}

/** Keeps a text before it is replaced, unless the last kept one is the same. Only the owner may read it. */
export function keepVersion(root: string, name: string, text: string, now: number): void {
  const kept = keptVersions(root, name);
  const version = textVersion(text);
  if (kept[0]?.version === version) return;
  const folder = folderOf(root, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = Math.max(now, timeOf(kept[0]?.id) + 1);
  replaceWhole(join(folder, `${String(at).padStart(14, '0')}-${version}`), text, 0o600);
  for (const old of kept.slice(mostVersions - 1)) rmSync(join(folder, old.id), { force: true });
}

/** Returns the earlier texts of a file, the newest first. */
export function keptVersions(root: string, name: string): readonly KeptVersion[] {
  const folder = folderOf(root, name);
  return namesIn(folder)
    .filter(each => versionId.test(each))
    .sort()
    .reverse()
    .map(id => ({
      id,
      version: id.slice(id.indexOf('-') + 1),
      replacedAt: isoTime(timeOf(id)),
      bytes: readFileSync(join(folder, id)).byteLength,
    }));
}

/** Returns the text of an earlier version; undefined if there is none with this id. */
export function keptText(root: string, name: string, id: string): string | undefined {
  if (!versionId.test(id) || !namesIn(folderOf(root, name)).includes(id)) return undefined;
  return readFileSync(join(folderOf(root, name), id), 'utf8');
}

const versionId = /^\d{14}-[\w-]{22}$/;

function timeOf(id: string | undefined): number {
  return id === undefined ? 0 : Number(id.slice(0, id.indexOf('-')));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
