import { counted } from '../../diagnostics/counted.ts';
import { differenceWords } from '../../inbox/decide/common-things.ts';
import type { InspectedDatabase } from '../../inbox/postgres/connection/inspect.ts';
import { sizeWords } from '../terminal/size-words.ts';
import { type Finding, skipped, warning, well, wrong } from './finding.ts';

/** Checks the database of a store without changing anything. */
export async function lookAtDatabase(place: {
  readonly url: string;
  readonly schema: string;
}): Promise<{ readonly findings: readonly Finding[]; readonly isInUse: boolean | undefined }> {
  const { inspectDatabase } = await import('../../inbox/postgres/connection/inspect.ts');
  try {
    const found = await inspectDatabase(place);
    return { findings: findingsOfDatabase(found, place.schema), isInUse: found.processes.number > 0 };
  } catch (error) {
    return { findings: [wrong('database', (error as Error).message)], isInUse: undefined };
  }
}

function findingsOfDatabase(found: InspectedDatabase, schema: string): readonly Finding[] {
  return [
    databaseFinding(found),
    durabilityFinding(found),
    schemaFinding(found, schema),
    ...searchFindings(found),
    connectionsFinding(found),
    distanceFinding(found),
    ...processesFindings(found.processes),
    skipped('backup', 'use pg_dump or the backups of your PostgreSQL; docs/scaling.md describes how'),
  ];
}

function databaseFinding({ version, isOldVersion, encoding, readOnlyBy }: InspectedDatabase): Finding {
  if (isOldVersion) return wrong('database', `it is PostgreSQL ${version}`, 'use version 14 or newer');
  if (encoding !== 'UTF8')
    return wrong('database', `its encoding is ${encoding}`, "create a database with ENCODING 'UTF8'");
  if (readOnlyBy === 'standby') {
    const next = 'name the primary in `store`, or an address that always leads to it';
    return wrong('database', 'it is read-only: a standby', next);
  }
  if (readOnlyBy === 'setting') {
    const next = 'switch it off for this server, this database or this user';
    return wrong('database', 'it is read-only: default_transaction_read_only is on', next);
  }
  return well('database', `PostgreSQL ${version} responds, and can be written`);
}

function durabilityFinding({ fsync, synchronousCommit }: InspectedDatabase): Finding {
  const off = fsync !== 'on' ? 'fsync' : synchronousCommit === 'off' ? 'synchronous_commit' : undefined;
  if (off === undefined) return well('durability', 'written data is safe on disk');
  const next = `set ${off} = on for this server or this user`;
  return wrong('durability', `it has ${off} = off: written data does not survive a power cut`, next);
}

function schemaFinding(found: InspectedDatabase, schema: string): Finding {
  const { schema: state, missingRight, missingTable, bytes, unfinishedMove } = found;
  if (unfinishedMove !== undefined) return wrong('schema', unfinishedMove);
  if (missingRight !== undefined) {
    const next = 'grant it, or make this user the owner; docs/scaling.md lists the rights that it needs';
    return wrong('schema', `this user lacks ${missingRight}`, next);
  }
  if (missingTable !== undefined) {
    const next = 'rename it to its former name, or restore a backup';
    return wrong('schema', `the table ${missingTable} of ${schema} is missing`, next);
  }
  switch (state) {
    case 'none':
      return well('schema', `${schema} does not exist yet; the first start creates it`);
    case 'older':
      return well('schema', `${schema} is of an earlier version; the next start migrates it`);
    case 'newer':
      return wrong('schema', `${schema} is of a newer version of Fieldbridge`, 'start that version');
    case 'ahead':
      return well('schema', `${schema} was migrated by a newer version; this one can work with it`);
    case 'current':
      return well('schema', `${schema} has ${sizeWords(bytes)}`);
  }
}

/** The kind of search is known only if the schema exists. */
function searchFindings({ schema, hasWordIndex }: InspectedDatabase): readonly Finding[] {
  if (schema !== 'current') return [];
  if (hasWordIndex) return [well('search', 'events are found by an index of their words')];
  const next = 'as a superuser: CREATE EXTENSION pg_trgm; then start the bridge again';
  return [warning('search', 'it reads every event, because the extension pg_trgm is missing', next)];
}

/** A process has up to five connections, and some more while it starts. */
const ofOneProcess = 8;

function connectionsFinding({ connections: { used, most }, processes }: InspectedDatabase): Finding {
  const there = counted(
    processes.number,
    'process of the bridge is there',
    'processes of the bridge are there',
  );
  const says = `${used} of ${most} are used, ${there}`;
  if (most - used >= ofOneProcess) return well('connections', says);
  return warning('connections', says, 'raise max_connections, or use a pooler');
}

/** Each webhook and each delivery waits for several statements, one after the other. */
const farMs = 10;

function distanceFinding({ roundTripMs }: InspectedDatabase): Finding {
  const says = `a round trip takes ${roundTripMs < 1 ? 'less than 1' : Math.round(roundTripMs)} ms`;
  if (roundTripMs <= farMs) return well('distance', says);
  const next = 'run the bridge near PostgreSQL: each webhook and each delivery needs several round trips';
  return warning('distance', says, next);
}

/** Compares the processes that share the store. */
function processesFindings({ number, differIn }: InspectedDatabase['processes']): readonly Finding[] {
  if (number < 2) return [];
  if (differIn.length === 0)
    return [well('processes', 'they have the same version, mapping files, destinations and sources')];
  const next =
    'if a roll-out is running, finish it; otherwise give all of them the same config and mapping files; `fieldbridge processes` shows what each has';
  return differIn.map(thing => warning('processes', differenceWords[thing], next));
}
