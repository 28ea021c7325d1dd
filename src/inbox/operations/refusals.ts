import { operator } from '../audit.ts';
import { idsStored } from '../event.ts';
import type { RefusalView } from '../refusal.ts';
import type { Store } from '../store.ts';
import {
  type KeptRefusal,
  keptRefusal,
  keptRefusals,
  type RefusalRow,
  refusalView,
  type ShownRefusalRow,
  shownRefusalBytes,
} from '../stored/stored-refusal.ts';
import { storedNames } from '../stored/stored-request.ts';
import { amendEvent } from './amending.ts';
import { addAudit } from './audit.ts';
import type { OperationStore, Steps, StoreTransaction } from './steps.ts';

/** The methods for stored refusals of webhooks. */
export function storedRefusals(store: OperationStore) {
  return {
    refusals: filter => store.read(transaction => newestRefusals(transaction, filter)),
    refusal: id => store.read(transaction => findRefusal(transaction, id)),
    acceptRefusal: (id, request, actor = operator, patch) =>
      store.write(function* (transaction) {
        yield* transaction.run('SELECT 1 FROM refusal WHERE id = $1 FOR UPDATE', id);
        const refusal = yield* findRefusal(transaction, id);
        if (!refusal) return undefined;
        const accepted = refusal.acceptedAs?.map(each => ({ id: each, status: 'duplicate' as const }));
        if (accepted) return accepted;
        const added = yield* transaction.addWebhook(request);
        const eventIds = added.map(each => each.id);
        yield* transaction.run(
          'UPDATE refusal SET accepted_as = $1 WHERE id = $2',
          storedNames.write(eventIds),
          id,
        );
        const detail = `as ${eventIds.join(', ')}`;
        const entry = { ...actor, what: 'accept-refusal', about: id, detail } as const;
        yield* addAudit(transaction, entry, store.now());
        if (patch !== undefined)
          for (const each of idsStored(added))
            yield* amendEvent(transaction, { id: each, patch, actor, seen: 0 }, store.now());
        return added;
      }),
  } satisfies Partial<Store>;
}

/** Deletes the excess refusals of a kind: the oldest of the source with the most. */
export function* deleteOldestRefusals(transaction: StoreTransaction, verified: boolean): Steps<void> {
  const kept = yield* transaction.get<{ count: number }>(
    'SELECT count(*) AS count FROM refusal WHERE verified = $1',
    verified,
  );
  const excess = (kept?.count ?? 0) - keptRefusals;
  if (excess <= 0) return;
  yield* transaction.run(
    `DELETE FROM refusal WHERE number IN (
       SELECT number FROM (
         SELECT number, row_number() OVER (PARTITION BY source ORDER BY number DESC) AS place
         FROM refusal WHERE verified = $1) AS placed
       ORDER BY place DESC, number LIMIT $2)`,
    verified,
    excess,
  );
}

/** Returns refusals, the newest first (Store.refusals). */
function* newestRefusals(
  transaction: StoreTransaction,
  filter: { source?: string; limit: number; before?: string },
): Steps<readonly RefusalView[]> {
  const rows = yield* transaction.all<ShownRefusalRow>(
    `SELECT id, at, source, status, reason, why, verified, bytes, accepted_as, address,
       substr(body, 1, ${shownRefusalBytes}) AS shown
     FROM refusal
     WHERE (CAST($1 AS text) IS NULL OR source = $1)
       AND (CAST($2 AS text) IS NULL OR number < (SELECT number FROM refusal WHERE id = $2))
     ORDER BY number DESC LIMIT $3`,
    filter.source ?? null,
    filter.before ?? null,
    filter.limit,
  );
  return rows.map(refusalView);
}

/** Returns one refusal with its body (Store.refusal). */
function* findRefusal(transaction: StoreTransaction, id: string): Steps<KeptRefusal | undefined> {
  const row = yield* transaction.get<RefusalRow>('SELECT * FROM refusal WHERE id = $1', id);
  return row && keptRefusal(row);
}
