import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What a client sent before all of it was answered, and when that was. Times are milliseconds of `performance.now()`.
 */
export interface Exchange {
  /** Of which connection, counted from 0 over all recordings. */
  readonly connection: number;
  readonly bytes: Buffer;
  /** How many statements that are, each of which is answered. */
  readonly statements: number;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Whether a transaction is open afterwards. */
  readonly isOpen: boolean;
}

/** A way to PostgreSQL that writes down what goes over it. */
export interface Recorder {
  /** The URL of the database by this way. */
  readonly url: string;
  /** In the order of their ends. */
  readonly exchanges: Exchange[];
  close(): void;
}

let connections = 0;

/** Writes down all that a client says to a database, but for how its connections begin. */
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

/** The statements that a client sent, each as it can be sent alone. */
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
 * Reads what PostgreSQL says, and tells of each moment at which it is ready for the next query: whether a transaction is open
 * then, and how many errors it told of before.
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

/** Tells of each message, which is a letter, four bytes of length, and the rest, of which it tells the first byte. */
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
