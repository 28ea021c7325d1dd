import { personNumbers } from '../../decide/person-numbers.ts';
import { storedNames } from '../../stored/stored-request.ts';
import type { Transaction } from '../connection/transaction.ts';
import { reached, type Stream } from './streams.ts';

/** Returns the events with a call of a mapping, of a destination, or of both. */
export async function withCalls(
  transaction: Transaction,
  mapping: string | undefined,
  destination: string | undefined,
): Promise<Stream> {
  const mappings = mapping === undefined ? await mappingNames(transaction) : [mapping];
  const places =
    destination === undefined && mapping !== undefined
      ? await destinationsOfMapping(transaction, mapping)
      : [destination ?? ''];
  const ranges = mappings.flatMap(name => places.map(place => ({ mapping: name, destination: place })));
  return {
    ranges: ranges.length,
    async look(transaction, before, most) {
      const rows = await transaction.all<{ range: number; sequence: number }>(
        `SELECT range.number AS range, found.sequence
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS range (mapping, destination, number), LATERAL (
           SELECT event AS sequence FROM call WHERE (mapping, destination, event) < (range.mapping, range.destination, $3)
             AND (mapping, destination, event) >= (range.mapping, range.destination, 0)
           ORDER BY mapping DESC, destination DESC, event DESC LIMIT $4) found`,
        ranges.map(each => each.mapping),
        ranges.map(each => each.destination),
        before,
        most,
      );
      return reached(rows, most);
    },
  };
}

/**
 * Returns the names of mappings. Each step looks up the next value in an index, so the cost depends on the number of
 * values, not of calls.
 */
async function mappingNames(transaction: Transaction): Promise<readonly string[]> {
  const rows = await transaction.all<{ name: string }>(
    `WITH RECURSIVE found AS (
       (SELECT mapping AS name FROM call ORDER BY mapping LIMIT 1)
       UNION ALL
       SELECT next.name FROM found, LATERAL (
         SELECT mapping AS name FROM call WHERE mapping > found.name ORDER BY mapping LIMIT 1) next)
     SELECT name FROM found`,
  );
  return rows.map(({ name }) => name);
}

async function destinationsOfMapping(transaction: Transaction, mapping: string): Promise<readonly string[]> {
  const rows = await transaction.all<{ name: string }>(
    `WITH RECURSIVE found AS (
       (SELECT destination AS name FROM call WHERE mapping = $1 ORDER BY mapping, destination LIMIT 1)
       UNION ALL
       SELECT next.name FROM found, LATERAL (
         SELECT destination AS name FROM call WHERE mapping = $1 AND destination > found.name
         ORDER BY mapping, destination LIMIT 1) next)
     SELECT name FROM found`,
    mapping,
  );
  return rows.map(({ name }) => name);
}

/** Returns the values of `codes` that contain a code. */
export async function codesWithOne(transaction: Transaction, code: string): Promise<readonly string[]> {
  const rows = await transaction.all<{ codes: string }>(
    `WITH RECURSIVE found AS (
       (SELECT codes FROM event WHERE codes IS NOT NULL ORDER BY codes LIMIT 1)
       UNION ALL
       SELECT next.codes FROM found, LATERAL (
         SELECT codes FROM event WHERE codes IS NOT NULL AND codes > found.codes ORDER BY codes LIMIT 1) next)
     SELECT codes FROM found`,
  );
  return rows.map(({ codes }) => codes).filter(codes => storedNames.read(codes).includes(code));
}

/** Returns the events with one of these values of `codes`. */
export function withCodes(all: readonly string[]): Stream {
  return {
    ranges: all.length,
    async look(transaction, before, most) {
      const rows = await transaction.all<{ range: number; sequence: number }>(
        `SELECT range.number AS range, found.sequence
         FROM unnest($1::text[]) WITH ORDINALITY AS range (codes, number), LATERAL (
           SELECT sequence FROM event WHERE codes IS NOT NULL AND (codes, sequence) < (range.codes, $2)
             AND (codes, sequence) >= (range.codes, 0)
           ORDER BY codes DESC, sequence DESC LIMIT $3) found`,
        all,
        before,
        most,
      );
      return reached(rows, most);
    },
  };
}

/** Returns the events with a call after which the customer must still do this action, or `any` action. */
export async function leavingAction(transaction: Transaction, action: string): Promise<Stream> {
  const actions = action === 'any' ? await allActions(transaction) : [action];
  return {
    ranges: actions.length,
    async look(transaction, before, most) {
      const rows = await transaction.all<{ range: number; sequence: number }>(
        `SELECT range.number AS range, found.sequence
         FROM unnest($1::text[]) WITH ORDINALITY AS range (action, number), LATERAL (
           SELECT event AS sequence FROM call WHERE action_of(completion) IS NOT NULL
             AND (action_of(completion), event) < (range.action, $2) AND (action_of(completion), event) >= (range.action, 0)
           ORDER BY action_of(completion) DESC, event DESC LIMIT $3) found`,
        actions,
        before,
        most,
      );
      return reached(rows, most);
    },
  };
}

async function allActions(transaction: Transaction): Promise<readonly string[]> {
  const rows = await transaction.all<{ action: string }>(
    `WITH RECURSIVE found AS (
       (SELECT action_of(completion) AS action FROM call WHERE action_of(completion) IS NOT NULL
        ORDER BY action_of(completion) LIMIT 1)
       UNION ALL
       SELECT next.action FROM found, LATERAL (
         SELECT action_of(completion) AS action FROM call
         WHERE action_of(completion) IS NOT NULL AND action_of(completion) > found.action
         ORDER BY action_of(completion) LIMIT 1) next)
     SELECT action FROM found`,
  );
  return rows.map(({ action }) => action);
}

/** Returns the events with a call about a person: by the number or by the link. */
export function aboutPerson(person: string): Stream {
  const numbers = personNumbers(person);
  return {
    ranges: numbers.length + 1,
    async look(transaction, before, most) {
      const rows = await transaction.all<{ range: number; sequence: number }>(
        `SELECT 0 AS range, found.sequence FROM (
           SELECT event AS sequence FROM call WHERE link_id IS NOT NULL AND (link_id, event) < ($1, $3)
             AND (link_id, event) >= ($1, 0)
           ORDER BY link_id DESC, event DESC LIMIT $4) found
         UNION ALL
         SELECT range.number, found.sequence
         FROM unnest($2::text[]) WITH ORDINALITY AS range (customer, number), LATERAL (
           SELECT event AS sequence FROM call WHERE customer_id IS NOT NULL
             AND (customer_id, event) < (range.customer, $3) AND (customer_id, event) >= (range.customer, 0)
           ORDER BY customer_id DESC, event DESC LIMIT $4) found`,
        person,
        numbers,
        before,
        most,
      );
      return reached(rows, most);
    },
  };
}
