import { setImmediate as turn } from 'node:timers/promises';
import { eventSearch, type SearchedEvent } from '../../finding/event-search.ts';
import { partsToSearch, type Searched, searchInTurns } from '../../finding/search-in-turns.ts';
import { searchedEvents, searchedSizes } from '../../operations/searched-events.ts';
import type { Transaction } from '../connection/transaction.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';

/** Searches for a text in events, until enough are found or the limit of work is reached. */
export type TextSearch = (
  transaction: Transaction,
  sequences: readonly number[],
  enough: number,
) => Promise<Searched>;

/** The limit of work in one step. */
const workOfStep = 500_000;

/** Makes a search for a text in the ids, the contents and the calls of events. */
export function createTextSearch(text: string): TextSearch {
  const search = eventSearch(text);
  return (transaction, sequences, enough) =>
    searchInTurns(readParts(transaction, sequences), search, { enough, mostWork: workOfStep, turn });
}

async function* readParts(
  transaction: Transaction,
  sequences: readonly number[],
): AsyncGenerator<readonly SearchedEvent[]> {
  if (sequences.length === 0) return;
  const statements = statementsOf(transaction);
  for (const part of partsToSearch(await takeSteps(searchedSizes(statements, sequences))))
    yield await takeSteps(searchedEvents(statements, part));
}
