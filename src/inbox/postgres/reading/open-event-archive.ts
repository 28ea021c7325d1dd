import type { EventArchive } from '../../event-archive.ts';
import { assertNoMoveInto } from '../../move/move-note.ts';
import { type ArchiveReads, eventArchive } from '../../operations/event-archive.ts';
import { step } from '../../operations/steps.ts';
import { StoreUnavailable } from '../../store.ts';
import { NoStoreYet, StoreUnusable } from '../../store-unusable.ts';
import { connectDatabase } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';
import { unusableDatabase } from '../connection/unusable-database.ts';
import { contentsOfEvent } from '../intake/contents.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import { numbersOfLinks } from '../rows/links.ts';
import { schemaNotes, schemaState } from '../schema/versions.ts';

/**
 * Opens the events of a store for reading, while processes are running on it: nothing is locked, migrated or written,
 * and each transaction reads only one event.
 * @throws NoStoreYet if there is no store, StoreUnusable if it is of another version or cannot be reached
 */
export async function openEventArchive(place: {
  readonly url: string;
  readonly schema: string;
}): Promise<EventArchive> {
  const database = connectDatabase({ ...place, connections: 1 });
  const read = async <Result>(from: (transaction: Transaction) => Promise<Result>): Promise<Result> => {
    try {
      return await database.read(from);
    } catch (error) {
      throw error instanceof StoreUnavailable ? unusableDatabase(error, place.url) : error;
    }
  };
  try {
    await read(transaction => assertReadable(transaction, place.schema));
  } catch (error) {
    await database.close();
    throw error;
  }
  return eventArchive(
    operation => read(transaction => takeSteps(operation(readsOf(transaction)))),
    () => database.close(),
  );
}

function readsOf(transaction: Transaction): ArchiveReads {
  return {
    ...statementsOf(transaction),
    findLink: (link, destination) =>
      step(numbersOfLinks(transaction, [{ link, destination }]).then(([known]) => known)),
    contents: id => step(contentsOfEvent(transaction, id)),
  };
}

async function assertReadable(transaction: Transaction, schema: string): Promise<void> {
  const found = await transaction.get<{ name: string | null }>(
    "SELECT to_regclass(quote_ident($1) || '.meta')::text AS name",
    schema,
  );
  const notes =
    found?.name == null
      ? []
      : await transaction.all<{ name: string; value: string }>(
          'SELECT name, value FROM meta WHERE name = ANY($1)',
          schemaNotes,
        );
  const { state } = schemaState(notes);
  if (state === 'none')
    throw new NoStoreYet(`there is no store in the schema ${schema} yet; \`fieldbridge start\` makes it`);
  if (state !== 'older' && state !== 'newer') return assertNoMoveInto(transaction, schema);
  throw new StoreUnusable(
    `the schema ${schema} was made by ${state === 'newer' ? 'a newer' : 'an older'} version of this program; use the version that the bridge runs`,
  );
}
