import pg from 'pg';
import { StoreUnavailable } from '../../store.ts';

/** A statement that PostgreSQL refused because of its values. The message does not contain them. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
  /** The SQLSTATE code of PostgreSQL. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** The address does not respond as PostgreSQL does. */
export class PostgresUnreachable extends StoreUnavailable {}

/** The SQLSTATE classes of errors about values: invalid data, constraints, limits, and the errors of triggers. */
const aboutValues: readonly string[] = ['22', '23', '44', '54', 'P0'];

const mayNot =
  'the user in the URL of the store lacks a right in PostgreSQL; docs/scaling.md lists the rights that it needs';

/** The messages for operators, by SQLSTATE code or by its first two or three characters. */
const words: Readonly<Record<string, string>> = {
  '08': 'the connection to PostgreSQL was lost',
  '25006':
    'PostgreSQL is read-only: it is a standby, another primary has taken its place, or default_transaction_read_only is on',
  '25P03': 'PostgreSQL ended a transaction that was idle for too long',
  '28': 'PostgreSQL refuses this user; check the user and the password in the URL of the store',
  '3D000':
    'PostgreSQL has no such database; create it, or correct the name at the end of the URL of the store',
  '40': 'PostgreSQL could not write, because other transactions blocked it each time',
  '42': 'the tables of the store in PostgreSQL were changed',
  '42501': mayNot,
  '53100': 'the disk of PostgreSQL is full',
  '53200': 'PostgreSQL is out of memory',
  '53300': 'PostgreSQL accepts no more connections',
  '55P03': 'PostgreSQL took too long: another transaction holds a lock',
  '57014': 'PostgreSQL took too long, or somebody cancelled the statement',
  '57P01': 'PostgreSQL ended the connection: it is being stopped, or somebody ended it',
  '57P': 'PostgreSQL is being stopped or started',
  '58': 'PostgreSQL cannot read or write its files',
  XX: 'PostgreSQL reports an internal error',
};

/** The message if the user lacks a right on a table. */
export function mayNotUse(table: string): string {
  return `${mayNot} (permission denied for table ${table})`;
}

/** Returns true if a transaction failed only because of a conflict with others, so that it can be repeated at once. */
export function isWorthAnotherTry(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** Translates the error of a statement or of a connection for the caller. */
export function faultOf(error: unknown): Error {
  if (error instanceof StoreUnavailable || error instanceof StatementRefused) return error;
  const code = codeOf(error);
  const said =
    code === undefined ? undefined : (words[code] ?? words[code.slice(0, 3)] ?? words[code.slice(0, 2)]);
  if (said !== undefined)
    return new StoreUnavailable(said + missingRight(error), { cause: withoutValues(error) });
  if (error instanceof pg.DatabaseError && code !== undefined) {
    if (!aboutValues.includes(code.slice(0, 2)))
      return new StoreUnavailable(`PostgreSQL refused a statement of the store (${code})`, {
        cause: withoutValues(error),
      });
    const about = [error.table, error.constraint].filter(each => each !== undefined).join(', ');
    return new StatementRefused(`PostgreSQL refuses a statement (${code}${about && `: ${about}`})`, code);
  }
  if (error instanceof Error && /^Cannot use a pool after calling end/.test(error.message)) {
    return new StoreUnavailable('the store is closed');
  }
  const ofTls = wordsOfTls(error, code);
  if (ofTls !== undefined) return new StoreUnavailable(ofTls, { cause: error });
  if (error instanceof Error && error.message.startsWith('SASL: ')) {
    return new StoreUnavailable('PostgreSQL requires a password that the URL of the store does not contain');
  }
  if (isOfConnection(error)) {
    const why = code ?? whyUnreached(error as Error);
    return new PostgresUnreachable(`PostgreSQL cannot be reached (${why})`, { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** Returns a description of the problem with TLS; undefined if the problem is something else. */
function wordsOfTls(error: unknown, code = ''): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('syscall' in error && error.syscall === 'open')
    return `a file that the URL of the store names for TLS cannot be read (${code}): check its sslrootcert, sslcert and sslkey`;
  if (error.message.startsWith('The server does not support SSL'))
    return 'PostgreSQL does not accept TLS; set up TLS there, or add ?sslmode=disable to the URL of the store on a private network';
  if (/^ERR_TLS_|^ERR_SSL_|CERT|^UNABLE_TO_(?:VERIFY|GET)/.test(code))
    return `the certificate of PostgreSQL is not trusted (${code}); in the URL of the store, name its authority with ?sslrootcert=PATH, and the host as the certificate names it`;
  return undefined;
}

/** True if the connection is unusable. A read-only one stays so, even if the server is writable again. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return ['57P', '08', '25P03', '25006'].some(each => error.code?.startsWith(each));
  return isOfConnection(error);
}

/** Removes PostgreSQL's message, which may contain a value of the statement. The code does not. */
function withoutValues(error: unknown): unknown {
  return error instanceof pg.DatabaseError
    ? Object.assign(new Error(`SQLSTATE ${error.code}`), { code: error.code })
    : error;
}

/** Returns the code of an error: of the system, of Node, or of PostgreSQL (SQLSTATE). */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** True if the connection was lost. The driver reports that by a code of the system, or only by this message. */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError || ('syscall' in error && codeOf(error) !== undefined)) return true;
  return /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|There was an error establishing an SSL connection|The server does not support SSL|SASL: |received invalid response)/i.test(
    error.message,
  );
}

/** Describes the reason for a connection error without a code. */
function whyUnreached({ message }: Error): string {
  if (/^(?:received invalid response|There was an error establishing an SSL)/.test(message))
    return 'the program that responds there is not PostgreSQL';
  if (/time/i.test(message)) return 'no response in time';
  return 'the connection was ended';
}

/** Returns PostgreSQL's description of the missing right, which names tables and schemas but contains no values. */
function missingRight(error: unknown): string {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') return '';
  const [words] = /^(?:permission denied for|must be owner of) [\w ]+$/.exec(error.message) ?? [];
  return words === undefined ? '' : ` (${words})`;
}
