import type { Store } from '../../store.ts';
import { contents } from '../intake/contents.ts';
import type { Parts } from '../parts.ts';
import { countAll } from './counts.ts';
import { findPage } from './search.ts';
import { eventView, summaries } from './views.ts';

const defaultPage = 50;
const largestPage = 500;

/** What people look at. */
export function reading({ connection, queue, clock }: Parts) {
  return {
    async events(filter) {
      const limit = Math.min(Math.max(filter.limit ?? defaultPage, 1), largestPage);
      const { found, next } = await findPage(connection, queue, filter, limit);
      const events = await queue.read(() => summaries(connection, found, clock.now()));
      return { events, ...(next !== undefined && { next }) };
    },
    event: id => queue.read(() => eventView(connection, id, clock.now())),
    contents: id => queue.read(() => contents(connection, id)),
    counts: () => countAll(connection, queue),
  } satisfies Partial<Store>;
}
