import type { SQLInputValue } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type OperationStore,
  type Statements,
  type Steps,
  type StepValue,
  type StoreTransaction,
  step,
} from '../../operations/steps.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';
import { findBooked, writeBooking } from '../delivery/ledger.ts';
import { completeCall } from '../delivery/settling.ts';
import { addLater, addRequest, repeatedBy } from '../intake/intake.ts';
import { addMessages } from '../outbox/messages.ts';
import type { Parts } from '../parts.ts';
import { forgetAttempts } from '../privacy/forget-attempts.ts';
import { forEachFound } from '../reading/search.ts';
import { callViews } from '../reading/views.ts';
import { forgetWords } from '../reading/word-index.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { joinLinkLanes, laneOf, refreshLane } from '../rows/lanes.ts';
import { findLink, putLink, rememberLink } from '../rows/links.ts';
import { takeOut } from '../rows/take-out.ts';

/** Makes the store that runs the operations of both databases through this queue. */
export function operationStore(parts: Parts, queue: WriteQueue): OperationStore {
  const { connection, clock, ledger } = parts;
  const transaction = transactionOf(connection, parts);
  return {
    write: (operation, weight) => queue.write(() => takeSteps(operation(transaction)), weight),
    read: operation => queue.read(() => takeSteps(operation(transaction))),
    forEachFound: (filter, act) => forEachFound(connection, queue, filter, act),
    upkeep: work => work(),
    turn: () => turn(),
    now: () => Math.round(clock.now()),
    ledgerSecret: ledger.secret,
  };
}

/** Runs all steps of an operation without waiting. */
export function takeSteps<Result>(steps: Steps<Result>): Result {
  let next = steps.next();
  while (!next.done) next = steps.next(next.value);
  return next.value;
}

/** Returns the statements of the open transaction of a connection. */
export function statementsOf(connection: Connection): Statements {
  return {
    all: (sql, ...values) => step(connection.all(inSqlite(sql), ...values.map(stored))),
    get: (sql, ...values) => step(connection.get(inSqlite(sql), ...values.map(stored))),
    run: (sql, ...values) => step(connection.run(inSqlite(sql), ...values.map(stored))),
  };
}

/** Returns the open transaction of a connection. */
export function transactionOf(
  connection: Connection,
  { claims, random }: Pick<Parts, 'claims' | 'random'>,
): StoreTransaction {
  const unlocked = () => step(undefined);
  return {
    ...statementsOf(connection),
    addNotice: notice => connection.addNotice(notice),
    lockDestinations: unlocked,
    lockEvents: unlocked,
    lockEventRows: unlocked,
    lockPlanning: unlocked,
    proveUpkeep: unlocked,
    countedCalls: statuses =>
      step(
        connection.all<{ destination: string; mapping: string }>(
          `SELECT DISTINCT destination, mapping FROM tally
           WHERE calls > 0 AND mapping <> '' AND status IN (SELECT value FROM json_each(?))`,
          JSON.stringify(statuses),
        ),
      ),
    allInFlight: () => step(claims.callIds()),
    callsInFlight: calls => step(new Set(calls.filter(claims.has))),
    disregardLateResults: unlocked,
    takeOut: (taken, now) => {
      for (const { callId, leaving } of taken) takeOut(connection, callId, leaving, now);
      return step(undefined);
    },
    refreshEvents: (sequences, now) => {
      for (const sequence of sequences) refreshEvent(connection, sequence, now);
      return step(undefined);
    },
    laneOf: (destination, key) => step(laneOf(connection, destination, key)),
    refreshLanes: lanes => {
      for (const lane of new Set(lanes)) refreshLane(connection, lane);
      return step(undefined);
    },
    callViews: sequences => step(callViews(connection, claims, sequences)),
    findLink: (link, destination) => step(findLink(connection, link, destination)),
    putLink: (link, destination, customerId, now) =>
      step(putLink(connection, link, destination, customerId, now)),
    rememberLink: (link, destination, customerId, now) =>
      step(rememberLink(connection, link, destination, customerId, now)),
    joinLinkLanes: (destination, from, into) => step(joinLinkLanes(connection, destination, from, into)),
    addMessages: (messages, now) => step(addMessages(connection, messages, now, random)),
    addWebhook: (request, row) =>
      step(row === undefined ? addRequest(connection, request) : addLater(connection, request, row)),
    repeatedBy: (request, item) => step(repeatedBy(connection, request, item)),
    findBooked: keys => step(findBooked(connection, keys)),
    writeBooking: booking => step(writeBooking(connection, booking)),
    forgetAttempts: calls => step(forgetAttempts(connection, calls)),
    forgetWords: sequences => step(forgetWords(connection, sequences)),
    complete: (completed, delivery, now) => step(completeCall(connection, completed, delivery, now)),
  };
}

/**
 * Converts a statement for SQLite: a list is a JSON text, rows are not locked, and true is 1, as in the conditions of
 * the indexes.
 */
function inSqlite(sql: string): string {
  const known = inSqliteAlready.get(sql);
  if (known !== undefined) return known;
  const written = sql
    .replaceAll(/= ANY ?\(\$(\d+)\)/g, 'IN (SELECT value FROM json_each(?$1))')
    .replaceAll(/<> ALL ?\(\$(\d+)\)/g, 'NOT IN (SELECT value FROM json_each(?$1))')
    .replaceAll(/ FOR (?:NO KEY )?UPDATE(?: SKIP LOCKED)?/g, '')
    .replaceAll(/= true\b/g, '= 1')
    .replaceAll(/\$(\d+)/g, '?$1');
  inSqliteAlready.set(sql, written);
  return written;
}

/** The statements that were written so far; their texts are those of the program. */
const inSqliteAlready = new Map<string, string>();

function stored(value: StepValue): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return JSON.stringify(value);
}
