import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * The data that a client sent before it had all responses, and the time, in milliseconds of
 * `performance.now()`.
 */
export interface Exchange {
  /** The connection, counted from 0 over all recordings. */
  readonly connection: number;
  readonly bytes: Buffer;
  /** The number of statements in it; each gets a response. */
  readonly statements: number;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** True if a transaction is open afterwards. */
  readonly isOpen: boolean;
}

/** A connection to PostgreSQL that records its traffic. */
export interface Recorder {
  /** The URL of the database through the recorder. */
  readonly url: string;
  /** In the order in which they ended. */
  readonly exchanges: Exchange[];
  close(): void;
}

let connections = 0;

/** Records everything that a client sends to a database, except the start of its connections. */
export async function startRecorder(databaseUrl: string): Promise<Recorder> {
  const target = new URL(databaseUrl);
  const exchanges: Exchange[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, client => {
    const database = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        database.destroy();
      });
    }
    record(client, database, exchanges);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    exchanges,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function record(client: Socket, database: Socket, exchanges: Exchange[]): void {
  const connection = connections;
  connections += 1;
  let sent: Buffer[] = [];
  let sentAt = 0;
  let hasBegun = false;
  let statements = 0;
  let answered = 0;
  const readSent = messageReader(letter => {
    if (letter === query || letter === sync) statements += 1;
  });
  client.on('data', chunk => {
    if (sent.length === 0) sentAt = performance.now();
    sent.push(chunk);
    if (hasBegun) readSent(chunk);
    database.write(chunk);
  });
  const read = readyReader(isOpen => {
    answered += 1;
    if (hasBegun && answered < statements) return;
    const bytes = Buffer.concat(sent);
    const answeredAt = performance.now();
    if (hasBegun) exchanges.push({ connection, bytes, statements, sentAt, answeredAt, isOpen });
    hasBegun = true;
    sent = [];
    statements = 0;
    answered = 0;
  });
  database.on('data', chunk => {
    read(chunk);
    client.write(chunk);
  });
}

/** Splits sent data into statements that can be sent separately. */
export function statementsIn(bytes: Buffer): readonly Buffer[] {
  const statements: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const letter = bytes[at];
    at += 1 + bytes.readUInt32BE(at + 1);
    if (letter !== query && letter !== sync) continue;
    statements.push(bytes.subarray(from, at));
    from = at;
  }
  return statements;
}

const query = 'Q'.charCodeAt(0);
const sync = 'S'.charCodeAt(0);
const errorResponse = 'E'.charCodeAt(0);
const readyForQuery = 'Z'.charCodeAt(0);
const idle = 'I'.charCodeAt(0);

/**
 * Parses responses of PostgreSQL, and calls `ready` whenever it is ready for the next query: whether a transaction is
 * open, and the number of errors before.
 */
export function readyReader(ready: (isOpen: boolean, errors: number) => void): (chunk: Buffer) => void {
  let errors = 0;
  return messageReader((letter, first) => {
    if (letter === errorResponse) errors += 1;
    if (letter !== readyForQuery) return;
    ready(first !== idle, errors);
    errors = 0;
  });
}

/** Calls `tell` for each message: a letter, four bytes of length, and the rest, with its first byte. */
function messageReader(tell: (letter: number, first: number | undefined) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let skip = 0;
  return chunk => {
    let data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (skip >= data.length) {
        skip -= data.length;
        rest = Buffer.alloc(0);
        return;
      }
      data = data.subarray(skip);
      skip = 0;
      if (data.length < 5 || (data.length < 6 && data.readUInt32BE(1) > 4)) {
        rest = data;
        return;
      }
      tell(data[0] ?? 0, data[5]);
      skip = 1 + data.readUInt32BE(1);
    }
  };
}
