import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../src/inbox/clock.ts';
import { openSqliteStore } from '../../src/inbox/sqlite/store.ts';
import type { Store } from '../../src/inbox/store.ts';
import { accept, item } from '../inbox/contract/samples.ts';
import type { Disk } from './disk.ts';
import { type Erasure, markStart } from './eraser.ts';
import type { Testimony } from './testimony.ts';

/** The forbidden results of a power cut. */
export type Fault =
  | 'refused to start'
  | 'damaged'
  | 'lost'
  | 'unexpected'
  | 'may be booked again'
  | 'booked again'
  | 'still waiting'
  | 'not erased'
  | 'takes nothing in';

export interface Finding {
  readonly fault: Fault;
  readonly detail: string;
}

/** The facts with which the judge compares a disk. */
export interface Known extends Testimony {
  /** The senders' own ids of the confirmed events, by the bridge's ids. */
  readonly sent: ReadonlyMap<string, string>;
  /** The senders' own ids of all posted events. */
  readonly posted: ReadonlySet<string>;
  /** All erasures in order. The first `erased` of them were confirmed. */
  readonly erasures: readonly Erasure[];
}

/** An event in the store. */
export interface StoredEvent {
  readonly id: string;
  readonly sender: string;
  readonly status: string;
}

/** Opens a store as the program does, and returns the faults found. */
export async function judgeStore(path: string, known: Known): Promise<readonly Finding[]> {
  let store: Store;
  try {
    store = await openSqliteStore(path, { clock: systemClock });
  } catch (error) {
    return [{ fault: 'refused to start', detail: String(error) }];
  }
  try {
    const { events, integrity } = readStore(path);
    return [...judgeIntegrity(integrity), ...judgeEvents(events, known), ...(await judgeIntake(store))];
  } finally {
    await store.close();
  }
}

/** Reads a store that is in use. */
export function readStore(path: string): { events: readonly StoredEvent[]; integrity: string } {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    const [{ integrity_check: integrity } = {}] = database.prepare('PRAGMA integrity_check').all();
    // The sender's id is stored as a list of its parts.
    const events = database
      .prepare("SELECT id, sender_event_id ->> '$[0]' AS sender, status FROM event")
      .all();
    return { events: events as unknown as StoredEvent[], integrity: String(integrity) };
  } finally {
    database.close();
  }
}

/** Reports a file that SQLite finds damaged. */
export function judgeIntegrity(integrity: string): readonly Finding[] {
  return integrity === 'ok' ? [] : [{ fault: 'damaged', detail: integrity }];
}

/** Checks that no file contains erased data. */
export function judgeErasures(disk: Disk, { erasures, erased }: Known): readonly Finding[] {
  const marked = [...disk].filter(([, bytes]) => bytes.includes(markStart));
  return erasures
    .slice(0, erased)
    .flatMap(({ sender, mark }) =>
      marked
        .filter(([, bytes]) => bytes.includes(mark))
        .map(([path]) => ({ fault: 'not erased', detail: `${sender} is in ${path}` }) as const),
    );
}

/** Checks that all events known to others are stored, and no others. */
export function judgeEvents(events: readonly StoredEvent[], known: Known): readonly Finding[] {
  const byId = new Map(events.map(event => [event.id, event]));
  const bySender = new Map(events.map(event => [event.sender, event]));
  const findings: Finding[] = [];
  const erased = new Set(known.erasures.map(({ id }) => id));
  for (const id of known.answered) {
    if (erased.has(id)) continue;
    const event = byId.get(id);
    const sender = known.sent.get(id);
    if (!event || (sender !== undefined && event.sender !== sender))
      findings.push({
        fault: 'lost',
        detail: `${sender ?? 'an event'} (${id}) was answered and is not there`,
      });
    else if (event.status === 'failed' || event.status === 'discarded')
      findings.push({ fault: 'lost', detail: `${sender} (${id}) is ${event.status}` });
  }
  for (const id of known.booked) {
    const { status = 'not there' } = byId.get(id) ?? bySender.get(id) ?? {};
    if (status !== 'uncertain' && status !== 'delivered')
      findings.push({
        fault: 'may be booked again',
        detail: `the booking of ${id} had left and is ${status}`,
      });
  }
  for (const { id, sender } of events)
    if (!known.posted.has(sender))
      findings.push({ fault: 'unexpected', detail: `${sender} (${id}) was sent by nobody` });
  if (bySender.size < events.length)
    findings.push({ fault: 'unexpected', detail: 'one event is there twice' });
  return findings;
}

async function judgeIntake(store: Store): Promise<readonly Finding[]> {
  try {
    await accept(store, { items: [item({ id: 'evt_after', senderEventId: 'after the power cut' })] });
    return [];
  } catch (error) {
    return [{ fault: 'takes nothing in', detail: String(error) }];
  }
}
