import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to a database with longer round trips. */
export interface SlowWay {
  /** The URL of the database through it. */
  readonly url: string;
  close(): void;
}

/** Forwards the data of both sides, each byte after half of `delayMs` milliseconds. */
export async function startSlowWay(databaseUrl: string, delayMs: number): Promise<SlowWay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, client => {
    const database = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    passOn(client, database);
    passOn(database, client);
    sockets.add(client).add(database);
  });

  function passOn(from: Socket, to: Socket): void {
    from.on('data', bytes => {
      if (delayMs === 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), delayMs / 2);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
