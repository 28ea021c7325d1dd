import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { indexedWords } from '../src/inbox/finding/indexed-words.ts';
import { openSqliteStore } from '../src/inbox/sqlite/store.ts';
import { homeOf } from './processes.ts';

/** The person of an event. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

const firstNames = ['Anna', 'Ben', 'Clara', 'David', 'Eva', 'Finn', 'Greta', 'Hans', 'Ida', 'Jörg', 'Klara'];
const lastNames = ['Müller', 'Schmidt', 'Weber', 'Fischer', 'Becker', 'Koch', 'Richter', 'Wolf', 'Neumann'];

/** Returns the person of an event, with a unique address and number. */
export function personOf(at: number): Person {
  const first = firstNames[at % firstNames.length] ?? '';
  const last = lastNames[at % lastNames.length] ?? '';
  const name = `${first} ${last}`;
  const number = String(10_000_000 + ((at * 7_919) % 90_000_000));
  const email = `${first}.${last}${at}@example.com`.toLowerCase();
  return { name, email, phone: `+49 170 ${number.slice(0, 4)} ${number.slice(4)}` };
}

/** Makes the store of a bridge with so many delivered events, each about another person, all of them indexed. */
export async function makePeopleStore(name: string, events: number): Promise<void> {
  mkdirSync(homeOf(name), { recursive: true });
  const path = join(homeOf(name), 'bridge.db');
  await (await openSqliteStore(path, { clock: { now: () => Date.now() } })).close();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  const reading = { kind: 'json', charset: 'utf-8' } as const;
  const addRequest = database.prepare(
    `INSERT INTO request (id, headers, query, reading, body) VALUES (?, '{}', '{}', '${JSON.stringify(reading)}', ?)`,
  );
  const addEvent = database.prepare(
    `INSERT INTO event (sequence, id, request, siblings, source, received_at, status, planning, calls, settled_at)
     VALUES (?, ?, ?, 0, 'json', ?, 'skipped', 0, 0, ?)`,
  );
  const addWords = database.prepare('INSERT INTO event_words (sequence, words) VALUES (?, ?)');
  const addToIndex = database.prepare('INSERT INTO word_index (rowid, words) VALUES (?, ?)');
  const at = Date.now() - events;
  for (let sequence = 1; sequence <= events; sequence += 1) {
    const id = `evt_${sequence.toString(36).padStart(26, '0')}`;
    const bytes = Buffer.from(JSON.stringify(webhookOf(sequence)));
    addRequest.run(sequence, bytes);
    addEvent.run(sequence, id, sequence, at + sequence, at + sequence);
    const words = indexedWords({ sequence, names: [id], contents: { bytes, reading }, rows: [] }) ?? '';
    addWords.run(sequence, words);
    addToIndex.run(sequence, words);
    if (sequence % 10_000 === 0) database.exec('COMMIT; BEGIN');
  }
  database.prepare('UPDATE words_progress SET indexed_to = ?').run(events);
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

function webhookOf(at: number): object {
  const { name, email, phone } = personOf(at);
  return {
    id: `form-${at}`,
    customer: 1_000 + at,
    contact: { name, email, phone },
    answers: [
      { field: 'treatment', text: 'Cut and colour, as last time' },
      { field: 'allergies', text: at % 7 === 0 ? 'nickel' : 'none' },
      { field: 'newsletter', boolean: at % 2 === 0 },
    ],
  };
}
