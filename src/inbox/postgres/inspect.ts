import pg from 'pg';
import { type CommonThing, differencesAmong } from '../decide/common-things.ts';
import { unusableDatabase } from './connection/unusable-database.ts';
import { moveNote, unfinishedWords } from './move/move-note.ts';
import { type SchemaState, schemaNotes, schemaState } from './schema/versions.ts';
import type { PostgresPlace } from './store.ts';

/** What a database is like, as far as a store in it depends on that. */
export interface InspectedDatabase {
  readonly version: string;
  readonly isOldVersion: boolean;
  readonly encoding: string;
  readonly fsync: string;
  readonly synchronousCommit: string;
  /** Why nothing can be written; undefined where it can. */
  readonly readOnlyBy: 'standby' | 'setting' | undefined;
  /** `none`: the first start makes it, where it may. */
  readonly schema: SchemaState;
  /** Why no store can be started in it yet: one is being moved into it. */
  readonly unfinishedMove: string | undefined;
  /** Whether this user may do all that a bridge does. */
  readonly mayWrite: boolean;
  readonly bytes: number;
  readonly connections: { readonly used: number; readonly most: number };
  /** The processes that were seen lately, and in what they differ. */
  readonly processes: { readonly number: number; readonly differIn: readonly CommonThing[] };
}

const withinMs = 5_000;

/**
 * Looks at a database, and changes nothing.
 * @throws StoreUnusable where it cannot be reached, in words
 */
export async function inspectDatabase({ url, schema }: PostgresPlace): Promise<InspectedDatabase> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: withinMs,
      query_timeout: withinMs,
    });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query(facts, [schema]);
    const [found] = rows;
    const name = pg.escapeIdentifier(schema);
    const seen = found.has_meta
      ? await client.query(`SELECT name, value FROM ${name}.meta WHERE name = ANY($1)`, [schemaNotes])
      : { rows: [] };
    const move = found.has_meta
      ? await client.query(`SELECT 1 FROM ${name}.meta WHERE name = $1`, [moveNote])
      : { rows: [] };
    const processes = found.has_meta
      ? await client.query(
          `SELECT version, mappings, config FROM ${name}.process
           WHERE seen > clock_timestamp() - interval '10 seconds'`,
        )
      : { rows: [] };
    return {
      version: found.version,
      isOldVersion: Number(found.version_number) < 140_000,
      encoding: found.encoding,
      fsync: found.fsync,
      synchronousCommit: found.synchronous_commit,
      readOnlyBy: found.is_standby ? 'standby' : found.read_only === 'on' ? 'setting' : undefined,
      unfinishedMove: move.rows.length > 0 ? unfinishedWords(schema) : undefined,
      schema: schemaState(seen.rows).state,
      mayWrite: found.has_schema ? found.may_use : found.may_create,
      bytes: Number(found.bytes),
      connections: { used: Number(found.used), most: Number(found.most) },
      processes: { number: processes.rows.length, differIn: differencesAmong(processes.rows) },
    };
  } catch (error) {
    throw unusableDatabase(error, url);
  } finally {
    await client?.end().catch(() => {});
  }
}

const facts = `SELECT current_setting('server_version') AS version,
    current_setting('server_version_num') AS version_number, current_setting('server_encoding') AS encoding,
    current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('transaction_read_only') AS read_only, pg_is_in_recovery() AS is_standby,
    current_setting('max_connections') AS most, (SELECT count(*) FROM pg_stat_activity) AS used,
    to_regnamespace(quote_ident($1)) IS NOT NULL AS has_schema,
    to_regclass(quote_ident($1) || '.meta') IS NOT NULL AS has_meta,
    has_database_privilege(current_database(), 'CREATE') AS may_create,
    CASE WHEN to_regnamespace(quote_ident($1)) IS NULL THEN false
      ELSE has_schema_privilege(to_regnamespace(quote_ident($1)), 'CREATE, USAGE') END AS may_use,
    coalesce((SELECT sum(pg_total_relation_size(oid)) FROM pg_class
      WHERE relnamespace = to_regnamespace(quote_ident($1)) AND relkind = 'r'), 0) AS bytes`;
