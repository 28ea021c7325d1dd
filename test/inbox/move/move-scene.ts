import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type MoveProgress, moveStore } from '../../../src/inbox/move/move-store.ts';
import { movedTables } from '../../../src/inbox/move/tables.ts';
import { openPostgresStore } from '../../../src/inbox/postgres/store.ts';
import type { Store } from '../../../src/inbox/store.ts';
import type { TestClock } from '../contract/bench.ts';
import { noon } from '../contract/bench.ts';
import {
  accept,
  acceptPlanned,
  ada,
  attempt,
  booking,
  claimOne,
  deliverAll,
  ended,
  inState,
  item,
  mappingHold,
  planAll,
  queued,
  refusal,
  update,
  webhook,
} from '../contract/samples.ts';
import { fastFolder } from '../fast-folder.ts';
import { openPrepared } from '../open-prepared.ts';

/** A store in a file, and a database to move it into. */
export interface MoveScene {
  readonly file: string;
  readonly url: string;
  openFile(): Promise<Store>;
  openDatabase(schema?: string): Promise<Store>;
  move(tell?: (progress: MoveProgress) => void, schema?: string): ReturnType<typeof moveStore>;
  remove(): void;
}

/** Makes no store yet. */
export function moveScene(url: string, clock: TestClock): MoveScene {
  const folder = mkdtempSync(join(fastFolder(), 'fieldbridge-move-'));
  const file = join(folder, 'store.db');
  return {
    file,
    url,
    openFile: () => openPrepared(file, { clock }),
    openDatabase: (schema = 'fieldbridge') => openPostgresStore({ url, schema }, { clock }),
    move: (tell = () => {}, schema = 'fieldbridge') =>
      moveStore({ from: file, to: { url, schema }, toWords: 'postgres://here/it', now: () => noon, tell }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Fills a store with something of every kind, including a booking in flight at the end. */
export async function liveIn(store: Store): Promise<void> {
  await deliverAll(store, noon);
  await acceptPlanned(store, queued(update('1001', 'the first note')));
  await acceptPlanned(store, queued(booking('a-1')));
  await deliverAll(store, noon);
  await acceptPlanned(store, queued(booking('a-2')));
  const lost = await claimOne(store, noon);
  await store.begin(lost, noon);
  await store.settle(lost, ended('uncertain'), attempt());
  await acceptPlanned(store, inState({ status: 'held', reason: 'it is held' }, { mapping: 'other' }));
  await store.add(
    webhook({
      source: 'form\0s',
      items: [
        item({ senderEventId: 'known\0id', type: 'odd \uE000', contents: 'one' }),
        item({ contents: 'two' }),
      ],
    }),
  );
  await store.putLink({ people: 'crm', id: 'odd\0person' }, 'salon', '1007');
  await store.putLink(ada, 'salon', '1001');
  await store.refuse(refusal());
  await store.refuse(refusal({ verified: true, body: new Uint8Array([0, 1, 255]) }));
  await store.record({ at: noon, who: 'me', what: 'looked', detail: 'at a\0b' } as never);
  await store.saveCatalog('salon', '{"fields":[]}');
  await store.holdMapping(mappingHold({ mapping: 'third' }));
  await store.saveDestination({
    name: 'studio',
    paused: true,
    heldSince: null,
    openedAt: null,
    reason: 'by hand',
    notBefore: null,
  });
  const alert = { code: 'destination/held', subject: 'salon', since: noon, clearedAt: null, times: 0 };
  await store.saveAlerts('ops', [{ record: alert, body: '{"told":true}' }], []);
  await store.beginImport(
    { id: 'imp_1', source: 'crm', file: 'contacts.csv', digest: 'd', rows: 1 },
    { who: 'Anna' },
  );
  await accept(store, { importedRow: { import: 1, row: 1 } });
  await store.deletionTime(noon);
  await planAll(store, () => []);
  await acceptPlanned(store, queued(booking('a-3')));
  await store.begin(await claimOne(store, noon), noon);
  const waiting = await accept(store, { source: 'late' });
  const [event] = (await store.plannable(10)).filter(({ id }) => id === waiting);
  if (event) await store.planningNow(event);
}

/** All views of a store for people. */
export async function viewsOf(store: Store): Promise<Record<string, unknown>> {
  const { events } = await store.events({ limit: 1000 } as never);
  const views = [];
  for (const { id } of events) views.push(await store.event(id));
  return {
    views,
    counts: (await store.counts()).statuses,
    links: await store.links({ limit: 1000 }),
    refusals: await store.refusals({ limit: 1000 }),
    audit: (await store.audit({ limit: 1000 } as never)).entries,
    holds: await store.mappingHolds(),
    destinations: await store.destinations(),
    catalogs: [...(await store.catalogs())],
    outbox: await store.outbox(),
    alerts: await store.alerts(),
    plannable: await store.plannable(1000),
  };
}

/** Fills every table of a file with this many rows of values that fit its columns. */
export function fillTables(file: string, count: number): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA foreign_keys = OFF; BEGIN');
  for (const { name, key } of movedTables) {
    const columns = database.prepare(`PRAGMA table_info(${name})`).all() as unknown as ColumnInfo[];
    const places = columns.map(() => '?').join(', ');
    const names = columns.map(each => each.name).join(', ');
    const insert = database.prepare(`INSERT OR IGNORE INTO ${name} (${names}) VALUES (${places})`);
    for (let row = 1; row <= count; row += 1)
      insert.run(
        ...columns.map((column, index) => valueFor(column, row * 3, index, key.includes(column.name))),
      );
  }
  database.exec('COMMIT');
  database.close();
}

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
}

const flags = ['siblings', 'imported', 'out_of_order', 'force', 'unclear', 'paused', 'verified'];

function valueFor({ name, type, notnull }: ColumnInfo, row: number, index: number, isKey: boolean) {
  if (!isKey && notnull === 0 && (row + index) % 4 === 0) return null;
  if (flags.includes(name)) return row % 2;
  if (name === 'planning') return row % 5;
  if (type === 'INTEGER') return (row + index) % 7 === 0 && !isKey ? -row : row;
  if (type === 'BLOB') return new Uint8Array([row % 256, 0, (row >> 8) % 256, index]);
  return `${['', '\0', '\uE000', 'ä\u{1F9D6}', '\\x"\'{,}', '\uE0000', 'NULL'][(row + index) % 7]}${row}`;
}
