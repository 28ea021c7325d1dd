import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { openSqliteStore } from '../src/inbox/sqlite/store.ts';
import { adminToken } from './processes.ts';

/** The size of an operator's config with many locations. */
export interface Locations {
  readonly destinations: number;
  readonly sources: number;
  readonly fields: number;
  readonly events: number;
}

/** Creates the folder of such a bridge: a config, a mapping for each source, and a store. */
export async function writeLocations(
  home: string,
  bridge: { readonly port: number; readonly account: string },
  locations: Locations,
): Promise<void> {
  mkdirSync(join(home, 'mappings'), { recursive: true });
  const { destinations, sources } = locations;
  const places = numbers(destinations).map(
    at => `  place-${at}: {baseUrl: "${bridge.account}", token: some-token-of-the-benchmark-${at}}`,
  );
  const forms = numbers(sources).map(at => `  form-${at}: {verify: {type: none}}`);
  writeFileSync(
    join(home, 'config.yaml'),
    `server: {host: 127.0.0.1, port: ${bridge.port}}
store: sqlite:bridge.db
destinations:
${places.join('\n')}
sources:
${forms.join('\n')}
admin: {token: ${adminToken}}
log: {level: warn}
`,
  );
  for (const at of numbers(sources)) {
    writeFileSync(join(home, 'mappings', `form-${at}.yaml`), mappingOf(at, locations));
  }
  await makeStore(join(home, 'bridge.db'), locations);
}

function mappingOf(at: number, { destinations, fields }: Locations): string {
  const rules = numbers(10).map(rule => `    field.${(at * 10 + rule) % fields}: answers.q${rule}`);
  return `source: form-${at}
destination: place-${at % destinations}
operation: updateCustomer
set:
  id: customer
  note: note
  additionalFields:
${rules.join('\n')}
`;
}

/** Delivered events of 1 KB, spread over all sources, in the very rows that the store itself writes. */
async function makeStore(path: string, { destinations, sources, events }: Locations): Promise<void> {
  await (await openSqliteStore(path, { clock: { now: () => Date.now() } })).close();
  const database = new DatabaseSync(path);
  const now = Date.now();
  const answers = numbers(10)
    .map(at => `'q${at}', 'answer ' || i || ' of ${at}'`)
    .join(', ');
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  database.exec(`
  CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${events}) SELECT i FROM n;
  INSERT INTO request (id, headers, query, reading, body)
    SELECT i, '{"content-type":"application/json"}', '{}', '{"kind":"json","charset":"utf-8"}',
      CAST(json_object('id', 'e-' || i, 'customer', 1000 + i, 'note', 'someone' || i || '@example.org',
        'answers', json_object(${answers}), 'filler', '${'x'.repeat(500)}') AS BLOB) FROM n;
  INSERT INTO event (sequence, id, request, siblings, source, sender_event_id, received_at, status, planning, calls, settled_at)
    SELECT i, 'evt_' || lower(hex(randomblob(13))), i, 0, 'form-' || (i % ${sources}), 'e-' || i, ${now - events} + i,
      'delivered', 0, 1, ${now} FROM n;
  INSERT INTO call (event, position, mapping, mapping_version, destination, operation, lane, status, due_at, out_of_order,
      force, life_from, deadline, expires_at, customer_id, policy, request)
    SELECT sequence, 0, source, 'v1', 'place-' || (sequence % ${sources} % ${destinations}), 'updateCustomer', NULL,
      'delivered', NULL, 0, 0, received_at, NULL, ${now} + 1814400000, 1000 + sequence,
      '{"onInvalid":"fail","onUnknownField":"hold","maxAgeMs":604800000,"ignoreOlder":false}',
      json_object('operation', 'updateCustomer', 'id', json_object('text', '' || (1000 + sequence), 'origin', 'data'),
        'note', json_object('set', json_object('text', 'someone' || sequence || '@example.org', 'origin', 'data')),
        'additionalFields', json('[]')) FROM event;
  INSERT INTO tally SELECT destination, mapping, status, count(*) FROM call GROUP BY 1, 2, 3;`);
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at);
}

/** Starts an account with this number of fields, which accepts every update. */
function startAccount(fields: number): void {
  const list = numbers(fields).map(at => ({
    id: at + 1,
    keyName: `field.${at}`,
    name: `Field ${at}`,
    type: 'text',
    description: null,
    selectItems: null,
    valueRequired: false,
    validatorRegexp: null,
    errorMessage: null,
    appointmentSpecific: false,
    specificForLocationId: null,
    hidden: false,
    privacyConfidential: false,
    listOrder: at,
    tab: { id: 1, name: 'Data' },
  }));
  const text = JSON.stringify(list);
  const server = createServer((request, reply) => {
    request.resume();
    reply.setHeader('content-type', 'application/json');
    reply.end(request.method === 'GET' ? text : '{"changes":[]}');
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}

// Run as a program, it is the account, and prints its URL.
if (process.argv[1] === fileURLToPath(import.meta.url)) startAccount(Number(process.argv[2] ?? 300));
