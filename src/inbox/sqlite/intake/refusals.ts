import { deleteOldestRefusals, storedRefusals } from '../../operations/refusals.ts';
import type { Store } from '../../store.ts';
import { newRefusalId, storedWhy } from '../../stored/stored-refusal.ts';
import { storedHeaders, storedQuery, storedReading } from '../../stored/stored-request.ts';
import { assertRoom } from '../file/space.ts';
import { operationStore } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';

/** The methods for refused webhooks. */
export function refusals(parts: Parts) {
  const { queue, random, space } = parts;
  const store = operationStore(parts, queue);
  const stored = storedRefusals(store);
  return {
    ...stored,
    async refuse(refusal) {
      assertRoom(space);
      const id = newRefusalId(random);
      await store.write(function* (transaction) {
        yield* transaction.run(
          `INSERT INTO refusal (id, at, source, status, reason, why, verified, bytes, headers, query, reading, body, address)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
          id,
          refusal.at,
          refusal.source,
          refusal.status,
          refusal.reason,
          refusal.why ? storedWhy.write(refusal.why) : null,
          refusal.verified,
          refusal.bytes,
          storedHeaders.write(refusal.headers),
          storedQuery.write(refusal.query),
          refusal.reading ? storedReading.write(refusal.reading) : null,
          refusal.verified ? (refusal.body ?? null) : null,
          refusal.address ?? null,
        );
        yield* deleteOldestRefusals(transaction, refusal.verified);
      });
      return id;
    },
    async acceptRefusal(...asked) {
      assertRoom(space);
      return stored.acceptRefusal(...asked);
    },
  } satisfies Partial<Store>;
}
