import { describe, expect, it } from 'vitest';
import type { Bridge } from '../../../src/deliver/bridge.ts';
import type { CallView, EventView, Status } from '../../../src/inbox/event.ts';
import { anExpression } from '../../receive/a-source.ts';
import { aConfig, aSource } from '../a-config.ts';
import { type AnswerBody, jsonOf, startServer } from '../running-server.ts';

const outcome = { respond: 'outcome', respondWithinMs: 50, eventId: [anExpression('id')] } as const;
const form = aSource('form', outcome);
const batch = aSource('batch', { ...outcome, split: anExpression('events') });

function aCall(status: Status): CallView {
  return {
    mapping: 'intake',
    destination: 'salon',
    operation: 'updateCustomer',
    status,
    request: null,
    diagnostics: [],
    attempts: [],
  };
}

function anEvent(id: string, calls: readonly Status[], status: Status = calls[0] ?? 'skipped'): EventView {
  return {
    id,
    source: 'form',
    status,
    receivedAt: '2026-01-01T00:00:00.000Z',
    diagnostics: [],
    calls: calls.map(aCall),
  };
}

async function answerTo(
  events: readonly (readonly Status[])[],
  status?: Status,
): Promise<{ status: number; body: AnswerBody }> {
  const waited: number[] = [];
  let next = 0;
  const server = await startServer(
    aConfig([form, batch]),
    {},
    {
      async outcomeOf(id, withinMs) {
        waited.push(withinMs);
        return anEvent(id, events[next++] ?? [], status);
      },
    },
  );
  const response = await server.post('/hooks/form', '{"id":1}');
  expect(waited).toEqual([50]);
  return { status: response.status, body: await jsonOf(response) };
}

describe('a webhook whose response waits for the outcome', () => {
  it('gets 200 with the event if every call is delivered or skipped', async () => {
    const { status, body } = await answerTo([['delivered', 'skipped']]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'delivered',
      calls: [{ mapping: 'intake' }, { status: 'skipped' }],
    });
    expect(body).not.toHaveProperty('payload');
  });

  it('gets 200 if no mapping applied', async () => {
    expect((await answerTo([[]])).status).toBe(200);
  });

  it.each<[Status[], Status | undefined]>([
    [['delivered', 'failed'], undefined],
    [['failed', 'uncertain'], undefined],
    [['failed', 'queued'], undefined],
    [['discarded'], undefined],
    [[], 'failed'],
  ])('gets 422 if a call of %j (event %s) failed', async (calls, status) => {
    expect((await answerTo([calls], status)).status).toBe(422);
  });

  it.each<[Status[], Status | undefined]>([
    [['queued', 'delivered'], undefined],
    [['held'], undefined],
    [['uncertain', 'delivered'], undefined],
    [[], 'held'],
    [[], 'queued'],
  ])('gets 202 if a call of %j (event %s) is not completed or is uncertain', async (calls, status) => {
    expect((await answerTo([calls], status)).status).toBe(202);
  });

  it('gets the outcome of the first one if it is a duplicate', async () => {
    const server = await startServer(aConfig([form]), {}, { outcomeOf: async id => anEvent(id, ['failed']) });
    const first = await server.post('/hooks/form', '{"id":1}');
    const second = await server.post('/hooks/form', '{"id":1}');
    expect([first.status, second.status]).toEqual([422, 422]);
    expect((await jsonOf(second)).id).toBe((await jsonOf(first)).id);
  });

  it('gets 200 if it is a duplicate of a deleted event', async () => {
    const server = await startServer(aConfig([form]), {}, { outcomeOf: async () => undefined });
    await server.post('/hooks/form', '{"id":1}');
    const second = await server.post('/hooks/form', '{"id":1}');
    expect([second.status, (await jsonOf(second)).status]).toEqual([200, 'duplicate']);
  });

  it('gets all events and the most urgent status if its source splits', async () => {
    const statuses: Status[] = ['delivered', 'failed'];
    const server = await startServer(
      aConfig([batch]),
      {},
      {
        outcomeOf: async id => anEvent(id, [statuses.shift() ?? 'queued']),
      },
    );
    const response = await server.post('/hooks/batch', '{"events":[{"id":1},{"id":2}]}');
    const body = await jsonOf(response);
    expect(response.status).toBe(422);
    expect(body).toMatchObject({ status: 'failed', events: [{ status: 'delivered' }, { status: 'failed' }] });
    expect(body.ids).toEqual(body.events.map(event => event.id));
    const none = await server.post('/hooks/batch', '{"events":[]}');
    expect([none.status, await none.json()]).toEqual([200, { ids: [], status: 'skipped', events: [] }]);
  });

  it('gets 202, not 503, if it is stored and the outcome cannot be read', async () => {
    const server = await startServer(
      aConfig([form]),
      {},
      { outcomeOf: () => Promise.reject(new Error('no')) },
    );
    const response = await server.post('/hooks/form', '{"id":1}');
    expect(response.status).toBe(202);
    expect(await jsonOf(response)).toEqual({ id: expect.any(String), status: 'queued' });
  });

  it('does not count as memory in use while it waits', async () => {
    const rest = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    let reads = 0;
    const server = await startServer(
      aConfig([form]),
      { loadLimits: { maxBytes: 10, maxSourceBytes: 10 } },
      {
        async outcomeOf(id) {
          reads += 1;
          waiting.resolve();
          if (reads === 1) await rest.promise;
          return anEvent(id, ['delivered']);
        },
      },
    );
    const first = server.post('/hooks/form', '{"id":1}');
    await waiting.promise;
    expect((await server.post('/hooks/form', '{"id":2}')).status).toBe(200);
    rest.resolve();
    expect((await first).status).toBe(200);
  });

  it('is limited in number for each source', async () => {
    const waits: number[] = [];
    const rest = Promise.withResolvers<void>();
    const outcomeOf: Bridge['outcomeOf'] = async (id, withinMs) => {
      waits.push(withinMs);
      if (withinMs > 0) await rest.promise;
      return anEvent(id, ['queued']);
    };
    const server = await startServer(aConfig([aSource('form', { respond: 'outcome' })]), {}, { outcomeOf });
    const many = Array.from({ length: 257 }, () => server.post('/hooks/form', '{}'));
    expect((await Promise.race(many)).status).toBe(202);
    expect(waits.filter(withinMs => withinMs === 0)).toHaveLength(1);
    rest.resolve();
    expect((await Promise.all(many)).every(({ status }) => status === 202)).toBe(true);
  });
});
