import { hostname } from 'node:os';
import { spreadWorks, type WorkCandidate, workOf } from '../../decide/spread-works.ts';
import { listDestinations, listMappingHolds } from '../../operations/holds.ts';
import type { Asked, ProcessRecord, SelfReport, SharedNews, SharedWork } from '../../shared-work.ts';
import type { Store } from '../../store.ts';
import { storedNames } from '../../stored/stored-request.ts';
import type { Transaction } from '../connection/transaction.ts';

import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';

const forgottenAfter = "interval '1 hour'";

interface ProcessRow {
  id: string;
  name: string;
  started_at: number;
  seen_at: number;
  version: string;
  mappings: string;
  config: string;
  destinations: string;
}

/** The exchange of data between the processes on one store. */
export function sharing({ database, ownership, clock, leaseTimes }: Parts) {
  const startedAt = clock.now();
  const name = `${hostname()}:${process.pid}`;
  /** By destination: the transaction that wrote the catalog of the last read. */
  const seenCatalogs = new Map<string, string>();

  function epochsOf(destinations: readonly string[]): ReadonlyMap<string, number> {
    const found = destinations.map(each => [each, ownership.epochOf(workOf(each))] as const);
    return new Map(found.flatMap(([each, epoch]) => (epoch === undefined ? [] : [[each, epoch] as const])));
  }

  const shared: SharedWork = {
    process: ownership.owner,
    lookEveryMs: leaseTimes.lookEveryMs,
    plans: () => ownership.has('planning'),
    delivers: destination => ownership.has(workOf(destination)),
    tells: () => ownership.has('messages'),
    async look(self) {
      await database.write(transaction =>
        writeHeartbeat(transaction, { ...self, id: ownership.owner, name, startedAt }),
      );
      const { processes, before } = await database.read(async transaction => ({
        processes: await listProcesses(transaction, leaseTimes.goneAfterMs),
        before: await worksSoFar(transaction),
      }));
      const doneBy = spreadWorks(processes.map(candidateOf), before);
      ownership.want(new Set([...doneBy.keys()].filter(work => doneBy.get(work) === ownership.owner)));
      await ownership.leaveUnwanted();
      await ownership.takeWanted();
      // The epochs are read before the states: if another process takes a work in between, the next read returns
      // another epoch.
      const epochs = epochsOf(self.destinations);
      const news = await database.read(transaction =>
        readNews(transaction, { epochs, seenCatalogs, processes }),
      );
      // This comes last: if a read fails before, the caller does not get the catalogs, and the next call returns
      // them.
      for (const row of news.catalogs) seenCatalogs.set(row.destination, row.written);
      return {
        ...news,
        catalogs: new Map(news.catalogs.map(({ destination, snapshot }) => [destination, snapshot])),
      };
    },
    async leave() {
      ownership.want(new Set());
      await ownership.leaveUnwanted();
      // While this process is listed, no other process takes the works that are assigned to it.
      await database.write(transaction =>
        transaction.run('DELETE FROM process WHERE id = $1', ownership.owner),
      );
    },
    async ask(destination, what) {
      await database.write(transaction =>
        transaction.run(
          `INSERT INTO command (destination, what) VALUES ($1, $2)
           ON CONFLICT (destination) DO UPDATE SET what = excluded.what, number = DEFAULT`,
          destination,
          what,
        ),
      );
    },
    async obeyed({ destination, number }) {
      await database.write(transaction =>
        transaction.run('DELETE FROM command WHERE destination = $1 AND number = $2', destination, number),
      );
    },
  };
  return { shared } satisfies Partial<Store>;
}

function candidateOf(row: ProcessRow): WorkCandidate {
  return { id: row.id, destinations: new Set(storedNames.read(row.destinations)) };
}

async function writeHeartbeat(
  transaction: Transaction,
  self: SelfReport & { readonly id: string; readonly name: string; readonly startedAt: number },
): Promise<void> {
  await transaction.run(
    `INSERT INTO process (id, name, started_at, seen, version, mappings, config, destinations)
     VALUES ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7)
     ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, mappings = excluded.mappings`,
    self.id,
    self.name,
    self.startedAt,
    self.version,
    self.mappings,
    self.config,
    storedNames.write(self.destinations),
  );
  await transaction.run(`DELETE FROM process WHERE seen < clock_timestamp() - ${forgottenAfter}`);
}

/** Returns all works so far. */
async function worksSoFar(transaction: Transaction): Promise<readonly string[]> {
  return (await transaction.all<{ name: string }>('SELECT name FROM lease')).map(({ name }) => name);
}

/** Returns the processes with a recent heartbeat, by their ids. */
function listProcesses(transaction: Transaction, goneAfterMs: number): Promise<ProcessRow[]> {
  return transaction.all<ProcessRow>(
    `SELECT id, name, started_at, version, mappings, config, destinations,
       (extract(epoch FROM seen) * 1000)::bigint AS seen_at
     FROM process WHERE seen > clock_timestamp() - $1 * interval '1 millisecond' ORDER BY id`,
    goneAfterMs,
  );
}

async function readNews(
  transaction: Transaction,
  parts: {
    readonly epochs: SharedNews['epochs'];
    readonly seenCatalogs: ReadonlyMap<string, string>;
    readonly processes: readonly ProcessRow[];
  },
): Promise<Omit<SharedNews, 'catalogs'> & { readonly catalogs: readonly CatalogRow[] }> {
  const asked = await transaction.all<Asked>('SELECT destination, number, what FROM command');
  return {
    destinations: await takeSteps(listDestinations(statementsOf(transaction))),
    epochs: parts.epochs,
    asked: asked.filter(({ destination }) => parts.epochs.has(destination)),
    catalogs: await newCatalogs(transaction, parts.seenCatalogs),
    holds: await takeSteps(listMappingHolds(statementsOf(transaction))),
    processes: await withTheirWork(transaction, parts.processes),
  };
}

interface CatalogRow {
  readonly destination: string;
  readonly snapshot: string;
  /** The id of the transaction that wrote the catalog. */
  readonly written: string;
}

/** Returns the catalogs that other transactions have written since the last read. */
function newCatalogs(
  transaction: Transaction,
  seen: ReadonlyMap<string, string>,
): Promise<readonly CatalogRow[]> {
  return transaction.all<CatalogRow>(
    `SELECT destination, snapshot, catalog.xmin::text AS written FROM catalog
     WHERE (destination, catalog.xmin::text) NOT IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [...seen.keys()],
    [...seen.values()],
  );
}

async function withTheirWork(
  transaction: Transaction,
  processes: readonly ProcessRow[],
): Promise<readonly ProcessRecord[]> {
  const works = await transaction.all<{ name: string; owner: string }>(
    'SELECT name, owner FROM lease WHERE owner IS NOT NULL AND until > clock_timestamp() ORDER BY name',
  );
  const ofOwner = Map.groupBy(works, ({ owner }) => owner);
  return processes.map(row => ({
    id: row.id,
    name: row.name,
    startedAt: row.started_at,
    seenAt: row.seen_at,
    version: row.version,
    mappings: row.mappings,
    config: row.config,
    ...ownedBy(ofOwner.get(row.id) ?? [], candidateOf(row).destinations),
  }));
}

/**
 * Returns the works of a process. A destination that this process does not know has an owner, but gets no deliveries.
 */
function ownedBy(
  works: readonly { readonly name: string }[],
  known: ReadonlySet<string>,
): Pick<ProcessRecord, 'works' | 'delivers'> {
  const names = works.map(({ name }) => name);
  const prefix = workOf('');
  return {
    works: names.filter(name => !name.startsWith(prefix)),
    delivers: names
      .filter(name => name.startsWith(prefix))
      .map(name => name.slice(prefix.length))
      .filter(name => known.has(name)),
  };
}
