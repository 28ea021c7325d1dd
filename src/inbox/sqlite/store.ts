import { randomBytes } from 'node:crypto';
import { type Deed, operator } from '../audit.ts';
import type { Clock } from '../clock.ts';
import { tellStep } from '../step.ts';
import { type EventFilter, type Store, StoreUnavailable } from '../store.ts';
import { createFaultReader } from './ask-disk.ts';
import { addAudit, completeAudit, listAudit } from './audit.ts';
import { type Checkpointer, createCheckpointer } from './checkpointer.ts';
import { type Claims, createClaims } from './claims.ts';
import { deletionTime, followSinceLastLook, moveTimes, noteLook } from './clock-moves.ts';
import type { Connection } from './connection.ts';
import { contents, plannable } from './contents.ts';
import { recognizeCopy, stopCopy, unsureUpTo } from './copies.ts';
import { countAll } from './counts.ts';
import { discardEvent, replayEvent, replayEvents } from './decisions.ts';
import { claimDue, lastApplied, newerDelivered, nextDueAt } from './delivery.ts';
import { erase } from './erasing.ts';
import { expireBatch } from './expiry.ts';
import { createGuard } from './guard.ts';
import {
  finishReleases,
  holdMappingBatch,
  listCatalogs,
  listDestinations,
  listMappingHolds,
  releaseMappingBatch,
  saveCatalog,
  saveDestination,
} from './holds.ts';
import { createInHand, type InHand } from './in-hand.ts';
import { addRequest } from './intake.ts';
import { beginBooking, type Ledger, ledgerSecret, recoverIntents } from './ledger.ts';
import { findLink, listLinks, putLink } from './links.ts';
import { type Lock, takeLock } from './lock.ts';
import { openDatabase, storePath, synchronousFull } from './open-database.ts';
import { applyPlan, planAgainBatch } from './planning.ts';
import { addRefusal, findRefusal, listRefusals, noteAccepted } from './refusals.ts';
import { previewReplay } from './replay-preview.ts';
import { resolveBooking } from './resolving.ts';
import { prune } from './retention.ts';
import { findPage, forEachFound } from './search.ts';
import { settleCall } from './settling.ts';
import { type Space, watchSpace } from './space.ts';
import { StorageFault } from './storage-error.ts';
import { takeApart } from './taking-apart.ts';
import { eventView, summaries } from './views.ts';
import { createWriteQueue, inBatches, type WriteQueue } from './write-queue.ts';

export interface SqliteStoreOptions {
  readonly clock: Clock;
  /** Random bytes for the ids that the store makes itself. */
  readonly random?: (size: number) => Uint8Array;
  /** Hears, once, why nothing will be written any more: the process should end and be started anew. */
  readonly brokeDown?: (reason: string) => void;
}

/** What every part of the store works with. */
interface Parts {
  readonly connection: Connection;
  readonly queue: WriteQueue;
  readonly checkpointer: Checkpointer;
  readonly claims: Claims;
  readonly clock: Clock;
  readonly random: (size: number) => Uint8Array;
  readonly ledger: Ledger;
  readonly space: Space;
  /** By sequence: events that are being planned, perhaps with mappings that are released meanwhile. */
  readonly planned: InHand;
  /** By id: calls that are being delivered. */
  readonly delivered: InHand;
}

const defaultPage = 50;
const largestPage = 500;

/**
 * Opens the store in a SQLite file, which is made with its folder where it does not exist. One process at a time: a
 * lock file beside it (`<path>-lock`) keeps others away. Bookings that were being sent when the last process ended
 * become uncertain.
 * @throws StoreUnusable where the file is in use, damaged, not a store, or of a newer version; it is left as it is
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions): Promise<Store> {
  const file = storePath(path);
  const lock = takeLock(file);
  let connection: Connection | undefined;
  try {
    connection = openDatabase(file);
    return await assemble(connection, file, options, lock);
  } catch (error) {
    connection?.close();
    lock.release();
    throw error;
  }
}

async function assemble(
  connection: Connection,
  file: string,
  options: SqliteStoreOptions,
  lock: Lock,
): Promise<Store> {
  const { clock } = options;
  const readFault = createFaultReader(file);
  const checkpointer = createCheckpointer(file, connection, fault => queue.breakDown(fault), readFault);
  const space = watchSpace(file);
  const queue = createWriteQueue(connection, {
    assertInPlace: createGuard(file),
    committed: checkpointer.committed,
    makeRoom: space.release,
    readFault,
    brokeDown: fault => options.brokeDown?.(fault.message),
  });
  const ledger = await queue.write(() => {
    recognizeCopy(connection, file);
    followSinceLastLook(connection, clock.now());
    recoverIntents(connection, clock.now());
    finishReleases(connection);
    return { secret: ledgerSecret(connection), unsureUpTo: unsureUpTo(connection) };
  });
  const parts: Parts = {
    connection,
    queue,
    checkpointer,
    claims: createClaims(),
    clock,
    random: options.random ?? randomBytes,
    ledger,
    space,
    planned: createInHand(),
    delivered: createInHand(),
  };
  return {
    ...intake(parts),
    ...planning(parts),
    ...delivery(parts),
    ...holds(parts),
    ...links(parts),
    ...people(parts),
    ...decisions(parts),
    ...retention(parts),
    ...upkeep(parts, lock),
  };
}

function intake({ connection, queue, random, clock, space }: Parts) {
  return {
    async add(request) {
      assertRoom(space);
      return queue.write(() => addRequest(connection, request));
    },
    async refuse(refusal) {
      assertRoom(space);
      const id = `ref_${Buffer.from(random(12)).toString('base64url')}`;
      return queue.write(() => addRefusal(connection, id, refusal));
    },
    refusals: filter => queue.read(() => listRefusals(connection, filter)),
    refusal: id => queue.read(() => findRefusal(connection, id)),
    acceptRefusal: (id, eventIds, deed = operator) =>
      queue.write(() => {
        noteAccepted(connection, id, eventIds);
        const detail = `as ${eventIds.join(', ')}`;
        addAudit(connection, { ...deed, what: 'accept-refusal', about: id, detail }, clock.now());
      }),
  } satisfies Partial<Store>;
}

/** @throws StoreUnavailable where the room that is left is kept for the results of calls */
function assertRoom(space: Space): void {
  const shortage = space.shortage();
  if (shortage !== undefined) throw new StoreUnavailable(shortage);
}

function planning({ connection, queue, clock, space, planned, delivered }: Parts) {
  return {
    plannable: limit =>
      queue.read(() => {
        // What waits to be planned is safe; the room that planning takes is kept for results.
        if (space.shortage() !== undefined) return [];
        const events = plannable(connection, limit);
        for (const event of events) planned.take(event.sequence);
        return events;
      }),
    async plan(plans) {
      const now = clock.now();
      await queue.write(() => {
        for (const plan of plans) applyPlan(connection, plan, now, planned.isStale(plan.event.sequence));
      });
      for (const plan of plans) planned.drop(plan.event.sequence);
    },
    async takeApart(event, items) {
      const now = clock.now();
      await queue.write(() => takeApart(connection, event, items, now));
      planned.drop(event.sequence);
    },
    planAgain: ({ mapping }) => {
      planned.noteChange();
      delivered.noteChange();
      return inBatches(queue, after => planAgainBatch(connection, mapping, after));
    },
  } satisfies Partial<Store>;
}

function delivery({ connection, queue, claims, clock, ledger, space, delivered }: Parts) {
  return {
    claim: what =>
      queue.read(() => {
        queue.assertWritable();
        tellStep('claim', 'before');
        const claimed = claimDue(connection, claims, what);
        if (claimed.length > 0) tellStep('claim', 'after');
        for (const claim of claimed) delivered.take(claim.callId);
        return claimed;
      }),
    release(claim) {
      claims.release(claim);
    },
    nextDueAt: destination => queue.read(() => nextDueAt(connection, claims, destination)),
    newerDelivered: claim => queue.read(() => newerDelivered(connection, claim)),
    lastApplied: claim => queue.read(() => lastApplied(connection, claim)),
    async begin(claim, at) {
      const { call } = claim;
      if (!claims.isCurrent(claim)) return { kind: 'busy' };
      if (call.operation === 'updateCustomer') return { kind: 'go' };
      assertRoom(space);
      tellStep('intent', 'before');
      const beginning = await queue.write(() => beginBooking(connection, ledger, claim, call, at));
      tellStep('intent', 'after');
      return beginning;
    },
    async settle(claim, progress, attempt) {
      if (!claims.settling(claim)) return false;
      const now = clock.now();
      try {
        const stale = delivered.isStale(claim.callId);
        tellStep('settle', 'before');
        await queue.write(() => settleCall(connection, claim, progress, attempt, now, stale), 'result');
        tellStep('settle', 'after');
        delivered.drop(claim.callId);
        claims.settled(claim, 'gone');
        return true;
      } catch (error) {
        claims.settled(claim, 'kept');
        throw error;
      }
    },
    expire: now => inBatches(queue, () => expireBatch(connection, claims, now)),
  } satisfies Partial<Store>;
}

function holds({ connection, queue, claims, clock, planned, delivered }: Parts) {
  return {
    stopCopy: destinations => queue.write(() => stopCopy(connection, destinations, clock.now())),
    destinations: () => queue.read(() => listDestinations(connection)),
    saveDestination: record => queue.write(() => saveDestination(connection, record, clock.now()), 'result'),
    mappingHolds: () => queue.read(() => listMappingHolds(connection)),
    holdMapping: hold =>
      inBatches(queue, after => holdMappingBatch(connection, claims, hold, after, clock.now()), 'result'),
    releaseMapping: mapping => {
      planned.noteChange();
      delivered.noteChange();
      return inBatches(queue, after => releaseMappingBatch(connection, mapping, after));
    },
    saveCatalog: (destination, snapshot) => queue.write(() => saveCatalog(connection, destination, snapshot)),
    catalogs: () => queue.read(() => listCatalogs(connection)),
  } satisfies Partial<Store>;
}

function links({ connection, queue, clock }: Parts) {
  return {
    findLink: (link, destination) => queue.read(() => findLink(connection, link, destination)),
    putLink: (link, destination, customerId) =>
      queue.write(() => putLink(connection, link, destination, customerId, clock.now())),
    links: filter => queue.read(() => listLinks(connection, filter)),
  } satisfies Partial<Store>;
}

function people({ connection, queue, clock }: Parts) {
  return {
    async events(filter) {
      const limit = Math.min(Math.max(filter.limit ?? defaultPage, 1), largestPage);
      const { found, next } = await findPage(connection, queue, filter, limit);
      const events = await queue.read(() => summaries(connection, found, clock.now()));
      return { events, ...(next !== undefined && { next }) };
    },
    event: id => queue.read(() => eventView(connection, id, clock.now())),
    contents: id => queue.read(() => contents(connection, id)),
    counts: () => queue.read(() => countAll(connection)),
  } satisfies Partial<Store>;
}

function decisions(parts: Parts) {
  const { connection, queue, claims, clock, ledger } = parts;
  return {
    previewReplay: (what, clash) => previewReplay(connection, queue, what, clash),
    replay: (what, options, deed = operator) =>
      'id' in what
        ? queue.write(() => replayEvent(connection, what.id, options, deed, clock.now()))
        : replayMany(parts, what, options, deed),
    discard: (id, deed = operator) =>
      queue.write(() => discardEvent(connection, claims, id, deed, clock.now())),
    resolve: ({ id, call }, resolution, deed) =>
      queue.write(() =>
        resolveBooking(connection, ledger.secret, { eventId: id, call, resolution, deed, now: clock.now() }),
      ),
    record: entry =>
      queue.write(() => {
        addAudit(connection, entry, clock.now());
      }),
    audit: filter => queue.read(() => listAudit(connection, filter)),
  } satisfies Partial<Store>;
}

/** The trail says first that it was begun: it goes in batches, and may be cut off. The filter may hold a value. */
async function replayMany(
  { connection, queue, clock }: Parts,
  filter: EventFilter,
  options: { force: boolean },
  deed: Deed,
): Promise<number> {
  const what = options.force ? 'force-replay' : 'replay';
  const about = filterWords(filter);
  const number = await queue.write(() => addAudit(connection, { ...deed, what, about }, clock.now()));
  const count = await forEachFound(connection, queue, filter, found =>
    replayEvents(connection, found, options),
  );
  await queue.write(() => completeAudit(connection, number, count === 1 ? '1 event' : `${count} events`));
  return count;
}

function filterWords({ status, source, q }: EventFilter): string {
  const parts = [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(source === undefined ? [] : [`source ${source}`]),
    ...(q === undefined ? [] : ['a text']),
  ];
  return `events by ${parts.join(', ')}`;
}

function retention({ connection, queue, checkpointer, claims, clock }: Parts) {
  return {
    erase: (wish, deed) => erase({ connection, queue, checkpointer, claims, deed, now: clock.now }, wish),
    moveTimes: (byMs, agedMs) => queue.write(() => moveTimes(connection, byMs, agedMs)),
    deletionTime: now => queue.write(() => deletionTime(connection, now)),
    prune: (olderThan, now) => prune(connection, queue, checkpointer, olderThan, now),
  } satisfies Partial<Store>;
}

function upkeep({ connection, queue, checkpointer, clock, space }: Parts, lock: Lock) {
  let closed = false;
  return {
    async health() {
      space.restore();
      const shortage = space.shortage();
      if (shortage !== undefined) return { writable: false, reason: shortage };
      try {
        await queue.write(() => noteLook(connection, clock.now()));
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        const lasting = error instanceof StorageFault && error.lasting;
        return { writable: false, reason: error.message, ...(lasting && { lasting }) };
      }
      const mode = connection.get<{ synchronous: number }>('PRAGMA synchronous');
      const warning = space.warning();
      if (mode?.synchronous === synchronousFull)
        return { writable: true, ...(warning !== undefined && { warning }) };
      return { writable: false, reason: 'what is written would not survive a power cut', lasting: true };
    },
    async close() {
      if (closed) return;
      closed = true;
      queue.close();
      await checkpointer.close();
      connection.close();
      lock.release();
    },
  } satisfies Partial<Store>;
}
