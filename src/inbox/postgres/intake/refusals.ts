import { operator } from '../../audit.ts';
import { idsStored } from '../../event.ts';
import type { NewRefusal, RefusalView } from '../../refusal.ts';
import type { Store } from '../../store.ts';
import {
  type KeptRefusal,
  keptRefusal,
  keptRefusals,
  newRefusalId,
  type RefusalRow,
  refusalView,
  type ShownRefusalRow,
  shownRefusalBytes,
  storedWhy,
} from '../../stored/stored-refusal.ts';
import { storedHeaders, storedNames, storedQuery, storedReading } from '../../stored/stored-request.ts';
import { inGroups } from '../connection/in-groups.ts';
import type { Transaction } from '../connection/transaction.ts';
import { keepCorrection } from '../operate/amending.ts';
import { addAudit } from '../operate/audit.ts';
import type { Parts } from '../parts.ts';
import { addWebhooks } from './add-webhooks.ts';
import { joinBodies } from './bodies.ts';

/** The maximum number of refusals in one transaction. */
const groupSize = 64;

interface NamedRefusal {
  readonly id: string;
  readonly refusal: NewRefusal;
}

/** The methods for refused webhooks. */
export function refusals({ database, random, clock }: Parts) {
  const refuseOne = inGroups(groupSize, (group: readonly NamedRefusal[]) =>
    database.write(async transaction => {
      await insertRefusals(transaction, group);
      for (const verified of new Set(group.map(({ refusal }) => refusal.verified)))
        await deleteOldest(transaction, verified);
      return group.map(({ id }) => id);
    }),
  );

  return {
    refuse: async refusal => refuseOne({ id: newRefusalId(random), refusal }),
    refusals: filter => database.read(transaction => newestRefusals(transaction, filter)),
    refusal: id => database.read(transaction => readRefusal(transaction, id)),
    acceptRefusal: (id, request, actor = operator, patch) =>
      database.write(async transaction => {
        await transaction.run('SELECT 1 FROM refusal WHERE id = $1 FOR UPDATE', id);
        const refusal = await readRefusal(transaction, id);
        if (!refusal) return undefined;
        const accepted = refusal.acceptedAs?.map(each => ({ id: each, status: 'duplicate' as const }));
        if (accepted) return accepted;
        const [added = []] = await addWebhooks(transaction, [{ request }]);
        const eventIds = added.map(each => each.id);
        await transaction.run(
          'UPDATE refusal SET accepted_as = $1 WHERE id = $2',
          storedNames.write(eventIds),
          id,
        );
        const detail = `as ${eventIds.join(', ')}`;
        await addAudit(transaction, { ...actor, what: 'accept-refusal', about: id, detail }, clock.now());
        if (patch !== undefined)
          for (const each of idsStored(added))
            await keepCorrection(transaction, { id: each, patch, actor, seen: 0 }, clock.now());
        return added;
      }),
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

/** Deletes the excess refusals of a kind: the oldest of the source with the most. */
async function deleteOldest(transaction: Transaction, verified: boolean): Promise<void> {
  await transaction.run(
    `DELETE FROM refusal WHERE number IN (
       SELECT number FROM (
         SELECT number, row_number() OVER (PARTITION BY source ORDER BY number DESC) AS place
         FROM refusal WHERE verified = $1) AS placed
       ORDER BY place DESC, number
       LIMIT greatest(0, (SELECT count(*) FROM refusal WHERE verified = $1) - $2::integer))`,
    verified,
    keptRefusals,
  );
}

/** The newest refusals first (Store.refusals). */
async function newestRefusals(
  transaction: Transaction,
  filter: { source?: string; limit: number; before?: string },
): Promise<readonly RefusalView[]> {
  const rows = await transaction.all<ShownRefusalRow>(
    `SELECT id, at, source, status, reason, why, verified, bytes, accepted_as, address,
       substring(body FROM 1 FOR $4) AS shown
     FROM refusal
     WHERE ($1::text IS NULL OR source = $1) AND ($2::text IS NULL OR number < (SELECT number FROM refusal WHERE id = $2))
     ORDER BY number DESC LIMIT $3`,
    filter.source ?? null,
    filter.before ?? null,
    filter.limit,
    shownRefusalBytes,
  );
  return rows.map(refusalView);
}

/** One refusal with its body (Store.refusal). */
async function readRefusal(transaction: Transaction, id: string): Promise<KeptRefusal | undefined> {
  const row = await transaction.get<RefusalRow>('SELECT * FROM refusal WHERE id = $1', id);
  return row && keptRefusal(row);
}
