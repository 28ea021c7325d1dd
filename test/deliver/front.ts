import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { certificate } from '../booking/raw-server.ts';

/** A server between the bridge and the sandbox, always at the same address. */
export interface Front {
  /** `http://localhost:PORT`, or `https:`. */
  readonly url: string;
  /** Forwards everything from now on. */
  open(): Promise<void>;
  /** Refuses connections from now on. */
  refuse(): Promise<void>;
  /** Accepts connections and passes each to `behave`; nothing is forwarded. */
  meet(behave: (socket: Socket) => void): Promise<void>;
  close(): Promise<void>;
}

/** Starts a front that forwards everything. No connection is reused, so a change applies to the next request. */
export async function startFront(target: string, options: { tls: boolean }): Promise<Front> {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;

  async function replace(next: Server | undefined): Promise<void> {
    for (const socket of sockets) socket.destroy();
    if (server) {
      server.close();
      await once(server, 'close');
    }
    server = next;
    if (!server) return;
    server.on('connection', socket => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    });
    server.listen(port, 'localhost');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }

  const pass = (incoming: IncomingMessage, response: ServerResponse) => forward(target, incoming, response);
  const front: Omit<Front, 'url'> = {
    open: () => replace(options.tls ? createHttpsServer(certificate, pass) : createHttpServer(pass)),
    refuse: () => replace(undefined),
    meet: behave => replace(createServer(behave)),
    close: () => replace(undefined),
  };
  await front.open();
  return { ...front, url: `${options.tls ? 'https' : 'http'}://localhost:${port}` };
}

function forward(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', headers, url = '/' } = incoming;
  const onward = request(new URL(url, target), { method, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.pipe(onward);
}
