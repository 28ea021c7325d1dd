import pg from 'pg';
import { type CommonThing, differencesAmong } from '../../decide/common-things.ts';
import { moveNote, unfinishedWords } from '../../move/move-note.ts';
import { type SchemaState, schemaNotes, schemaState } from '../schema/versions.ts';
import type { PostgresPlace } from '../store.ts';
import { onOwnConnection } from './own-connection.ts';
import { lacksRights, neededTables } from './rights.ts';
import { unusableDatabase } from './unusable-database.ts';

/** The properties of a database that matter to a store in it. */
export interface InspectedDatabase {
  readonly version: string;
  readonly isOldVersion: boolean;
  readonly encoding: string;
  readonly fsync: string;
  readonly synchronousCommit: string;
  /** The reason why nothing can be written; undefined if it can. */
  readonly readOnlyBy: 'standby' | 'setting' | undefined;
  /** `none`: the first start creates it, if it has the right. */
  readonly schema: SchemaState;
  /** The message about an unfinished move into it, which prevents any start; undefined if there is none. */
  readonly unfinishedMove: string | undefined;
  /** One right that this user lacks, for example `CREATE on the database`; undefined: none. */
  readonly missingRight: string | undefined;
  /** One missing table; undefined: none. */
  readonly missingTable: string | undefined;
  /** True if there is an index of words. */
  readonly hasWordIndex: boolean;
  readonly bytes: number;
  readonly connections: { readonly used: number; readonly most: number };
  /** The duration of the shortest of some empty statements. Milliseconds. */
  readonly roundTripMs: number;
  /** The number of processes seen recently, and the properties in which they differ. */
  readonly processes: { readonly number: number; readonly differIn: readonly CommonThing[] };
}

const withinMs = 5_000;

/**
 * Inspects a database; changes nothing.
 * @throws StoreUnusable with the reason if it cannot be reached
 */
export async function inspectDatabase({ url, schema }: PostgresPlace): Promise<InspectedDatabase> {
  const config = { connectionString: url, connectionTimeoutMillis: withinMs, query_timeout: withinMs };
  try {
    return await onOwnConnection(config, client => look(client, schema));
  } catch (error) {
    throw unusableDatabase(error, url);
  }
}

async function look(client: pg.Client, schema: string): Promise<InspectedDatabase> {
  const { rows } = await client.query(facts, [schema, neededTables]);
  const [found] = rows;
  const name = pg.escapeIdentifier(schema);
  const ofStore = async (sql: string, values: readonly unknown[] = []) =>
    found.has_meta ? (await client.query(sql, [...values])).rows : [];
  const seen = await ofStore(`SELECT name, value FROM ${name}.meta WHERE name = ANY($1)`, [schemaNotes]);
  const move = await ofStore(`SELECT 1 FROM ${name}.meta WHERE name = $1`, [moveNote]);
  const processes = await ofStore(
    `SELECT version, mappings, config FROM ${name}.process WHERE seen > clock_timestamp() - interval '10 seconds'`,
  );
  const { state } = schemaState(seen);
  return {
    version: found.version,
    isOldVersion: Number(found.version_number) < 140_000,
    encoding: found.encoding,
    fsync: found.fsync,
    synchronousCommit: found.synchronous_commit,
    readOnlyBy: found.is_standby ? 'standby' : found.read_only === 'on' ? 'setting' : undefined,
    unfinishedMove: move.length > 0 ? unfinishedWords(schema) : undefined,
    schema: state,
    missingRight: missingRight(found, schema),
    missingTable: state === 'current' ? (found.absent_table ?? undefined) : undefined,
    hasWordIndex: found.has_word_index,
    bytes: Number(found.bytes),
    connections: { used: Number(found.used), most: Number(found.most) },
    roundTripMs: await shortestRoundTripMs(client),
    processes: { number: processes.length, differIn: differencesAmong(processes) },
  };
}

const roundTrips = 5;

/** Returns the shortest of several round trips: longer ones may only show a busy machine. Milliseconds. */
async function shortestRoundTripMs(client: pg.Client): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let number = 0; number < roundTrips; number += 1) {
    const begun = performance.now();
    await client.query('SELECT 1');
    shortest = Math.min(shortest, performance.now() - begun);
  }
  return shortest;
}

function missingRight(
  found: {
    readonly has_schema: boolean;
    readonly may_create: boolean;
    readonly may_use: boolean;
    readonly forbidden_table: string | null;
  },
  schema: string,
): string | undefined {
  if (!found.has_schema) return found.may_create ? undefined : 'CREATE on the database';
  if (!found.may_use) return `CREATE and USAGE on the schema ${schema}`;
  const table = found.forbidden_table;
  return table === null ? undefined : `one of SELECT, INSERT, UPDATE and DELETE on ${schema}.${table}`;
}

/**
 * The connections that count towards max_connections; PostgreSQL's own processes do not. A user who may not see the
 * type of another user's connection still sees its database.
 */
const clientConnections = `SELECT count(*) FROM pg_stat_activity
    WHERE datid IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend'`;

const facts = `SELECT current_setting('server_version') AS version,
    current_setting('server_version_num') AS version_number, current_setting('server_encoding') AS encoding,
    current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('transaction_read_only') AS read_only, pg_is_in_recovery() AS is_standby,
    current_setting('max_connections') AS most, (${clientConnections}) AS used,
    to_regnamespace(quote_ident($1)) IS NOT NULL AS has_schema,
    to_regclass(quote_ident($1) || '.meta') IS NOT NULL AS has_meta,
    to_regclass(quote_ident($1) || '.event_words_index') IS NOT NULL AS has_word_index,
    has_database_privilege(current_database(), 'CREATE') AS may_create,
    has_schema_privilege(to_regnamespace(quote_ident($1)), 'CREATE')
      AND has_schema_privilege(to_regnamespace(quote_ident($1)), 'USAGE') AS may_use,
    (SELECT min(relname) FROM pg_class
      WHERE relnamespace = to_regnamespace(quote_ident($1)) AND relkind = 'r' AND ${lacksRights('oid')}) AS forbidden_table,
    (SELECT min(name) FROM unnest($2::text[]) AS name
      WHERE to_regclass(quote_ident($1) || '.' || quote_ident(name)) IS NULL) AS absent_table,
    coalesce((SELECT sum(pg_total_relation_size(oid)) FROM pg_class
      WHERE relnamespace = to_regnamespace(quote_ident($1)) AND relkind = 'r'), 0) AS bytes`;
