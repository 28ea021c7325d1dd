import { connect } from 'node:net';
import type { Chance } from '../chance.ts';

/** Data of a stranger that are small on the wire, but expensive when they become objects. */
export interface Flood {
  readonly kind: string;
  /** The number of parallel connections. */
  readonly connections: number;
  readonly bytes: Buffer;
}

const head = (line: string, headers: readonly string[] = []): string =>
  `${line} HTTP/1.1\r\nhost: x\r\n${headers.map(each => `${each}\r\n`).join('')}\r\n`;

const post = (source: string, headers: readonly string[] = []): string =>
  head(`POST /hooks/${source}`, headers);

/** A chunked body of small chunks, some with extensions; perhaps it never ends, or has trailers. */
function smallChunks(chance: Chance, budget: number): string {
  const size = chance.pick([1, 1, 1, 2, 7, 30]);
  const extension = chance.pick(['', '', ';a', `;a="${'b'.repeat(chance.int(100))}"`]);
  const chunk = `${size.toString(16)}${extension}\r\n${'x'.repeat(size)}\r\n`;
  const end = chance.pick(['', '0\r\n\r\n', `0\r\n${'a:b\r\n'.repeat(chance.int(400))}\r\n`]);
  const body = chunk.repeat(Math.ceil(budget / chunk.length));
  return (
    post(chance.pick(['open', 'signed', 'form', 'parts', 'xml']), ['transfer-encoding: chunked']) + body + end
  );
}

/** Returns pipelined requests whose responses nobody awaits. */
function pipeline(chance: Chance, budget: number): string {
  const request = chance.pick([
    head('GET /metrics'),
    head('GET /readyz'),
    head('GET /healthz'),
    head('HEAD /metrics'),
    head('GET /nothing/here'),
    head('PATCH /hooks/open'),
    head('GET /api/events'),
    head('OPTIONS rtsp://x').replace('HTTP/1.1', 'RTSP/1.0'),
    `${post('signed', ['content-length: 2'])}{}`,
    post('signed', ['content-length: 0', 'expect: miracles']),
    'GET / HTTP/1.1\r\n\r\n',
  ]);
  return request.repeat(Math.ceil(budget / request.length));
}

/** A request with this many names in its query. Its body never arrives, so it stays open as long as possible. */
export function longQuery(names: number): string {
  const query = Array.from({ length: names }, (_, at) => at.toString(36)).join('&');
  return head(`POST /hooks/open?${query}`, ['content-length: 9']);
}

/** A request with this many headers, whose body never arrives. Node accepts some 900 of them, and refuses more. */
export function manyHeaders(names: number): string {
  return post('open', [
    ...Array.from({ length: names }, (_, at) => `${at.toString(36)}:`),
    'content-length: 9',
  ]);
}

/** Returns an endless body of chunks of one byte each. */
export function oneByteChunks(chunks: number): string {
  return post('open', ['transfer-encoding: chunked']) + '1\r\nx\r\n'.repeat(chunks);
}

/** Pipelined requests for the slowest response that everybody may request. */
export function pipelinedMetrics(requests: number): string {
  return head('GET /metrics').repeat(requests);
}

/** Returns one flood with a limited number of bytes on all its connections together. */
export function floodOf(chance: Chance, mostBytes = 6_000_000): Flood {
  const connections = chance.pick([1, 1, 8, 64, 300]);
  const budget = Math.ceil((mostBytes * (1 + chance.int(10))) / 10 / connections);
  const [kind, text] = chance.pick([
    () => ['small chunks', smallChunks(chance, budget)] as const,
    () => ['a pipeline', pipeline(chance, budget)] as const,
    () => ['a long query', longQuery(100 + chance.int(3_000))] as const,
    () => ['many headers', manyHeaders(100 + chance.int(1_200))] as const,
  ])();
  return { kind, connections, bytes: Buffer.from(text) };
}

/** A flood in progress. */
export interface OpenFlood {
  /** The number of responses by status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Whether the other side has accepted all that it will accept: each connection is closed, or has sent everything. */
  isTaken(): boolean;
  /** Closes the open connections. */
  end(): void;
}

/** Opens the connections of a flood, and sends all its bytes at once. Every connection stays open until the end. */
export function openFlood(port: number, { connections, bytes }: Flood): OpenFlood {
  const answers: Record<string, number> = {};
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1').on('error', () => {});
    socket.on('data', (text: string) => {
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3})/g))
        answers[status] = (answers[status] ?? 0) + 1;
    });
    socket.write(bytes);
    return socket;
  });
  return {
    answers,
    isTaken: () => sockets.every(each => each.destroyed || each.writableLength === 0),
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
