import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventFilter } from '../../../../src/inbox/event-filter.ts';
import { listAudit } from '../../../../src/inbox/operations/audit.ts';
import { linksAfter } from '../../../../src/inbox/operations/links.ts';
import { createClaims } from '../../../../src/inbox/owned/claims.ts';
import { Connection } from '../../../../src/inbox/sqlite/connection/connection.ts';
import { takeSteps, transactionOf } from '../../../../src/inbox/sqlite/operate/operation-store.ts';
import { openListing } from '../../../../src/inbox/sqlite/reading/listing.ts';
import type { Store } from '../../../../src/inbox/store.ts';
import { createTestClock, noon } from '../../contract/bench.ts';
import { accept, allPages, inState, planAll, queued, update } from '../../contract/samples.ts';
import { fastFolder } from '../../fast-folder.ts';
import { openPrepared } from '../../open-prepared.ts';

let folder: string;
let path: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(fastFolder(), 'fieldbridge-listing-'));
  path = join(folder, 'store.db');
  store = await openPrepared(path, { clock: createTestClock() });
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const many = 900;

async function takeIn(count: number, source: string): Promise<readonly string[]> {
  return Promise.all(Array.from({ length: count }, () => accept(store, { source })));
}

const pause = (name: string) =>
  store.saveDestination({
    name,
    paused: true,
    heldSince: null,
    openedAt: null,
    reason: 'paused by a person',
    notBefore: null,
  });

/** Reads the events of a step at once. */
const stepThrough = (connection: Connection, filter: EventFilter, before: number, enough: number) =>
  openListing(connection, { read: async read => read() }, filter)(before, enough, Number.POSITIVE_INFINITY);

/** The statements and rows needed for the first page; every statement is counted. */
async function work(filter: EventFilter, limit = 50) {
  const database = new DatabaseSync(path, { readOnly: true });
  const connection = new Connection(database);
  const counted = { statements: 0, rows: 0 };
  const counting = new Proxy(connection, {
    get(target, name) {
      if (name !== 'get' && name !== 'all')
        throw new Error(`nothing else is needed to list: ${String(name)}`);
      return (sql: string, ...values: never[]) => {
        const rows = target.all(sql, ...values);
        counted.statements += 1;
        counted.rows += rows.length;
        return name === 'get' ? rows[0] : rows;
      };
    },
  });
  const { found } = await stepThrough(counting, filter, Number.MAX_SAFE_INTEGER, limit);
  connection.close();
  return { ...counted, found: found.length };
}

const firstPage = async (filter: EventFilter) => {
  const { events, next } = await store.events({ ...filter, limit: 50 });
  return { ids: events.map(each => each.id), next };
};

/** The query plans of all statements that a list needs. */
function plansOf(list: (connection: Connection) => unknown): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const connection = new Connection(database);
  const plans: string[] = [];
  list(
    new Proxy(connection, {
      get: (target, name) =>
        name === 'all' || name === 'get'
          ? (sql: string, ...values: never[]) => {
              const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
              plans.push(...steps.map(each => String(each.detail)));
              return target[name](sql, ...values);
            }
          : Reflect.get(target, name),
    }),
  );
  connection.close();
  return plans;
}

const opened = (connection: Connection) =>
  transactionOf(connection, { claims: createClaims(), random: randomBytes });

describe('a list', () => {
  const cursor = JSON.stringify(['crm', 'l-7', 'salon']);

  it.each<[string, (connection: Connection) => unknown, readonly RegExp[]]>([
    [
      'links',
      each => takeSteps(linksAfter(opened(each), { limit: 9, after: cursor })),
      [/^SEARCH link USING PRIMARY KEY .*>/],
    ],
    [
      'links of some people',
      each => takeSteps(linksAfter(opened(each), { people: 'crm', limit: 9, after: cursor })),
      [/^SEARCH link USING PRIMARY KEY \(people=\? AND \(?link_id.*>/],
    ],
    [
      'the audit log',
      each => takeSteps(listAudit(opened(each), { limit: 9, cursor: '7' })),
      [/^SEARCH audit USING .*rowid</],
    ],
    [
      'the audit log of an event',
      each => takeSteps(listAudit(opened(each), { event: 'evt_1', limit: 9, cursor: '7' })),
      [
        /^SEARCH audit USING INDEX audit_event \(event_id=\? AND rowid<|^SEARCH audit USING INDEX audit_event \(event_id=\? AND number</,
      ],
    ],
    [
      'events of a source',
      each => stepThrough(each, { source: 'crm' }, 7, 9),
      [/^SEARCH event USING (COVERING )?INDEX event_source \(source=\? AND sequence</],
    ],
  ])('(%s) continues behind its cursor without reading earlier rows', (_, list, plans) => {
    expect(plansOf(list)).toEqual(plans.map(plan => expect.stringMatching(plan)));
  });
});

describe('the first page of a list of events', () => {
  it.each<[string, EventFilter, number]>([
    ['queued where all else waits at a paused destination', { status: 'queued' }, 3],
    ['held where most wait at a paused destination', { status: 'held' }, 50],
    ['of a rare source that is held', { status: 'held', source: 'rare' }, 3],
    ['of a rare source that is queued', { status: 'queued', source: 'rare' }, 1],
    ['of a rare source', { source: 'rare' }, 4],
    ['of a status that nothing has', { status: 'uncertain' }, 0],
    ['of a source that there is not', { source: 'none' }, 0],
    ['of all', {}, 50],
    ['since a time that none has', { since: noon + 60_000 }, 0],
    ['until a time that none has', { until: noon }, 0],
    ['of a mapping that there is not', { mapping: 'none' }, 0],
    ['of a destination that there is not', { destination: 'none' }, 0],
    ['of a code that nothing has', { code: 'delivery/refused' }, 0],
    ['of a rare person', { person: 'evt_none' }, 0],
    ['of a rare source at a destination', { source: 'rare', destination: 'open' }, 1],
    ['of a rare destination', { destination: 'open' }, 4],
  ])('(%s) is found without reading the others', async (_, filter, found) => {
    await takeIn(3, 'crm');
    await takeIn(1, 'rare');
    await planAll(store, event => [queued(update(event.id), { destination: 'open' })]);
    await takeIn(3, 'rare');
    await takeIn(many, 'crm');
    await planAll(store, event => [queued(update(event.id), { destination: 'closed' })]);
    await pause('closed');
    const expected = filter.status === 'queued' && filter.source === undefined ? found + 1 : found;
    const { statements, rows, ...done } = await work(filter);
    expect(done.found).toBe(expected);
    expect(statements).toBeLessThan(25);
    expect(rows).toBeLessThan(200);
    expect((await firstPage(filter)).ids).toHaveLength(expected);
  });

  it('considers every destination that an event waits at', async () => {
    const [one = '', both = '', waiting = ''] = await takeIn(3, 'crm');
    await planAll(store, event => {
      const calls = { [one]: ['open'], [both]: ['open', 'closed'] }[event.id] ?? [];
      return calls.map((destination, index) =>
        queued(update(String(index)), { destination, mapping: destination }),
      );
    });
    await pause('closed');
    expect(await allPages(store, { status: 'held' })).toEqual([both]);
    expect(await allPages(store, { status: 'queued' })).toEqual([waiting, one]);
  });

  it('finds a text in large contents in several steps, with a cursor to continue', async () => {
    const large = new TextEncoder().encode(`{"filler":"${'x'.repeat(500_000)}"}`);
    const match = await accept(store, { body: new TextEncoder().encode('{"name":"Ada Wanted"}') });
    for (let count = 0; count < 40; count += 1) await accept(store, { body: large });
    const first = await firstPage({ q: 'ada wanted' });
    expect(first).toEqual({ ids: [], next: expect.any(String) });
    expect(await allPages(store, { q: 'ada wanted' })).toEqual([match]);
  });

  it('of events of an older version is right before and after they are upgraded', async () => {
    const ids = await takeIn(20, 'crm');
    await planAll(store, event =>
      ids.indexOf(event.id) % 2 === 0
        ? [queued(update(event.id), { destination: 'closed' })]
        : [inState({ status: 'waiting', reason: 'no link yet' }, { destination: 'open' })],
    );
    await pause('closed');
    await store.close();
    const database = new DatabaseSync(path);
    database.exec('UPDATE event SET waits_at = NULL');
    database.close();
    store = await openPrepared(path, { clock: { now: () => noon } });
    const lists = async () => [
      await allPages(store, { status: 'queued' }),
      await allPages(store, { status: 'held' }),
    ];
    const before = await lists();
    expect(before.map(each => each.length)).toEqual([10, 10]);
    await store.catchUp();
    expect(await lists()).toEqual(before);
    expect((await work({ status: 'queued' })).statements).toBeLessThan(10);
  });
});
