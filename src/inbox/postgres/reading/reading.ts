import type { Store } from '../../store.ts';
import { contentsOfEvent } from '../intake/contents.ts';
import type { Parts } from '../parts.ts';
import { eventPage } from './search.ts';
import { counting } from './tally.ts';
import { summariesOf, viewById } from './views.ts';

const defaultPage = 50;
const largestPage = 500;

/** What people look at. */
export function reading({ database, clock }: Parts) {
  return {
    ...counting({ database }),
    events: filter =>
      database.read(async transaction => {
        const limit = Math.min(Math.max(filter.limit ?? defaultPage, 1), largestPage);
        const { found, next } = await eventPage(transaction, filter, limit);
        const events = await summariesOf(transaction, found, clock.now());
        return { events, ...(next !== undefined && { next }) };
      }),
    event: id => database.read(transaction => viewById(transaction, id, clock.now())),
    contents: id => database.read(transaction => contentsOfEvent(transaction, id)),
  } satisfies Partial<Store>;
}
