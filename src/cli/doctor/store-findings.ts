import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config/config.ts';
import { lastBackup } from '../../inbox/sqlite/file/last-backup.ts';
import { isLocked } from '../../inbox/sqlite/file/lock.ts';
import { lookThrough } from '../../inbox/sqlite/file/look-through.ts';
import { roomOf, watchSpace } from '../../inbox/sqlite/file/space.ts';
import { filesOf, storeFile } from '../../inbox/sqlite/file/store-path.ts';
import { StoreUnusable } from '../../inbox/store-unusable.ts';
import { checkVolume } from '../start/check-volume.ts';
import type { Surroundings } from '../surroundings.ts';
import { sizeWords } from '../terminal/size-words.ts';
import { pastTimeInWords } from '../terminal/time-words.ts';
import { shortPath } from '../workspace.ts';
import { findingsOf } from './config-findings.ts';
import { type Finding, skipped, warning, well, wrong } from './finding.ts';
import { lookAtDatabase } from './postgres-findings.ts';

/** The findings about a store. */
export interface LookedAtStore {
  readonly findings: readonly Finding[];
  /** True if a process has it open; undefined if unknown. */
  readonly isInUse: boolean | undefined;
}

const lookWithinMs = 7_000;

/** Checks the store of a config without changing it, its lock or its log. */
export async function lookAtStore(
  store: Config['store'],
  surroundings: Surroundings,
): Promise<LookedAtStore> {
  if (store.kind === 'postgres') return lookAtDatabase({ url: store.url.reveal(), schema: store.schema });
  let file: string;
  try {
    file = storeFile(store.path);
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error;
    return { findings: [wrong('file', error.message)], isInUse: undefined };
  }
  const isInUse = isLocked(file);
  const volume = findingsOf('volume', checkVolume({ store }), surroundings);
  const findings = [
    fileFinding(file, isInUse, surroundings),
    ...(volume.length > 0 ? volume : [well('volume', 'its file system stores data safely')]),
    ...accessFindings(file, surroundings),
    spaceFinding(file),
    await integrityFinding(file, isInUse !== false),
    backupFinding(file, surroundings),
  ];
  return { findings, isInUse };
}

function fileFinding(file: string, isInUse: boolean | undefined, surroundings: Surroundings): Finding {
  const name = shortPath(file, surroundings);
  if (!existsSync(file)) return well('file', `${name} does not exist yet; the first start creates it`);
  const bytes = [file, `${file}-wal`].reduce(
    (sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const use = isInUse === undefined ? '' : isInUse ? ', a bridge has it open' : ', no bridge has it open';
  return well('file', `${name}: ${sizeWords(bytes)}${use}`);
}

/** Checks that this user can read and write the files, and that other users cannot read them. */
function accessFindings(file: string, surroundings: Surroundings): readonly Finding[] {
  const folder = existing(dirname(file));
  const paths = [folder, ...filesOf(file)];
  const denied = paths.map(path => ({ path, code: deniedCode(path) })).find(({ code }) => code !== undefined);
  const who = `user ${process.getuid?.() ?? 'of this process'}`;
  if (denied !== undefined) {
    const name = shortPath(denied.path, surroundings) || denied.path;
    if (denied.code === 'EROFS') {
      const says = `${name} is on a read-only file system`;
      return [wrong('permissions', says, 'mount the volume writable, or name another file in `store`')];
    }
    const says = `${name} cannot be written by ${who}; it belongs to user ${statSync(denied.path).uid}`;
    const next = 'give this user the right to write there, or name another file in `store`';
    return [wrong('permissions', says, next)];
  }
  const open = filesOf(file).find(each => (statSync(each).mode & 0o007) !== 0);
  if (open !== undefined) {
    const name = shortPath(open, surroundings);
    return [
      warning(
        'permissions',
        `every user of this machine may read ${name}, which contains customer data`,
        `chmod o-rwx ${name}`,
      ),
    ];
  }
  return [well('permissions', `${who} can read and write it, and other users cannot`)];
}

/** Returns the reason why this user may not read and write something; undefined if it may. */
function deniedCode(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

function spaceFinding(file: string): Finding {
  const anchor = `${existing(dirname(file))}/store`;
  const { freeBytes, totalBytes } = roomOf(anchor);
  const space = watchSpace(anchor);
  const shortage = space.shortage();
  if (shortage !== undefined) return wrong('space', shortage, 'free some space, or make the volume larger');
  const warned = space.warning();
  if (warned !== undefined) return warning('space', warned);
  return well('space', `${sizeWords(freeBytes)} of ${sizeWords(totalBytes)} are free`);
}

async function integrityFinding(file: string, isInUse: boolean): Promise<Finding> {
  if (!existsSync(file)) return skipped('integrity', 'there is nothing to check yet');
  const found = await lookThrough(file, { isInUse, withinMs: lookWithinMs });
  if (typeof found === 'object') return wrong('integrity', found.wrong);
  switch (found) {
    case 'empty':
      return well('integrity', 'it is empty');
    case 'whole':
      return well('integrity', 'checked completely: no damage');
    case 'too large':
      return skipped('integrity', 'it is too large to be checked now; each start checks it beside its work');
    case 'unclosed':
      return skipped(
        'integrity',
        'its process was cut off; the next start checks it, because a check now would change files',
      );
  }
}

function backupFinding(file: string, surroundings: Surroundings): Finding {
  if (!existsSync(file)) return skipped('backup', 'there is nothing to back up yet');
  const last = lastBackup(file);
  if (!last) {
    return warning(
      'backup',
      'no `fieldbridge backup` was found here',
      '`fieldbridge backup FILE` makes one while the bridge runs',
    );
  }
  const when = pastTimeInWords(new Date(last.at).toISOString(), Date.now());
  if (last.file === undefined) return well('backup', `the last was made ${when}, and written to the output`);
  const gone = existsSync(last.file) ? '' : '; the file is not here any more';
  return well('backup', `the last was made ${when}: ${shortPath(last.file, surroundings)}${gone}`);
}

/** Returns the path, or its nearest parent folder that exists. */
function existing(path: string): string {
  let folder = path;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
