import { connect } from 'node:net';
import type { Chance } from '../chance.ts';

/** What a stranger sends that is small on the wire, and much to whoever makes objects of it. */
export interface Flood {
  readonly kind: string;
  /** How many connections bring it at the same time. */
  readonly connections: number;
  readonly bytes: Buffer;
}

/** What came of a flood. */
export interface Flooded {
  /** How many answers there were, by status. */
  readonly answers: Readonly<Record<string, number>>;
  /** How many connections the other side closed. */
  readonly closed: number;
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

/** Requests, one behind the other, that nobody waits for the answers of. */
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

/** A head with as many names as it may have, of a request whose body never comes. */
function longHead(chance: Chance): string {
  const names = Array.from({ length: 100 + chance.int(3_000) }, (_, at) => at.toString(36));
  if (chance.maybe(0.5)) return head(`POST /hooks/open?${names.join('&')}`, ['content-length: 9']);
  return post('open', [...names.map(name => `${name}:`), 'content-length: 9']);
}

/** One flood, of at most so many bytes on all its connections together. */
export function floodOf(chance: Chance, mostBytes = 6_000_000): Flood {
  const connections = chance.pick([1, 1, 8, 64, 300]);
  const budget = Math.ceil((mostBytes * (1 + chance.int(10))) / 10 / connections);
  const [kind, text] = chance.pick([
    () => ['small chunks', smallChunks(chance, budget)] as const,
    () => ['a pipeline', pipeline(chance, budget)] as const,
    () => ['long heads', longHead(chance)] as const,
  ])();
  return { kind, connections, bytes: Buffer.from(text) };
}

/** Sends a flood, and waits until it is sent and nothing more comes of it for a while, or until so many ms are over. */
export async function sendFlood(port: number, flood: Flood, mostMs: number): Promise<Flooded> {
  const answers: Record<string, number> = {};
  let closed = 0;
  let cameAt = performance.now();
  const sockets = Array.from({ length: flood.connections }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1').on('error', () => {});
    socket.on('data', (text: string) => {
      cameAt = performance.now();
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3})/g))
        answers[status] = (answers[status] ?? 0) + 1;
    });
    socket.on('close', () => {
      closed += 1;
    });
    socket.write(flood.bytes);
    return socket;
  });
  const isSent = () => sockets.every(each => each.destroyed || each.writableLength === 0);
  const until = performance.now() + mostMs;
  while (performance.now() < until && closed < sockets.length) {
    await new Promise(done => setTimeout(done, 20));
    if (isSent() && performance.now() - cameAt > 200) break;
  }
  const result = { answers, closed };
  for (const socket of sockets) socket.destroy();
  return result;
}
