import { sweepLanes } from '../../operations/privacy/sweep-lanes.ts';
import type { OperationStore } from '../../operations/steps.ts';
import type { Database } from '../connection/database.ts';

/** The tables with personal data. */
const ofPeople = [
  'event',
  'request',
  'payload',
  'event_words',
  'call',
  'attempt',
  'lane',
  'link',
  'ledger',
  'dedupe',
  'recent',
  'refusal',
  'audit',
  'outbox',
  'mapping_hold',
  'destination',
];

/**
 * Removes deleted data from all tables: unused lanes, and the rows that PostgreSQL keeps until a vacuum. Returns true if
 * all tables could be vacuumed.
 */
export async function leaveNothing(database: Database, store: OperationStore): Promise<boolean> {
  await sweepLanes(store);
  return database.vacuum(ofPeople);
}
