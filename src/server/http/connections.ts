import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { answerClientError } from './client-error.ts';

/** The maximum numbers of connections. */
export const mostConnections = {
  webhooks: 1024,
  /** More than the requests that wait for a check of their token, so that these never fill it. */
  admin: 256,
};

/** The connections of a server. */
export interface Connections {
  /** Closes connections without a request. Node counts them as busy, and waits until their timeout. */
  endSilent(): void;
}

/**
 * Limits the connections of a server. For a further connection another one is closed: the oldest without a complete
 * request, so that slow senders cannot block others; else the oldest idle one; else the one that has not read its
 * response for longest. If every connection waits for its response, the new one is closed. `full` is called whenever
 * one is closed.
 */
export function limitConnections(server: Server, most: number, full: () => void): Connections {
  /** In the order of arrival, by remote address and port, because with TLS a connection has two sockets. */
  const connections = new Map<string, Connection>();
  const isSecure = 'setSecureContext' in server;
  let requests = 0;

  function find(what: (last: ServerResponse | undefined) => boolean): [string, Connection] | undefined {
    for (const entry of connections) if (what(entry[1].last)) return entry;
    return undefined;
  }

  function findLongestUnread(): [string, Connection] | undefined {
    const unread = [...connections].filter(([, { last }]) => isUnread(last));
    return unread.reduce<[string, Connection] | undefined>(
      (first, each) => (first && first[1].request < each[1].request ? first : each),
      undefined,
    );
  }

  /** Closes one connection; false if each waits for its response. */
  function makeRoom(): boolean {
    const found = find(isUnfinished) ?? find(isAnswered) ?? findLongestUnread();
    if (!found) return false;
    const [peer, { socket, last, isReady }] = found;
    connections.delete(peer);
    if (isReady && isUnfinished(last) && !last?.headersSent) answerClientError(tooSlow(), socket);
    else socket.destroy();
    return true;
  }

  server.on('connection', (socket: Socket) => {
    if (connections.size >= most) {
      full();
      if (!makeRoom()) return socket.destroy();
    }
    const peer = peerOf(socket);
    const connection = { socket, last: undefined, request: 0, isReady: !isSecure };
    connections.set(peer, connection);
    return socket.once('close', () => connections.get(peer) === connection && connections.delete(peer));
  });
  server.on('secureConnection', (socket: Socket) => {
    const connection = connections.get(peerOf(socket));
    if (connection) Object.assign(connection, { socket, isReady: true });
    else socket.destroy();
  });
  server.on('request', (request, response) => {
    const connection = connections.get(peerOf(request.socket));
    if (!connection) return;
    requests += 1;
    connection.last = response;
    connection.request = requests;
  });
  return {
    endSilent() {
      for (const { socket, last } of connections.values()) {
        // With TLS the number of read bytes does not show if a request has begun.
        if (last === undefined && (isSecure || socket.bytesRead === 0)) socket.destroy();
      }
    },
  };
}

type Socket = IncomingMessage['socket'];

interface Connection {
  socket: Socket;
  /** The response to the last request. */
  last: ServerResponse | undefined;
  /** The sequence number of that request on this server. */
  request: number;
  /** True if HTTP can be spoken on it. */
  isReady: boolean;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function isUnfinished(last: ServerResponse | undefined): boolean {
  return !last?.req.complete;
}

function isAnswered(last: ServerResponse | undefined): boolean {
  return last?.writableFinished === true;
}

/** True if bytes of the response are waiting for the client to read. */
function isUnread(last: ServerResponse | undefined): boolean {
  return last?.headersSent === true && last.writableLength > 0;
}

/** The error that Node itself reports for a slow request. */
function tooSlow(): Error {
  return Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
