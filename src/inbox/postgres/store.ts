import { randomBytes } from 'node:crypto';
import { workOf } from '../decide/spread-works.ts';
import { assertNoMoveInto } from '../move/move-note.ts';
import { activity } from '../operations/activity.ts';
import { deletionTimes } from '../operations/clock-moves.ts';
import { decisions } from '../operations/decisions.ts';
import { expiry } from '../operations/expiry.ts';
import { fillInLedgerBatch } from '../operations/fill-in-ledger.ts';
import { importing } from '../operations/importing.ts';
import { inBatches } from '../operations/in-batches.ts';
import { links } from '../operations/links.ts';
import { erasure } from '../operations/privacy/erase.ts';
import { retention } from '../operations/privacy/retention.ts';
import { sweepLanes } from '../operations/privacy/sweep-lanes.ts';
import { sessions } from '../operations/sessions.ts';
import { createClaims } from '../owned/claims.ts';
import { createWorkInProgress } from '../owned/work-in-progress.ts';
import type { StatusNotice } from '../status-notice.ts';
import type { Store } from '../store.ts';
import type { StoreOptions } from '../store-options.ts';
import { connectDatabase, type Database } from './connection/database.ts';
import { followClock } from './connection/follow-clock.ts';
import { takesSeveral } from './connection/takes-several.ts';
import type { Transaction } from './connection/transaction.ts';
import { clockMoves } from './delivery/clock-moves.ts';
import { delivery } from './delivery/delivery.ts';
import type { DueMarkTimes } from './delivery/due-marks.ts';
import { holds } from './delivery/holds.ts';
import { destinationsWithIntents, takeOverDestination } from './delivery/take-over.ts';
import { trimLinks } from './delivery/trim-links.ts';
import { intake } from './intake/intake.ts';
import { refusals } from './intake/refusals.ts';
import { operationStore, statementsOf, takeSteps } from './operate/operation-store.ts';
import { outbox } from './outbox/outbox.ts';
import { createOutcomeWriter } from './outbox/outcomes.ts';
import { defaultLeaseTimes, type LeaseTimes } from './ownership/lease-times.ts';
import { createOwnership } from './ownership/ownership.ts';
import { sharing } from './ownership/sharing.ts';
import type { Parts } from './parts.ts';
import { takeOverPlanning } from './planning/marks.ts';
import { planning } from './planning/planning.ts';
import { leaveNothing } from './privacy/leave-nothing.ts';
import { storeHealth } from './reading/health.ts';
import { reading } from './reading/reading.ts';
import { wordIndex } from './reading/word-index.ts';
import { metaValue } from './rows/meta.ts';
import { migrate } from './schema/migrate.ts';

/** The place of a store in PostgreSQL. */
export interface PostgresPlace {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The PostgreSQL schema of its tables. */
  readonly schema: string;
}

/**
 * The dependencies of a store. `leaseTimes`, `dueMarkTimes`: by default the usual ones; all processes on a store need
 * the same leaseTimes.
 */
export interface PostgresStoreOptions extends StoreOptions {
  readonly leaseTimes?: LeaseTimes;
  readonly dueMarkTimes?: DueMarkTimes;
}

const connections = 5;

/**
 * Opens the store in a schema of a PostgreSQL database; the schema is created if it does not exist.
 * @throws StoreUnusable if the database cannot be reached, or if this version cannot work with it
 */
export async function openPostgresStore(place: PostgresPlace, options: PostgresStoreOptions): Promise<Store> {
  const { clock, notify, count } = options;
  if (await migrate(place.url, place.schema)) options.made?.();
  const random = options.random ?? randomBytes;
  const outcomes = createOutcomeWriter(options.outcomes, { now: clock.now, random });
  const database = connectDatabase({
    ...place,
    connections,
    pipeline: await takesSeveral(place.url),
    beforeCommit: outcomes.beforeCommit,
    tellRoundTrip: options.tellRoundTrip,
    committed(transaction) {
      outcomes.committed(transaction);
      reportCommitted(transaction, notify, count);
    },
  });
  try {
    return await assemble(database, place.schema, options);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function assemble(database: Database, schema: string, options: PostgresStoreOptions): Promise<Store> {
  const { clock, random = randomBytes, leaseTimes = defaultLeaseTimes } = options;
  const secret = await ledgerSecret(database, schema);
  await inBatches(after =>
    database.write(transaction => takeSteps(fillInLedgerBatch(statementsOf(transaction), secret, after))),
  );
  const stopFollowing = options.tellTime && (await followClock(database, options.tellTime));
  const claims = createClaims();
  const ownership = createOwnership({
    database,
    leaseTimes,
    clock,
    claims,
    owner: Buffer.from(random(8)).toString('hex'),
    takeOver: (transaction, work) => takeOver(transaction, work, clock.now()),
  });
  const parts: Parts = {
    database,
    ownership,
    leaseTimes,
    dueMarkTimes: options.dueMarkTimes,
    claims,
    clock,
    random,
    ledgerSecret: secret,
    beingPlanned: createWorkInProgress(),
    beingDelivered: createWorkInProgress(),
  };
  await trimLinks(parts);
  await takeInterrupted(parts);
  let closed = false;
  return {
    ...methods(parts),
    async close() {
      if (closed) return;
      closed = true;
      stopFollowing?.();
      await ownership.close();
      await database.close();
    },
  };
}

/** Creates all methods of the store except `close`. */
function methods(parts: Parts): Omit<Store, 'close'> {
  const operations = operationStore(parts);
  return {
    ...intake(parts),
    ...refusals(parts),
    ...planning(parts),
    ...delivery(parts),
    ...holds(parts, operations),
    ...links(operations, operations),
    ...reading(parts, operations),
    ...wordIndex(parts),
    ...sharing(parts),
    ...decisions(operations),
    ...importing(operations, 'codes::jsonb ? $4'),
    ...sessions(operations),
    ...activity(operations, waitingMappings),
    ...erasure(operations, () => leaveNothing(parts.database, operations)),
    ...retention(operations, () => sweepLanes(operations)),
    ...expiry(operations),
    ...clockMoves(parts),
    ...deletionTimes(operations),
    ...outbox(parts),
    ...storeHealth(parts),
  };
}

/** The mappings with unfinished calls. */
const waitingMappings = `SELECT mapping FROM tally WHERE kind = 0 AND status IN ('queued', 'held')
  GROUP BY mapping HAVING sum(number) > 0`;

function reportCommitted(
  transaction: Transaction,
  notify: ((notice: StatusNotice) => void) | undefined,
  count: StoreOptions['count'],
): void {
  for (const outcome of transaction.eventOutcomes) count?.(outcome);
  for (const notice of transaction.notices) notify?.(notice);
}

/** Takes the destinations without an owner that had bookings in flight, so that these become uncertain. */
async function takeInterrupted({ database, ownership }: Parts): Promise<void> {
  const destinations = await database.read(destinationsWithIntents);
  for (const destination of destinations) await ownership.take(workOf(destination));
}

async function takeOver(transaction: Transaction, work: string, now: number): Promise<void> {
  if (work === 'planning') return takeOverPlanning(transaction);
  const [, destination] = /^destination (.*)$/s.exec(work) ?? [];
  if (destination !== undefined) await takeOverDestination(transaction, destination, now);
}

/**
 * Returns the key of the ledger's hashes. It is made with the store: without it, the ledger reveals nothing about
 * appointments.
 */
function ledgerSecret(database: Database, schema: string): Promise<Uint8Array> {
  return database.write(async transaction => {
    const name = 'ledger key';
    await transaction.run(
      'INSERT INTO meta VALUES ($1, $2) ON CONFLICT DO NOTHING',
      name,
      randomBytes(32).toString('hex'),
    );
    await assertNoMoveInto(transaction, schema);
    const key = await metaValue(transaction, name);
    if (key === undefined) throw new Error('the key of the ledger is missing');
    return Buffer.from(key, 'hex');
  });
}
