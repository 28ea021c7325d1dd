import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { type BodyKind, bodyKinds } from './bodies.ts';

/**
 * A load generator in its own process: several connections, each with one request after the other, until a number
 * of responses. The requests are prepared first, so that its own work hardly counts. Prints one line of JSON.
 */
interface Load {
  readonly port: number;
  /** The kind of body; the path of its source is `/hooks/` and this name. */
  readonly kind: BodyKind;
  readonly connections: number;
  readonly requests: number;
  readonly secret: string;
  /** Makes every id unique, also among several loads. */
  readonly run: string;
  /** The number of people that the events are about. */
  readonly people: number;
}

function requestOf({ kind, run, people, secret }: Load, index: number): Buffer {
  const { contentType, write } = bodyKinds[kind];
  const body = write({ id: `${run}-${index}`, customer: 1000 + (index % people), note: `n${index}` });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const head = [
    `POST /hooks/${kind} HTTP/1.1`,
    'host: 127.0.0.1',
    `content-type: ${contentType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-signature: ${signature}`,
    '',
    '',
  ].join('\r\n');
  return Buffer.from(head + body);
}

async function run(
  load: Load,
): Promise<{ seconds: number; answered: number; good: number; p50: number; p99: number }> {
  const requests = Array.from({ length: load.requests }, (_, index) => requestOf(load, index));
  const latencies: number[] = [];
  let next = 0;
  let good = 0;
  const started = performance.now();
  await Promise.all(Array.from({ length: load.connections }, () => converse(load.port, take, note)));
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { seconds, answered: latencies.length, good, p50: at(0.5), p99: at(0.99) };

  function take(): Buffer | undefined {
    const request = requests[next];
    next += 1;
    return request;
  }

  function note(ms: number, status: number): void {
    latencies.push(ms);
    if (status === 200 || status === 202) good += 1;
  }
}

/** Uses one connection: writes a request, waits for the whole response, writes the next. */
function converse(
  port: number,
  take: () => Buffer | undefined,
  note: (ms: number, status: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentAt = 0;
    let received = '';
    const send = () => {
      const request = take();
      if (!request) return socket.end(resolve);
      sentAt = performance.now();
      return socket.write(request);
    };
    socket.once('connect', send);
    socket.once('error', reject);
    socket.on('data', chunk => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      note(performance.now() - sentAt, Number(received.slice(9, 12)));
      received = '';
      send();
    });
  });
}

console.log(JSON.stringify(await run(JSON.parse(process.argv[2] ?? '{}') as Load)));
