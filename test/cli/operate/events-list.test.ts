import { expect, it } from 'vitest';
import type { AdminApi } from '../../../src/cli/operate/admin-api.ts';
import { type EventList, findEvents } from '../../../src/cli/operate/events-list.ts';

/** An API that returns these pages one after another, then the last one again and again. */
function apiOf(...pages: readonly EventList[]) {
  const requests: unknown[] = [];
  const answer = (cursor: unknown) => {
    requests.push(cursor);
    return pages[Math.min(requests.length, pages.length) - 1];
  };
  const api: Pick<AdminApi, 'get' | 'post'> = {
    async get<Answer>(_path: string, query?: Readonly<Record<string, string | number | undefined>>) {
      // A searched text is never in a URL.
      expect(query).not.toHaveProperty('q');
      return answer(query?.cursor) as Answer;
    },
    async post<Answer>(_path: string, body?: unknown) {
      return answer((body as { cursor?: string }).cursor) as Answer;
    },
  };
  return { api: api as AdminApi, requests };
}

const event = (id: string) =>
  ({ id, source: 'crm', status: 'queued', receivedAt: '2026-01-01T00:00:00.000Z' }) as const;
const searchedTo = '2026-01-01T00:00:00.000Z';

it('continues after a short page, until there are no more', async () => {
  const { api, requests } = apiOf(
    { events: [], next: '9', searchedTo },
    { events: [event('a')], next: '5', searchedTo },
    { events: [event('b')] },
  );
  expect(await findEvents(api, { q: 'x' }, 50)).toEqual({ events: [event('a'), event('b')] });
  expect(requests).toEqual([undefined, '9', '5']);
});

it('stops after many pages, and reports how far it searched', async () => {
  const { api, requests } = apiOf({ events: [], next: '9', searchedTo });
  expect(await findEvents(api, { q: 'x' }, 50)).toEqual({ events: [], next: '9', searchedTo });
  expect(requests).toHaveLength(250);
});

it('stops at the requested number', async () => {
  const { api, requests } = apiOf({ events: [event('a'), event('b')], next: '9' });
  expect(await findEvents(api, {}, 2)).toEqual({ events: [event('a'), event('b')], next: '9' });
  expect(requests).toHaveLength(1);
});
