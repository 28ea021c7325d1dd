import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a client sent at once, and when that was answered whole. Times are milliseconds of `performance.now()`. */
export interface Exchange {
  /** Of which connection, counted from 0 over all recordings. */
  readonly connection: number;
  readonly bytes: Buffer;
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
  client.on('data', chunk => {
    if (sent.length === 0) sentAt = performance.now();
    sent.push(chunk);
    database.write(chunk);
  });
  const read = readyReader(isOpen => {
    const bytes = Buffer.concat(sent);
    if (hasBegun) exchanges.push({ connection, bytes, sentAt, answeredAt: performance.now(), isOpen });
    hasBegun = true;
    sent = [];
  });
  database.on('data', chunk => {
    read(chunk);
    client.write(chunk);
  });
}

const errorResponse = 'E'.charCodeAt(0);
const readyForQuery = 'Z'.charCodeAt(0);
const idle = 'I'.charCodeAt(0);

/**
 * Reads what PostgreSQL says, and tells of each moment at which it is ready for the next query: whether a transaction is open
 * then, and how many errors it told of before. Messages are a letter, four bytes of length, and the rest.
 */
export function readyReader(ready: (isOpen: boolean, errors: number) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let skip = 0;
  let errors = 0;
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
      if (data.length < 6) {
        rest = data;
        return;
      }
      if (data[0] === errorResponse) errors += 1;
      if (data[0] === readyForQuery) {
        ready(data[5] !== idle, errors);
        errors = 0;
      }
      skip = 1 + data.readUInt32BE(1);
    }
  };
}
