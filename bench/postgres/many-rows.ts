import pg from 'pg';

let made = 0;

/** Makes the store number its rows far above those that are created here. */
export async function leaveRoomForRows(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET search_path TO fieldbridge');
  for (const [table, column] of [
    ['request', 'id'],
    ['event', 'sequence'],
    ['lane', 'id'],
    ['call', 'id'],
  ])
    await client.query(`ALTER TABLE ${table} ALTER COLUMN ${column} RESTART WITH 1000000000000`);
  await client.end();
}

/** Writes events of 2 KB that wait at a destination, each of another person, as rows of the store. */
export function makeWaitingRows(url: string, destination: string, count: number): Promise<void> {
  return makeRows(url, destination, count, 'queued');
}

/** Writes events that were delivered to a destination. */
export function makeFinishedRows(url: string, destination: string, count: number): Promise<void> {
  return makeRows(url, destination, count, 'delivered');
}

/** People are numbered from the end of the last rows. */
async function makeRows(
  url: string,
  destination: string,
  count: number,
  status: 'queued' | 'delivered',
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const first = made;
  made += count;
  const isMany = count > 10_000;
  await client.query('SET search_path TO fieldbridge');
  await client.query('BEGIN');
  const values = [first + 1, made, Date.now() - 1000, status, destination];
  for (const [sql, ...used] of statements)
    await client.query(
      sql,
      used.map(index => values[index - 1]),
    );
  await client.query('COMMIT');
  // Like autovacuum after so many rows.
  if (isMany) await client.query('VACUUM ANALYZE');
  await client.end();
}

/** Statements, each with its parameters: first and last number, time, status, destination. */
const statements: readonly (readonly [string, ...number[]])[] = [
  [
    `INSERT INTO request (id, headers, query, reading, body) OVERRIDING SYSTEM VALUE
     SELECT i, '{"content-type":"application/json"}', '{}', '{"kind":"json","charset":"utf-8"}',
       convert_to(repeat(md5(i::text), 63), 'UTF8') FROM generate_series($1::bigint, $2::bigint) i`,
    1,
    2,
  ],
  [
    `INSERT INTO event (sequence, id, request, siblings, source, sender_event_id, received_at, status, planning, calls,
       settled_at, waits_at) OVERRIDING SYSTEM VALUE
     SELECT i, 'evt_' || md5(i::text), i, false, 'intake', 'many-' || i, $3::bigint, $4::text, 0, 1,
       CASE WHEN $4 = 'delivered' THEN $3::bigint END,
       CASE WHEN $4 = 'queued' THEN json_build_array($5::text)::text END
     FROM generate_series($1::bigint, $2::bigint) i`,
    1,
    2,
    3,
    4,
    5,
  ],
  [
    `INSERT INTO lane (id, destination, key, due_at) OVERRIDING SYSTEM VALUE
     SELECT i, $4::text, 'customer:' || i, CASE WHEN $5 = 'queued' THEN $3::bigint END
     FROM generate_series($1::bigint, $2::bigint) i`,
    1,
    2,
    3,
    5,
    4,
  ],
  [
    `INSERT INTO call (id, event, position, mapping, mapping_version, destination, operation, lane, status, due_at, out_of_order,
       force, life_from, deadline, expires_at, customer_id, policy, request) OVERRIDING SYSTEM VALUE
     SELECT i, i, 0, 'update', 'v1', $4::text, 'updateCustomer', i, $5::text,
       CASE WHEN $5 = 'queued' THEN $3::bigint END, false, false, $3::bigint,
       CASE WHEN $5 = 'queued' THEN $3::bigint + 604800000 END, $3::bigint + 1814400000, i::text,
       '{"onInvalid":"fail","onUnknownField":"hold","maxAgeMs":604800000,"ignoreOlder":false}',
       json_build_object('operation', 'updateCustomer', 'id', json_build_object('text', i::text, 'origin', 'data'),
         'note', json_build_object('set', json_build_object('text', 'n', 'origin', 'data')), 'additionalFields',
         json_build_array())::text
     FROM generate_series($1::bigint, $2::bigint) i`,
    1,
    2,
    3,
    5,
    4,
  ],
];
