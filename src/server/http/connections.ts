import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerClientError } from './client-error.ts';

/** The connections that a server has. */
export interface Connections {
  /** Ends those on which nothing was ever asked. Node counts them as busy until its timeout, and waits for them. */
  endSilent(): void;
}

/**
 * Keeps a server to so many connections. One more is taken all the same, and another one goes for it: the oldest of those
 * whose request is not here as a whole, so that slow senders keep nobody out by merely being there; else the oldest on
 * which nothing is asked. Where every connection waits for its answer, it is the new one that goes. `full` is called
 * whenever one has to go.
 */
export function limitConnections(server: Server, most: number, full: () => void): Connections {
  /** In the order in which they came, with the answer to what was last asked on each. */
  const connections = new Map<Duplex, ServerResponse | undefined>();

  function find(what: (last: ServerResponse | undefined) => boolean): Duplex | undefined {
    for (const [socket, last] of connections) if (what(last)) return socket;
    return undefined;
  }

  /** Lets one go; answers whether there was one. */
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
