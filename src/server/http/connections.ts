import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerClientError } from './client-error.ts';

/** How many connections there may be at a time. */
export const mostConnections = {
  webhooks: 1024,
  /** More than may wait for a check of their token, so that guessers alone never fill it. */
  admin: 256,
};

/** The connections that a server has. */
export interface Connections {
  /** Ends those on which nothing was ever asked. Node counts them as busy until its timeout, and waits for them. */
  endSilent(): void;
}

/**
 * Limits a server to so many connections. A further one is accepted, and another is closed for it: the oldest whose
 * request has not arrived as a whole, so that slow senders keep nobody out; else the oldest that is idle. Where every
 * connection waits for its answer, the new one is closed. `full` is called whenever one is closed.
 */
export function limitConnections(server: Server, most: number, full: () => void): Connections {
  /** In the order in which they came, with the answer to what was last asked on each. */
  const connections = new Map<Duplex, ServerResponse | undefined>();

  function find(what: (last: ServerResponse | undefined) => boolean): Duplex | undefined {
    for (const [socket, last] of connections) if (what(last)) return socket;
    return undefined;
  }

  /** Closes one of them; false where each waits for its answer. */
  function makeRoom(): boolean {
    const gone = find(isUnfinished) ?? find(isAnswered);
    if (!gone) return false;
    const last = connections.get(gone);
    connections.delete(gone);
    if (isUnfinished(last) && !last?.headersSent) answerClientError(tooSlow(), gone);
    else gone.destroy();
    return true;
  }

  server.on('connection', socket => {
    if (connections.size >= most) {
      full();
      if (!makeRoom()) return socket.destroy();
    }
    connections.set(socket, undefined);
    return socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => connections.set(request.socket, response));
  return {
    endSilent() {
      for (const [socket, last] of connections) {
        if (last === undefined && 'bytesRead' in socket && socket.bytesRead === 0) socket.destroy();
      }
    },
  };
}

function isUnfinished(last: ServerResponse | undefined): boolean {
  return !last?.req.complete;
}

function isAnswered(last: ServerResponse | undefined): boolean {
  return last?.writableFinished === true;
}

/** As Node itself calls it. */
function tooSlow(): Error {
  return Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
