import { operator } from '../audit.ts';
import type { Store } from '../store.ts';
import { amendEvent, amendmentsOf } from './amending.ts';
import { addAudit, listAudit } from './audit.ts';
import { discardByFilter, discardById, previewOfDiscard, replaceFailed } from './discarding.ts';
import { eventsLeftOutFor } from './left-out-events.ts';
import { deliveredSince, previewReplay } from './replay-preview.ts';
import { replayByFilter, replayById } from './replaying.ts';
import { resolveBooking } from './resolving.ts';
import type { OperationStore } from './steps.ts';

/** The methods for manual actions of people, and for the audit log. */
export function decisions(store: OperationStore) {
  return {
    previewReplay: (what, clash, options) => previewReplay(store, what, { clash, ...options }),
    deliveredSince: (than, destination, lane) =>
      store.read(transaction => deliveredSince(transaction, than, destination, lane)),
    eventsLeftOutFor: id => eventsLeftOutFor(store, id),
    replay: (what, options, actor = operator) =>
      'id' in what ? replayById(store, what.id, options, actor) : replayByFilter(store, what, options, actor),
    amend: (id, patch, actor, seen) =>
      store.write(transaction => amendEvent(transaction, { id, patch, actor, seen }, store.now())),
    amendments: id => store.read(transaction => amendmentsOf(transaction, id)),
    discard: (id, actor = operator) => discardById(store, id, actor),
    replaceFailed: (what, actor) => replaceFailed(store, what, actor),
    previewDiscard: (filter, most) => previewOfDiscard(store, filter, most),
    discardAll: (filter, actor) => discardByFilter(store, filter, actor),
    resolve: (what, resolution, actor) => resolveBooking(store, what, resolution, actor),
    async record(entry) {
      await store.write(transaction => addAudit(transaction, entry, store.now()));
    },
    audit: filter => store.read(transaction => listAudit(transaction, filter)),
  } satisfies Partial<Store>;
}
