import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { pieceEnd } from './piece-end.ts';
import { createTurnBudget, type TurnBudget } from './turn-budget.ts';

/** Most requests come in one piece, which is parsed at once. These are the pieces of what comes in several. */
const piecesPerTurn = 8;
/** The maximum of waiting bytes on all connections together. One read of a connection has at most 64 KiB. */
const mostWaitingBytes = 16 * 1024 * 1024;

/**
 * Bounds what the parser of a server makes of the bytes in its sockets. Node parses all that it reads at once: 64 KiB
 * may be 1,800 requests or 10,000 chunks, with objects for each, on a thousand connections in one turn of the event
 * loop. Here a request waits until the one before it on its connection is answered (a read may end within a second one,
 * which then does not wait), and what comes beyond one piece waits for its turn. While something waits, nothing more is
 * read from that connection. Where too much waits on all of them together, the connection that brings more is closed.
 */
export function parseInTurns(server: Server): void {
  const shared = { turns: createTurnBudget(piecesPerTurn), waitingBytes: 0 };
  const connections = new WeakMap<Socket, Parsing>();
  // TLS has a socket of its own upon each connection.
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, parseConnection(socket, shared));
  });
  server.on('request', (request, response) => connections.get(request.socket)?.asked(response));
}

type Socket = IncomingMessage['socket'];

/** The parsing state of one connection. */
interface Parsing {
  /** A request began, and this will be its answer. */
  asked(answer: ServerResponse): void;
}

interface Shared {
  readonly turns: TurnBudget;
  waitingBytes: number;
}

function parseConnection(socket: Socket, shared: Shared): Parsing {
  const parse = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  /** The data that were read and not parsed; null is the end of the stream. */
  const waiting: (Buffer | null)[] = [];
  let last: ServerResponse | undefined;
  let isParsing = false;
  /** The response after whose end the parsing of waiting data continues. */
  let awaited: ServerResponse | undefined;

  /** True if the parser takes more, and every request that arrived whole is answered. */
  const isFree = (): boolean =>
    socket.readableFlowing !== false && !socket.destroyed && !(last?.req.complete && !last.writableFinished);

  async function parseWaiting(): Promise<void> {
    if (isParsing) return;
    isParsing = true;
    while (waiting.length > 0 && isFree()) {
      if (!shared.turns.take()) await shared.turns.next();
      if (isFree()) parseOne();
    }
    isParsing = false;
    if (waiting.length > 0) awaitAnswer();
  }

  function awaitAnswer(): void {
    if (!last || last === awaited) return;
    awaited = last;
    last.once('close', () => void parseWaiting());
  }

  function parseOne(): void {
    const chunk = waiting.shift();
    if (!chunk) return void (chunk === null && parse(null));
    const end = pieceEnd(chunk);
    if (end < chunk.length) waiting.unshift(chunk.subarray(end));
    shared.waitingBytes -= end;
    parse(chunk.subarray(0, end));
  }

  // Node reads past the stream of a connection until somebody listens to its data.
  socket.on('data', () => {});
  socket.push = (chunk: Buffer | null): boolean => {
    const isNext = waiting.length === 0 && !isParsing;
    if (isNext && (chunk === null || (isFree() && pieceEnd(chunk) === chunk.length))) return parse(chunk);
    waiting.push(chunk);
    shared.waitingBytes += chunk?.length ?? 0;
    if (shared.waitingBytes > mostWaitingBytes) socket.destroy();
    else void parseWaiting();
    return false;
  };
  // The stream would read on after each piece.
  socket._read = size => {
    if (waiting.length === 0) read(size);
  };
  socket.on('resume', () => void parseWaiting());
  socket.once('close', () => {
    for (const chunk of waiting.splice(0)) shared.waitingBytes -= chunk?.length ?? 0;
  });
  return {
    asked(answer) {
      last = answer;
    },
  };
}
