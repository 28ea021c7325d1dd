import { basename } from 'node:path';
import type { MappingView } from '../../deliver/bridge.ts';
import { CommandFailed, type Surroundings } from '../surroundings.ts';
import type { AdminApi } from './admin-api.ts';

/** Describes a mapping whose file on disk is not the version in use. */
export interface OlderVersion {
  readonly says: string;
  readonly next: string;
}

/** Returns the words for a mapping whose last good version is in use, because its file cannot be used. */
export function olderVersion(view: MappingView): OlderVersion | undefined {
  const { name, file, source, usable, operation, diagnostics } = view;
  if (usable || operation === null) return undefined;
  const error = diagnostics.find(({ severity }) => severity === 'error');
  const line = error?.place ? ` (line ${error.place.line}: ${error.message})` : '';
  return {
    says: `${basename(file)} was changed and cannot be used${line}, so events of ${source ?? 'its source'} are mapped by its last good version`,
    next: `correct the file until \`fieldbridge check\` and \`fieldbridge test ${name}\` pass`,
  };
}

/**
 * Warns if events would be mapped by an older version than the one on disk. `source` and `mapping`: only of these;
 * if undefined, of all.
 */
export async function tellOlderVersions(
  api: AdminApi,
  about: { readonly source?: string | undefined; readonly mapping?: string | undefined },
  err: Surroundings['err'],
): Promise<void> {
  const mappings = await mappingsOf(api);
  const isAbout = ({ source, name }: MappingView) =>
    (about.source === undefined || source === about.source) &&
    (about.mapping === undefined || name === about.mapping);
  for (const view of mappings.filter(isAbout)) {
    const older = olderVersion(view);
    if (older) err.write(`warning: ${older.says}; ${older.next}, then run this command again\n`);
  }
}

/** The command itself reports that the bridge does not respond. */
async function mappingsOf(api: AdminApi): Promise<readonly MappingView[]> {
  try {
    return (await api.get<{ mappings: readonly MappingView[] }>('mappings')).mappings;
  } catch (error) {
    if (error instanceof CommandFailed) return [];
    throw error;
  }
}
