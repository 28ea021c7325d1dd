import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { pieceEnd } from './piece-end.ts';
import { createTurnBudget, type TurnBudget } from './turn-budget.ts';

/** The number of pieces parsed in one turn of the event loop. Usual requests arrive in a single piece. */
const piecesPerTurn = 8;
/** The maximum number of waiting bytes of all connections. One read of a connection has at most 64 KiB. */
const mostWaitingBytes = 16 * 1024 * 1024;

/**
 * Limits the objects that Node's HTTP parser creates at once. Node parses everything that it reads: 64 KiB may be 1,800
 * requests or 10,000 chunks, each with its objects, and a thousand connections may be read in one turn of the event
 * loop. Here a request waits until the previous one on its connection has its response (a read may end within a second
 * request, which then does not wait), and bytes beyond one piece wait for their turn. While something waits, nothing
 * more is read from that connection. If too many bytes wait in total, the connection that adds more is closed.
 */
export function parseInTurns(server: Server): void {
  const shared = { turns: createTurnBudget(piecesPerTurn), waitingBytes: 0 };
  const connections = new WeakMap<Socket, Parsing>();
  // With TLS each connection has a second socket, which is parsed.
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, parseConnection(socket, shared));
  });
  server.on('request', (request, response) => connections.get(request.socket)?.asked(response));
}

type Socket = IncomingMessage['socket'];

/** The parsing state of one connection. */
interface Parsing {
  /** Called when a request begins, with its response. */
  asked(answer: ServerResponse): void;
}

interface Shared {
  readonly turns: TurnBudget;
  waitingBytes: number;
}

function parseConnection(socket: Socket, shared: Shared): Parsing {
  const parse = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  /** The data that were read but not parsed; null is the end of the stream. */
  const waiting: (Buffer | null)[] = [];
  let last: ServerResponse | undefined;
  let isParsing = false;
  /** The response whose end continues the parsing. */
  let awaited: ServerResponse | undefined;

  /** True if the parser accepts more, and every complete request has its response. */
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

  // Node bypasses the stream of a connection until there is a listener for its data.
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
  // Prevents the stream from reading on after each piece.
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
