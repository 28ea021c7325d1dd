import { setImmediate as turn } from 'node:timers/promises';
import {
  type OperationStore,
  type Statements,
  type Steps,
  type StoreTransaction,
  step,
} from '../../operations/steps.ts';
import type { Transaction } from '../connection/transaction.ts';
import { type CompletedCall, completeCalls, factsForCompleting } from '../delivery/completing.ts';
import { callsInFlight } from '../delivery/in-flight.ts';
import { findBooked, writeBooking } from '../delivery/ledger.ts';
import { newerInLane } from '../delivery/newer.ts';
import { addWebhooks, originalFor } from '../intake/add-webhooks.ts';
import { addMessages } from '../outbox/messages.ts';
import type { Parts } from '../parts.ts';
import { forgetAttempts } from '../privacy/forget-attempts.ts';
import { forEachFound } from '../reading/search.ts';
import { forgetWords, forgetWordsOfWholes } from '../reading/word-index.ts';
import { refreshEvents } from '../rows/event-rows.ts';
import { joinLinkLanes, laneOf, refreshLanes } from '../rows/lanes.ts';
import { numbersOfLinks, putLink, rememberLink } from '../rows/links.ts';
import { lockDestinations, lockEventRows, lockEvents } from '../rows/locks.ts';
import { clockTimes } from '../rows/paused-clocks.ts';
import { takeOut } from '../rows/take-out.ts';

/** The store for operations that both databases run. */
export function operationStore(parts: Parts): OperationStore {
  const { database, clock, ledgerSecret } = parts;
  return {
    write: operation =>
      database.write(transaction => takeSteps(operation(transactionOf(transaction, parts)))),
    read: operation => database.read(transaction => takeSteps(operation(transactionOf(transaction, parts)))),
    forEachFound: (filter, act) => forEachFound(database, filter, act),
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
  { ledgerSecret, random }: Pick<Parts, 'ledgerSecret' | 'random'>,
): StoreTransaction {
  return {
    ...statementsOf(transaction),
    addNotice: notice => transaction.addNotice(notice),
    lockDestinations: names => step(lockDestinations(transaction, names)),
    lockEvents: sequences => step(lockEvents(transaction, sequences)),
    lockEventRows: sequences => step(lockEventRows(transaction, sequences)),
    callsInFlight: (calls, now) => step(callsInFlight(transaction, calls, now)),
    disregardLateResults: sequence => step(disregardLateResults(transaction, sequence)),
    takeOut: (taken, now) => step(takeOut(transaction, taken, now)),
    refreshEvents: (sequences, now) => step(refreshEvents(transaction, sequences, now)),
    clockTime: (destination, now) =>
      step(clockTimes(transaction, [destination], now).then(times => times.of(destination))),
    laneOf: (destination, key) => step(laneOf(transaction, { destination, key })),
    refreshLanes: lanes => step(refreshLanes(transaction, lanes)),
    newerInLane: (lane, than) => step(newerInLane(transaction, lane, than)),
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
    forgetWordsOfWholes: requests => step(forgetWordsOfWholes(transaction, requests)),
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
