import { setImmediate as turn } from 'node:timers/promises';
import {
  type OperationStore,
  type Statements,
  type Steps,
  type StoreTransaction,
  step,
} from '../../operations/steps.ts';
import { NotOwner } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { type CompletedCall, completeCalls, factsForCompleting } from '../delivery/completing.ts';
import { allInFlight, callsInFlight } from '../delivery/in-flight.ts';
import { findBooked, writeBooking } from '../delivery/ledger.ts';
import { addWebhooks, originalFor } from '../intake/add-webhooks.ts';
import { addMessages } from '../outbox/messages.ts';
import type { Parts } from '../parts.ts';
import { forgetAttempts } from '../privacy/forget-attempts.ts';
import { forEachFound } from '../reading/search.ts';
import { callViews } from '../reading/views.ts';
import { forgetWords } from '../reading/word-index.ts';
import { refreshEvents } from '../rows/event-rows.ts';
import { joinLinkLanes, laneOf, refreshLanes } from '../rows/lanes.ts';
import { numbersOfLinks, putLink, rememberLink } from '../rows/links.ts';
import { lockDestinations, lockEventRows, lockEvents, lockPlanning } from '../rows/locks.ts';
import { takeOut } from '../rows/take-out.ts';

/** The work of maintaining the store. Only one process does it. */
const upkeep = 'upkeep';

/** The store for operations that both databases run. */
export function operationStore(parts: Parts): OperationStore {
  const { database, clock, ledgerSecret, ownership } = parts;
  return {
    write: operation =>
      database.write(transaction => takeSteps(operation(transactionOf(transaction, parts)))),
    read: operation => database.read(transaction => takeSteps(operation(transactionOf(transaction, parts)))),
    forEachFound: (filter, act) => forEachFound(database, filter, act),
    async upkeep(work, otherwise) {
      if (!(await ownership.take(upkeep))) return otherwise;
      try {
        return await work();
      } catch (error) {
        if (error instanceof NotOwner) return otherwise;
        throw error;
      }
    },
    turn: () => turn(),
    now: () => Math.round(clock.now()),
    ledgerSecret,
  };
}

/** Runs all steps of an operation, each after the response to the previous one. */
export async function takeSteps<Result>(steps: Steps<Result>): Promise<Result> {
  let next = steps.next();
  while (!next.done) next = steps.next(await next.value);
  return next.value;
}

/** Returns the statements of a transaction for the operations of both databases. */
export function statementsOf(transaction: Transaction): Statements {
  return {
    all: (sql, ...values) => step(transaction.all(sql, ...values)),
    get: (sql, ...values) => step(transaction.get(sql, ...values)),
    run: (sql, ...values) => step(transaction.run(sql, ...values)),
  };
}

/** Returns a transaction for the operations of both databases. */
export function transactionOf(
  transaction: Transaction,
  { ledgerSecret, random, ownership }: Pick<Parts, 'ledgerSecret' | 'random' | 'ownership'>,
): StoreTransaction {
  return {
    ...statementsOf(transaction),
    addNotice: notice => transaction.addNotice(notice),
    lockDestinations: names => step(lockDestinations(transaction, names)),
    lockEvents: sequences => step(lockEvents(transaction, sequences)),
    lockEventRows: sequences => step(lockEventRows(transaction, sequences)),
    lockPlanning: () => step(lockPlanning(transaction)),
    proveUpkeep: () => step(ownership.prove(transaction, [upkeep])),
    countedCalls: statuses =>
      step(
        transaction.all<{ destination: string; mapping: string }>(
          `SELECT destination, mapping FROM tally WHERE kind = 0 AND status = ANY ($1)
           GROUP BY destination, mapping, status HAVING sum(number) > 0`,
          statuses,
        ),
      ),
    allInFlight: now => step(allInFlight(transaction, now)),
    callsInFlight: (calls, now) => step(callsInFlight(transaction, calls, now)),
    disregardLateResults: sequence => step(disregardLateResults(transaction, sequence)),
    takeOut: (taken, now) => step(takeOut(transaction, taken, now)),
    refreshEvents: (sequences, now) => step(refreshEvents(transaction, sequences, now)),
    laneOf: (destination, key) => step(laneOf(transaction, { destination, key })),
    refreshLanes: lanes => step(refreshLanes(transaction, lanes)),
    callViews: sequences => step(callViews(transaction, sequences)),
    findLink: (link, destination) =>
      step(numbersOfLinks(transaction, [{ link, destination }]).then(([known]) => known)),
    putLink: (link, destination, customerId, now) =>
      step(putLink(transaction, link, destination, customerId, now)),
    rememberLink: (link, destination, customerId, now) =>
      step(rememberLink(transaction, link, destination, customerId, now)),
    joinLinkLanes: (destination, from, into) => step(joinLinkLanes(transaction, destination, from, into)),
    addMessages: (messages, now) => step(addMessages(transaction, messages, now, random)),
    addWebhook: (request, row) =>
      step(
        addWebhooks(transaction, [{ request, ...(row !== undefined && { row }) }]).then(
          ([added = []]) => added,
        ),
      ),
    repeatedBy: (request, item) => step(originalFor(transaction, request, item)),
    findBooked: keys => step(findBooked(transaction, [keys])),
    writeBooking: booking => step(writeBooking(transaction, [booking])),
    forgetAttempts: calls => step(forgetAttempts(transaction, calls)),
    forgetWords: sequences => step(forgetWords(transaction, sequences)),
    complete: (completed, delivery, now) =>
      step(complete(transaction, ledgerSecret, { ...completed, delivery }, now)),
  };
}

/**
 * Makes late results of an earlier owner of the destination invalid: they belong to the call before the correction.
 * That owner's clock may be behind, so that it does not see that its time for the call is over.
 */
async function disregardLateResults(transaction: Transaction, sequence: number): Promise<void> {
  await transaction.run(
    `UPDATE attempt_in_flight SET owner = '', lane = call.lane FROM call
     WHERE call.event = $1 AND attempt_in_flight.call = call.id`,
    sequence,
  );
}

async function complete(
  transaction: Transaction,
  ledgerSecret: Uint8Array,
  completed: CompletedCall,
  now: number,
): Promise<void> {
  const facts = await factsForCompleting(transaction, [completed]);
  await completeCalls(transaction, ledgerSecret, [completed], facts, now);
  await refreshEvents(transaction, [completed.sequence], now);
}
