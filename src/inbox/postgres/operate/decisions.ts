import { operator } from '../../audit.ts';
import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';
import { previewReplay } from '../reading/replay-preview.ts';
import { amendById, amendmentsOf } from './amending.ts';
import { addAudit, listAudit } from './audit.ts';
import { discardByFilter, discardById, previewOfDiscard, replaceFailed } from './discarding.ts';
import { replayByFilter, replayById } from './replaying.ts';
import { resolveBooking } from './resolving.ts';

/** The manual actions of people, and their audit log. */
export function decisions(parts: Parts) {
  const { database, clock } = parts;
  return {
    previewReplay: (what, clash, options) => previewReplay(database, what, { clash, ...options }),
    replay: (what, options, actor = operator) =>
      'id' in what ? replayById(parts, what.id, options, actor) : replayByFilter(parts, what, options, actor),
    amend: (id, patch, actor, seen) => amendById(parts, { id, patch, actor, seen }),
    amendments: id => database.read(transaction => amendmentsOf(transaction, id)),
    discard: (id, actor = operator) => discardById(parts, id, actor),
    replaceFailed: (what, actor) => replaceFailed(parts, what, actor),
    previewDiscard: (filter, most) => previewOfDiscard(parts, filter, most),
    discardAll: (filter, actor) => discardByFilter(parts, filter, actor),
    resolve: (what, resolution, actor) => resolveBooking(parts, what, resolution, actor),
    async record(entry) {
      await database.write(transaction => addAudit(transaction, entry, clock.now()));
    },
    audit: filter => database.read(transaction => listAudit(transaction, filter)),
  } satisfies Partial<Store>;
}
