import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readInMappings } from '../mapping/folder.ts';
import type { PayloadFolder } from '../server/api/api-route.ts';
import { disk } from './workspace.ts';

/** The maximum number of listed files, and the maximum depth. */
const mostFiles = 500;
const mostFolders = 4;

/** Lists and reads the payloads in a folder of mappings, as tests may name them. */
export function payloadFolder(folder: string): PayloadFolder {
  return {
    list: () => payloadsIn(folder, folder, 0).slice(0, mostFiles),
    read: path => readInMappings(folder, join(folder, path), disk),
  };
}

function payloadsIn(root: string, folder: string, depth: number): readonly string[] {
  let entries: ReturnType<typeof entriesOf>;
  try {
    entries = entriesOf(folder);
  } catch {
    // A folder that cannot be read has no payloads; `check` reports it.
    return [];
  }
  return entries.flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return depth < mostFolders ? payloadsIn(root, path, depth + 1) : [];
    const isPayload = entry.isFile() && /\.(json|xml|txt|form|eml)$/.test(entry.name);
    return isPayload ? [relative(root, path).replaceAll('\\', '/')] : [];
  });
}

function entriesOf(folder: string) {
  return readdirSync(folder, { withFileTypes: true }).slice(0, 2_000);
}
