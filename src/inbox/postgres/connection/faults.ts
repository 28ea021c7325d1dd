import pg from 'pg';
import { StoreUnavailable } from '../../store.ts';

/** A statement that PostgreSQL refuses for the values in it, which are not told. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
  /** That of PostgreSQL (SQLSTATE). */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** The classes of its codes that are about values: what they are, constraints, limits, what triggers object to. */
const aboutValues: readonly string[] = ['22', '23', '44', '54', 'P0'];

const mayNot =
  'the user of `store` may not do that in PostgreSQL; docs/scaling.md lists the rights that it needs';

/** By the codes of PostgreSQL (SQLSTATE), whole or their first two characters: what an operator is told. */
const words: Readonly<Record<string, string>> = {
  '08': 'the connection to PostgreSQL was lost',
  '25006':
    'PostgreSQL is read-only: it is a standby, another primary has taken its place, or default_transaction_read_only is on',
  '25P03': 'PostgreSQL ended a transaction that stood still',
  '28': 'PostgreSQL does not let this user in; look at the user and the password of `store`',
  '3D000': 'PostgreSQL has no such database; create it, or look at the name at the end of `store`',
  '40': 'PostgreSQL could not write: other transactions were in the way each time',
  '42': 'the tables of the store in PostgreSQL are not as this version made them',
  '42501': mayNot,
  '53100': 'the disk of PostgreSQL is full',
  '53200': 'PostgreSQL is out of memory',
  '53300': 'PostgreSQL takes no more connections',
  '55P03': 'PostgreSQL took too long: another transaction holds what is needed',
  '57014': 'PostgreSQL took too long, or somebody cancelled what it did',
  '57P01': 'PostgreSQL ended the connection: it is being stopped, or somebody ended it',
  '57P': 'PostgreSQL is being stopped or started',
  '58': 'PostgreSQL cannot read or write its files',
  XX: 'PostgreSQL reports a fault of its own',
};

/** What is said where the user lacks a right on a table. */
export function mayNotUse(table: string): string {
  return `${mayNot} (permission denied for table ${table})`;
}

/** What makes a transaction worth another try at once: others were in the way of it, and are not any more. */
export function isWorthAnotherTry(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** What a failed statement or connection means to whoever asked. */
export function faultOf(error: unknown): Error {
  if (error instanceof StoreUnavailable || error instanceof StatementRefused) return error;
  const code = codeOf(error);
  const said =
    code === undefined ? undefined : (words[code] ?? words[code.slice(0, 3)] ?? words[code.slice(0, 2)]);
  if (said !== undefined)
    return new StoreUnavailable(said + missingRight(error), { cause: withoutValues(error) });
  if (error instanceof pg.DatabaseError && code !== undefined) {
    if (!aboutValues.includes(code.slice(0, 2)))
      return new StoreUnavailable(`PostgreSQL does not do what the store asks of it (${code})`, {
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
    return new StoreUnavailable('PostgreSQL wants a password, and `store` has none that it takes');
  }
  if (isOfConnection(error)) {
    const why = code ?? whyUnreached(error as Error);
    return new StoreUnavailable(`PostgreSQL cannot be reached (${why})`, { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** What is wrong with the encryption; undefined where it is something else. */
function wordsOfTls(error: unknown, code = ''): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('syscall' in error && error.syscall === 'open')
    return `a file that \`store\` names for TLS cannot be read (${code}): look at its sslrootcert, sslcert and sslkey`;
  if (error.message.startsWith('There was an error establishing an SSL connection'))
    return 'PostgreSQL cannot be reached (what answers there is no PostgreSQL)';
  if (error.message.startsWith('The server does not support SSL'))
    return 'PostgreSQL takes no TLS there; set it up there, or have `store` say ?sslmode=disable where nobody can listen';
  if (/^ERR_TLS_|^ERR_SSL_|CERT|^UNABLE_TO_(?:VERIFY|GET)/.test(code))
    return `the certificate of PostgreSQL cannot be relied on (${code}); have \`store\` name its authority, ?sslrootcert=PATH, and the host as it stands in the certificate`;
  return undefined;
}

/** Whether the connection is of no use any more: one that is read-only stays so, though the server is not any more. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof pg.DatabaseError)
    return ['57P', '08', '25P03', '25006'].some(each => error.code?.startsWith(each));
  return isOfConnection(error);
}

/** The words of PostgreSQL may hold a value of the statement; its code does not. */
function withoutValues(error: unknown): unknown {
  return error instanceof pg.DatabaseError
    ? Object.assign(new Error(`SQLSTATE ${error.code}`), { code: error.code })
    : error;
}

/** The code of the system, of Node or of PostgreSQL (SQLSTATE). */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The driver tells of lost connections by codes of the system, or by nothing but these words. */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError || ('syscall' in error && codeOf(error) !== undefined)) return true;
  return /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|The server does not support SSL|SASL: |received invalid response)/i.test(
    error.message,
  );
}

/** Of a connection that gave no code. */
function whyUnreached({ message }: Error): string {
  if (/^received invalid response/.test(message)) return 'what answers there is no PostgreSQL';
  if (/time/i.test(message)) return 'no answer in time';
  return 'the connection was ended';
}

/** Which right is missing, in the words of PostgreSQL, which name tables and schemas and no values. */
function missingRight(error: unknown): string {
  if (!(error instanceof pg.DatabaseError) || error.code !== '42501') return '';
  const [words] = /^(?:permission denied for|must be owner of) [\w ]+$/.exec(error.message) ?? [];
  return words === undefined ? '' : ` (${words})`;
}
