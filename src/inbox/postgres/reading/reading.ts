import type { OperationStore } from '../../operations/steps.ts';
import { eventPage, eventView, pageSize } from '../../operations/views.ts';
import type { Store } from '../../store.ts';
import { contentsOfEvent } from '../intake/contents.ts';
import { takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { counting } from './counts.ts';
import { findPage } from './search.ts';

/** The reads for people. */
export function reading(parts: Parts, store: OperationStore) {
  const { database, clock } = parts;
  return {
    ...counting(parts),
    events: filter =>
      database.read(async transaction => {
        const page = await findPage(transaction, filter, pageSize(filter));
        return takeSteps(eventPage(transactionOf(transaction, parts), page, clock.now()));
      }),
    event: id => store.read(transaction => eventView(transaction, id, clock.now())),
    contents: id => database.read(transaction => contentsOfEvent(transaction, id)),
  } satisfies Partial<Store>;
}
