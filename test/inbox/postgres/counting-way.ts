import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * A connection to a database that counts round trips as a distant database would need them, at any speed of the
 * machine.
 */
export interface CountingWay {
  /** The URL of the database through this connection. */
  readonly url: string;
  /** Runs `work`; returns the statements of each round trip that it waited for, in order. */
  during(work: () => Promise<unknown>): Promise<readonly (readonly string[])[]>;
  close(): Promise<void>;
}

/** After this many turns of the event loop without a new message, a client is waiting for responses. */
const quietTurns = 25;

/**
 * Forwards requests at once. Holds responses back until the server has sent all of them and the client waits, so no
 * response arrives before the client has sent everything that does not depend on it.
 */
export async function startCountingWay(databaseUrl: string): Promise<CountingWay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let trips: (readonly string[])[] = [];

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer({ noDelay: true }, client => {
    const database = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    carry(keep(client), keep(database), statements => trips.push(statements));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    async during(work) {
      trips = [];
      await work();
      return trips;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Forwards one connection. Calls `arrived` with the statements of each round trip. */
function carry(client: Socket, database: Socket, arrived: (statements: readonly string[]) => void): void {
  const requestMessages = createMessages();
  const responseMessages = createMessages();
  let kept: Buffer[] = [];
  let statements: string[] = [];
  let unanswered = 0;
  let isReady = false;
  let sent = 0;
  let isWaiting = false;

  client.on('data', bytes => {
    database.write(bytes);
    if (!isReady) return;
    sent += 1;
    for (const message of requestMessages(bytes)) {
      const kind = String.fromCharCode(message[0] ?? 0);
      if (kind === 'Q' || kind === 'S') unanswered += 1;
      if (kind === 'Q') statements.push(textOf(message, 5));
      if (kind === 'P') statements.push(textOf(message, message.indexOf(0, 5) + 1));
    }
  });
  database.on('data', bytes => {
    const isDone = (message: Buffer) => message[0] === 'Z'.charCodeAt(0);
    const done = responseMessages(bytes).filter(isDone).length;
    if (!isReady) {
      // Round trips of the login are not counted.
      client.write(bytes);
      isReady = done > 0;
      return;
    }
    unanswered -= done;
    kept.push(bytes);
    void giveWhenQuiet();
  });
  client.on('close', () => database.destroy());
  database.on('close', () => client.destroy());

  async function giveWhenQuiet(): Promise<void> {
    if (isWaiting) return;
    isWaiting = true;
    let before = -1;
    while (unanswered > 0 || before !== sent) {
      before = sent;
      for (let each = 0; each < quietTurns; each += 1) await turn();
    }
    isWaiting = false;
    const bytes = Buffer.concat(kept);
    kept = [];
    if (statements.length > 0) arrived(statements);
    statements = [];
    client.write(bytes);
  }
}

function textOf(message: Buffer, from: number): string {
  return message.toString('utf8', from, message.indexOf(0, from)).replaceAll(/\s+/g, ' ').trim();
}

/** Splits a stream of bytes into whole messages, each with its kind in the first byte. */
function createMessages(): (bytes: Buffer) => readonly Buffer[] {
  let rest = Buffer.alloc(0);
  return bytes => {
    rest = Buffer.concat([rest, bytes]);
    const whole: Buffer[] = [];
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1);
      whole.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return whole;
  };
}
