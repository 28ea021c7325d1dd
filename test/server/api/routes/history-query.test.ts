import { expect, it } from 'vitest';
import type { ArchivedEvent, EventArchive } from '../../../../src/inbox/event-archive.ts';
import { aConfig, adminToken, aSource } from '../../a-config.ts';
import { startServer } from '../../running-server.ts';

/** Returns an endless archive of unplanned events; `closed` resolves when nobody reads it any more. */
function endless(): { archive: EventArchive; begun: Promise<void>; closed: Promise<void> } {
  const begun = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const event = { event: { planning: 'first' }, ownStatus: undefined, calls: [] } as unknown as ArchivedEvent;
  const archive: EventArchive = {
    async *newest() {
      begun.resolve();
      for (;;) yield event;
    },
    event: async () => undefined,
    findLink: async () => undefined,
    sharedLink: async () => undefined,
    nearLink: async () => undefined,
    linkIds: async () => new Map(),
    lastEvents: async () => new Map(),
    catalogs: async () => new Map(),
    close: async () => closed.resolve(),
  };
  return { archive, begun: begun.promise, closed: closed.promise };
}

const headers = { authorization: `Bearer ${adminToken}` };

it('ends a query of stored events when its client disconnects, and serves the next one', async () => {
  const first = endless();
  const archives = [first.archive];
  const none: EventArchive = { ...first.archive, async *newest() {}, close: async () => {} };
  const server = await startServer(aConfig([aSource('open')]), {
    openArchive: async () => archives.pop() ?? none,
  });
  const client = new AbortController();
  const response = fetch(`${server.url}/api/diff`, { headers, signal: client.signal }).catch(() => 'gone');
  await first.begun;
  expect((await server.api('GET', '/coverage')).status).toBe(429);
  client.abort();
  expect(await response).toBe('gone');
  await first.closed;
  expect((await server.api('GET', '/coverage')).status).toBe(200);
});

it('ends a query of stored events when the server closes', async () => {
  const { archive, begun, closed } = endless();
  const server = await startServer(aConfig([aSource('open')]), { openArchive: async () => archive });
  const response = fetch(`${server.url}/api/diff`, { headers });
  await begun;
  await server.app.close();
  await closed;
  expect((await response).status).toBe(503);
});
