import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { LockedCatalog } from '../../booking/lock/locked-catalog.ts';
import { lockedCatalog } from '../../booking/lock/with-lock.ts';
import { sameCatalog } from '../../booking/lock/write-lock.ts';
import { catalogDrift, type FieldDrift } from '../../check/drift/catalog-drift.ts';
import { driftWords } from '../../check/drift/drift-words.ts';
import type { Config } from '../../config/config.ts';
import { counted } from '../../diagnostics/counted.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { localTime } from '../terminal/time-words.ts';
import { columnsOf, wrap } from '../terminal/wrap.ts';
import { shortPath } from '../workspace.ts';
import { findCatalogs } from './catalogs.ts';
import { openLock, saveLock } from './lock-file.ts';

/** The result of saving a destination. */
interface Saved {
  readonly destination: string;
  /** The previous entry of the lock, if there was one. */
  readonly before: LockedCatalog | undefined;
  /** The new entry of the lock. */
  readonly after: LockedCatalog;
  readonly drifts: readonly FieldDrift[];
}

/**
 * Reads the fields of destinations and saves them in the lock, all of them or none; reports the changes since the last
 * time. Without changes the file stays as it is.
 * @throws CommandFailed if a destination cannot be read, or the file cannot be written
 */
export async function saveFields(
  config: Config,
  names: readonly string[],
  { json }: { json: boolean },
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const lockFile = openLock(config);
  const [first, another] = names;
  const found = await findCatalogs(config, {
    offline: false,
    languages: 'all',
    lock: lockFile.lock,
    ...(first !== undefined && another === undefined && { only: first }),
  });
  const saved = names.map((destination): Saved => {
    const { snapshot, trouble } = found.get(destination) ?? { snapshot: null };
    if (!snapshot || trouble !== undefined) {
      const why = trouble ?? 'nothing is known of it';
      throw new CommandFailed(`nothing is saved, since the fields of ${destination} cannot be read: ${why}`);
    }
    return saving(destination, snapshot, lockFile.lock?.catalogs.get(destination));
  });
  const isWritten = saveLock(lockFile, new Map(saved.map(({ destination, after }) => [destination, after])));
  const file = shortPath(lockFile.file, surroundings);
  if (json) {
    const answer = { file, written: isWritten, destinations: saved.map(asJson) };
    surroundings.out.write(`${JSON.stringify(answer, null, 2)}\n`);
    return exit.fine;
  }
  const columns = columnsOf(surroundings.out);
  const lines = saved.flatMap(each => savedLines(each).map(line => wrap(escapeText(line), columns, 2)));
  const last = isWritten ? `saved in ${file}` : `${file} stays as it is`;
  surroundings.out.write(`${[...lines, last].join('\n')}\n`);
  return exit.fine;
}

function saving(destination: string, snapshot: CatalogSnapshot, before: LockedCatalog | undefined): Saved {
  const next = lockedCatalog(snapshot);
  const after = before && sameCatalog(before, next) ? before : next;
  return {
    destination,
    before,
    after,
    drifts: before ? catalogDrift(before.fields, next.fields) : [],
  };
}

function savedLines({ destination, before, after, drifts }: Saved): readonly string[] {
  const fields = `${after.fields.length} fields`;
  if (before === undefined) return [`${destination}: ${fields}`];
  const since = localTime(new Date(before.fetchedAt).toISOString());
  if (before === after) return [`${destination}: ${fields}, nothing has changed since ${since}`];
  if (drifts.length === 0) return [`${destination}: ${fields}, none has changed since ${since}`];
  const changed = counted(drifts.length, 'field has', 'fields have');
  return [`${destination}: ${changed} changed since ${since}`, ...drifts.map(driftLine)];
}

function driftLine(drift: FieldDrift): string {
  const sign = { added: '+', removed: '-', replaced: '!', renamed: '~', changed: '~' }[drift.kind];
  return `${sign} ${driftWords(drift)}`;
}

function asJson({ destination, before, after, drifts }: Saved) {
  return {
    destination,
    fields: after.fields.length,
    since: before === undefined ? null : new Date(before.fetchedAt).toISOString(),
    changes: drifts.map(drift => ({
      kind: drift.kind,
      keyName: 'after' in drift ? drift.after.keyName : drift.before.keyName,
      ...(drift.kind === 'renamed' && { formerKeyName: drift.before.keyName }),
      words: driftWords(drift),
    })),
  };
}
