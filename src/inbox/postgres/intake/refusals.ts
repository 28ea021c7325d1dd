import { deleteOldestRefusals, storedRefusals } from '../../operations/refusals.ts';
import type { NewRefusal } from '../../refusal.ts';
import type { Store } from '../../store.ts';
import { newRefusalId, storedWhy } from '../../stored/stored-refusal.ts';
import { storedHeaders, storedQuery, storedReading } from '../../stored/stored-request.ts';
import { inGroups } from '../connection/in-groups.ts';
import type { Transaction } from '../connection/transaction.ts';
import { operationStore, takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { joinBodies } from './bodies.ts';

/** The maximum number of refusals in one transaction. */
const groupSize = 64;

interface NamedRefusal {
  readonly id: string;
  readonly refusal: NewRefusal;
}

/** The methods for refused webhooks. */
export function refusals(parts: Parts) {
  const { database, random } = parts;
  const refuseOne = inGroups(groupSize, (group: readonly NamedRefusal[]) =>
    database.write(async transaction => {
      await insertRefusals(transaction, group);
      for (const verified of new Set(group.map(({ refusal }) => refusal.verified)))
        await takeSteps(deleteOldestRefusals(transactionOf(transaction, parts), verified));
      return group.map(({ id }) => id);
    }),
  );

  return {
    ...storedRefusals(operationStore(parts)),
    refuse: async refusal => refuseOne({ id: newRefusalId(random), refusal }),
  } satisfies Partial<Store>;
}

async function insertRefusals(transaction: Transaction, refusals: readonly NamedRefusal[]): Promise<void> {
  const all = refusals.map(({ refusal }) => refusal);
  const bodies = joinBodies(all.map(({ verified, body }) => (verified ? body : undefined)));
  await transaction.run(
    `INSERT INTO refusal (id, at, source, status, reason, why, verified, bytes, headers, query, reading, body, address)
     SELECT id, at, source, status, reason, why, verified, bytes, headers, query, reading,
       substring($1::bytea FROM begin FOR length), address
     FROM unnest($2::text[], $3::bigint[], $4::text[], $5::integer[], $6::text[], $7::boolean[], $8::bigint[],
         $9::text[], $10::text[], $11::text[], $12::integer[], $13::integer[], $14::text[], $15::text[]) WITH ORDINALITY
       AS new (id, at, source, status, reason, verified, bytes, headers, query, reading, begin, length, address, why, number)
     ORDER BY number`,
    bodies.all,
    refusals.map(({ id }) => id),
    all.map(({ at }) => at),
    all.map(({ source }) => source),
    all.map(({ status }) => status),
    all.map(({ reason }) => reason),
    all.map(({ verified }) => verified),
    all.map(({ bytes }) => bytes),
    all.map(({ headers }) => storedHeaders.write(headers)),
    all.map(({ query }) => storedQuery.write(query)),
    all.map(({ reading }) => (reading ? storedReading.write(reading) : null)),
    bodies.begins,
    bodies.lengths,
    all.map(({ address }) => address ?? null),
    all.map(({ why }) => (why ? storedWhy.write(why) : null)),
  );
}
