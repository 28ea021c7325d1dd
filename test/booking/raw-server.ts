import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';

/** A server on 127.0.0.1 that treats connections as a test defines, byte by byte. */
export interface RawServer {
  readonly port: number;
  /** Returns the number of connections so far. */
  connections(): number;
  /** Returns all received data, one text for each connection. */
  received(): readonly string[];
  close(): Promise<void>;
}

/** Starts a server; `behave` is called for each new connection with its number from 1. */
export async function rawServer(
  behave: (socket: Socket, number: number) => void,
  options: { tls?: boolean } = {},
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  let connections = 0;
  const accept = (socket: Socket) => {
    sockets.add(socket);
    const at = connections;
    connections += 1;
    received[at] = '';
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', chunk => {
      received[at] = `${received[at]}${chunk}`;
    });
    behave(socket, connections);
  };
  const server: Server = options.tls ? createTlsServer(certificate, accept) : createServer(accept);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    received: () => received,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Waits for a whole request, then writes the bytes, and ends the connection as `end` says. */
export function answering(
  bytes: string | Buffer,
  end: 'end' | 'keep' | 'reset' = 'keep',
): (socket: Socket) => void {
  return socket => {
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
      if (!isWhole(text)) return;
      text = '';
      socket.write(bytes, () => {
        if (end === 'end') socket.end();
        if (end === 'reset') socket.resetAndDestroy();
      });
    });
  };
}

/** Does the same in pieces of this number of bytes. */
export function answeringInPieces(text: string, bytes: number): (socket: Socket) => void {
  return socket => {
    socket.setNoDelay();
    socket.on('data', async () => {
      for (let at = 0; at < text.length; at += bytes) {
        socket.write(text.slice(at, at + bytes));
        await setImmediate();
      }
    });
  };
}

/** A self-signed certificate for `localhost` and its key. */
export const certificate = {
  cert: readFileSync(new URL('localhost.cert.pem', import.meta.url)),
  key: readFileSync(new URL('localhost.key.pem', import.meta.url)),
};

function isWhole(request: string): boolean {
  const head = request.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /^content-length: ([0-9]+)/im.exec(request)?.[1];
  return request.length - head - 4 >= Number(length ?? 0);
}
