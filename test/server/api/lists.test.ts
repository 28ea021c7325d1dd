import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { EventFilter } from '../../../src/inbox/event-filter.ts';
import { planAll, queued, refusal, update } from '../../inbox/contract/samples.ts';
import { anExpression } from '../../receive/a-source.ts';
import { aConfig, aDestination, aSource } from '../a-config.ts';
import { jsonOf, type RunningServer, startServer } from '../running-server.ts';

const sources = ['one', 'two', 'three'].map(name => aSource(name));
const config = {
  ...aConfig(sources),
  destinations: new Map(['salon', 'bath', 'spa'].map(name => [name, aDestination(name)])),
};

/** Returns the names or ids on all pages of one entry each, and the number of pages. */
async function paged(server: RunningServer, list: string, key: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  let cursor: string | undefined;
  do {
    const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await server.api('GET', `/${list}?limit=1${after}`);
    expect(status).toBe(200);
    const entries = Reflect.get(body, list) as readonly Record<string, unknown>[];
    expect(entries.length).toBeLessThanOrEqual(1);
    found.push(...entries.map(each => each[key]));
    cursor = body.next;
  } while (cursor !== undefined);
  return found;
}

describe('every list of the API', () => {
  it('is paged by a cursor', async () => {
    const server = await startServer(config);
    const ids: unknown[] = [];
    for (const { name } of sources) ids.unshift((await jsonOf(await server.post(`/hooks/${name}`, '{}'))).id);
    const refusals: string[] = [];
    for (let count = 0; count < 3; count += 1) refusals.unshift(await server.store.refuse(refusal()));
    await server.api('POST', '/destinations/spa/pause');
    await server.api('POST', '/destinations/spa/resume');
    const link = { people: 'one', destination: 'salon', customerId: '7' };
    await server.api('POST', '/links', [
      { ...link, link: 'b' },
      { ...link, link: 'a' },
    ]);
    expect(await paged(server, 'events', 'id')).toEqual(ids);
    expect(await paged(server, 'refusals', 'id')).toEqual(refusals);
    expect(await paged(server, 'audit', 'what')).toEqual(['add-links', 'resume', 'pause']);
    expect(await paged(server, 'links', 'link')).toEqual(['a', 'b']);
    expect(await paged(server, 'destinations', 'name')).toEqual(['bath', 'salon', 'spa']);
    expect(await paged(server, 'sources', 'name')).toEqual(['one', 'three', 'two']);
  });

  it('of mappings continues at its place although one is gone', async () => {
    let names = ['a', 'b', 'c', 'd'];
    const mappings = async () => names.map(name => ({ name })) as never;
    const server = await startServer(config, {}, { mappings });
    const first = await server.api('GET', '/mappings?limit=2');
    expect(first.body).toMatchObject({ mappings: [{ name: 'a' }, { name: 'b' }], next: 'b' });
    names = ['d', 'c', 'a'];
    const second = await server.api('GET', '/mappings?limit=2&cursor=b');
    expect(second.body).toEqual({ mappings: [{ name: 'c' }, { name: 'd' }] });
  });

  it.each(['/events', '/audit', '/links', '/refusals'])(
    '%s refuses the cursor of another list',
    async path => {
      const server = await startServer(config);
      for (const cursor of ['nonsense', '-1', '1e9']) {
        const { status, body } = await server.api('GET', `${path}?cursor=${cursor}`);
        expect([cursor, status, body.error]).toEqual([cursor, 400, expect.stringContaining('cursor')]);
      }
    },
  );
});

describe('links in the API', () => {
  it('are searched by a part of the id or the number, and removed', async () => {
    const server = await startServer(config);
    const links = Array.from({ length: 30 }, (_, at) => ({
      people: 'one',
      link: `Contact-${at}`,
      destination: 'salon',
      customerId: `${2000 + at}`,
    }));
    await server.api('POST', '/links', links);
    const found = async (q: string) =>
      ((await server.api('GET', `/links?q=${q}`)).body.links as { link: string }[]).map(each => each.link);
    expect(await found('contact-7')).toEqual(['Contact-7']);
    expect(await found('2011')).toEqual(['Contact-11']);
    expect(await found('nobody')).toEqual([]);
    const { body } = await server.api('GET', '/links?q=contact&limit=20');
    expect(body.links).toHaveLength(20);
    const rest = await server.api('GET', `/links?q=contact&limit=20&cursor=${encodeURIComponent(body.next)}`);
    expect([rest.body.links.length, rest.body.next]).toEqual([10, undefined]);
    const search = { q: 'contact', limit: 20, cursor: body.next };
    expect((await server.api('POST', '/links/search', search)).body).toEqual(rest.body);
    const one = { people: 'one', link: 'Contact-7', destination: 'salon' };
    const removed = await server.api('POST', '/links/remove', { ...one, who: 'ben', reason: 'two people' });
    expect([removed.status, removed.body]).toEqual([200, { removed: true }]);
    expect((await server.api('POST', '/links/remove', one)).status).toBe(404);
    expect(await found('contact-7')).toEqual([]);
    expect((await server.api('GET', '/audit?limit=1')).body).toMatchObject({
      audit: [{ who: 'ben', what: 'remove-link', about: 'a link of one at salon', why: 'two people' }],
    });
  });
});

describe('a refused webhook in the API', () => {
  it('is corrected while it is accepted, if it has one event', async () => {
    const server = await startServer(config);
    const body = new TextEncoder().encode('{"contact":{"phone":"1","name":"Ada"}}');
    const given = refusal({ source: 'one', verified: true, body, bytes: body.length });
    const ref = await server.store.refuse({ ...given, headers: { 'content-type': 'application/json' } });
    const request = { patch: { contact: { phone: '2' } }, who: 'ben', reason: 'misread' };
    const wrong = await server.api('POST', `/refusals/${ref}/accept`, { ...request, patch: {} });
    expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringContaining('changes nothing')]);
    const { status, body: answer } = await server.api('POST', `/refusals/${ref}/accept`, request);
    expect([status, answer.status]).toEqual([200, 'queued']);
    const [id] = answer.ids as string[];
    expect((await server.api('GET', `/events/${id}`)).body).toMatchObject({
      payload: { contact: { phone: '1', name: 'Ada' } },
      corrected: { contact: { phone: '2', name: 'Ada' } },
      amendments: [{ who: 'ben', why: 'misread' }],
    });
    // A person who has not seen that correction cannot change anything.
    const late = { patch: { contact: { phone: '3' } }, who: 'eve', reason: 'late', seen: 0 };
    const refused = await server.api('POST', `/events/${id}/amend`, late);
    expect([refused.status, refused.body.code]).toEqual([409, 'corrected-meanwhile']);
  });

  it('gets its payload from a person if its body cannot be read', async () => {
    const split = aSource('split', {
      split: anExpression('events'),
      eventId: [anExpression('id')],
      body: 'json',
    });
    const server = await startServer(aConfig([split]));
    await server.post('/hooks/split', '{"events":[{"id":"e-1","contact":{"phone":"1"},}]}');
    const [refused] = (await server.api('GET', '/refusals')).body.refusals;
    const accept = (body: object) => server.api('POST', `/refusals/${refused?.id}/accept`, body);
    const unread = await accept({ patch: { id: 'e-1' }, reason: 'a comma' });
    expect([unread.status, unread.body.hint]).toEqual([409, expect.stringContaining('--payload FILE')]);
    const payload = { id: 'e-1', contact: { phone: '2' } };
    expect((await accept({ payload, patch: payload })).status).toBe(400);
    expect((await accept({ payload: {} })).status).toBe(400);
    const preview = await server.api('POST', '/preview', { refusalId: refused?.id, payload });
    expect(preview.status).toBe(200);
    const accepted = await accept({ payload, who: 'ben', reason: 'a comma' });
    expect([accepted.status, accepted.body.status]).toEqual([200, 'queued']);
    const [id] = accepted.body.ids as string[];
    expect((await server.api('GET', `/events/${id}`)).body).toMatchObject({
      payload: '{"events":[{"id":"e-1","contact":{"phone":"1"},}]}',
      corrected: payload,
      amendments: [{ who: 'ben', why: 'a comma' }],
    });
    // The sender repeats it in the right format: it is recognised by its id.
    const again = await server.post('/hooks/split', JSON.stringify({ events: [payload] }));
    expect(await again.json()).toEqual({ ids: [id], status: 'duplicate' });
  });

  it('does not get another payload if its body can be read', async () => {
    const server = await startServer(config);
    const body = new TextEncoder().encode('{"contact":{"phone":"1"}}');
    const given = refusal({ source: 'one', verified: true, body, bytes: body.length });
    const ref = await server.store.refuse({ ...given, headers: { 'content-type': 'application/json' } });
    const wrong = await server.api('POST', `/refusals/${ref}/accept`, { payload: { a: 1 }, reason: 'x' });
    expect([wrong.status, wrong.body.error]).toEqual([409, expect.stringContaining('can be read')]);
  });
});

describe('events in the API', () => {
  it('are found by time, mapping, destination, code and person, and replayed by the same filters', async () => {
    const server = await startServer(config);
    const { id } = await jsonOf(await server.post('/hooks/one', '{}'));
    const refused = diagnostic('delivery/refused', 'a test');
    await planAll(server.store, () => [
      queued(update('1001'), { mapping: 'intake', destination: 'spa', diagnostics: [refused] }),
    ]);
    const { id: other } = await jsonOf(await server.post('/hooks/two', '{}'));
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
    const both = [other, id];
    const cases: readonly (readonly [string, unknown])[] = [
      ['mapping=intake', [id]],
      ['mapping=outtake', []],
      ['destination=spa', [id]],
      ['destination=salon', []],
      ['code=delivery/refused', [id]],
      ['code=delivery/gave-up', []],
      ['person=1001', [id]],
      ['person=100', []],
      [`since=${day(-1)}&until=${day(1)}`, both],
      [`since=${day(-1).slice(0, 10)}`, both],
      [`since=${encodeURIComponent(day(-1).replace('Z', '+00:00'))}`, both],
      [`since=${day(1)}`, []],
      [`until=${day(-1)}`, []],
      ['mapping=intake&destination=spa&code=delivery/refused&person=1001&status=queued&source=one', [id]],
      ['mapping=&destination=&code=&person=', both],
    ];
    for (const [query, ids] of cases) {
      const { body } = await server.api('GET', `/events?${query}`);
      expect([query, body.events.map(each => each.id)]).toEqual([query, ids]);
    }
    expect(await server.api('POST', '/events/replay', { code: 'delivery/refused', since: day(-1) })).toEqual({
      status: 200,
      body: { replayed: 1 },
    });
    expect(await server.api('GET', '/audit')).toMatchObject({
      body: { audit: [{ about: expect.stringMatching(/^events by code delivery\/refused, since 20/) }] },
    });
    await server.api('POST', '/events/replay', { person: '1001', q: '1001' });
    expect(await server.api('GET', '/audit?limit=1')).toMatchObject({
      body: { audit: [{ about: 'events by a person, a text' }] },
    });
  });

  it('are discarded by a filter, and never without one', async () => {
    const server = await startServer(config);
    const { id } = await jsonOf(await server.post('/hooks/one', '{}'));
    await server.post('/hooks/two', '{}');
    expect((await server.api('POST', '/events/discard', { reason: 'all of it' })).status).toBe(400);
    const preview = await server.api('POST', '/events/discard', { source: 'one', preview: true, limit: 10 });
    expect(preview.body).toEqual({ preview: { events: 1, discards: 1 } });
    const done = await server.api('POST', '/events/discard', { source: 'one', who: 'ben', reason: 'a test' });
    expect([done.status, done.body]).toEqual([200, { discarded: 1 }]);
    expect((await server.api('GET', `/events/${id}`)).body.status).toBe('discarded');
    expect((await server.api('GET', '/events?status=queued')).body.events).toHaveLength(1);
    const replayed = await server.api('POST', '/events/replay', { source: 'one', preview: true, limit: 1 });
    expect(replayed.body).toEqual({ preview: { events: 1, newer: 0 } });
  });

  it.each(['since=yesterday', 'since=2026-02-30', 'until=2026-02-28T08:00', 'until=5'])(
    'are not found by %s',
    async query => {
      const server = await startServer(config);
      const { status, body } = await server.api('GET', `/events?${query}`);
      expect([status, body.error]).toEqual([
        400,
        expect.stringContaining('a time such as 2026-02-28T08:00:00Z'),
      ]);
    },
  );

  it('are not replayed with unknown filters, which are all reported at once', async () => {
    const server = await startServer(config);
    const replays: EventFilter[] = [];
    server.store.replay = async filter => replays.push(filter as EventFilter);
    const { body } = await server.api('POST', '/events/replay', { since: 'x', mappin: 'y', code: 7 });
    for (const name of ['since', 'mappin', 'code']) expect(body.error).toContain(name);
    expect(replays).toEqual([]);
  });
});
