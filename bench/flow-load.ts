import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { accountFields, formWebhook } from './form-webhook.ts';

/**
 * The world of the flow's benchmark in a process of its own: a form tool that posts webhooks, and the destination that
 * they become calls to, which answers after 5 ms. Both ends are here, so that one clock sees both. What is to be done
 * comes as a message (`LoadWish`), and what came of it goes back as one (`LoadFound`).
 */
export type LoadWish =
  /** At a steady rate, whatever becomes of them: `rate` a second, for so many seconds. */
  | { readonly do: 'steady'; readonly port: number; readonly rate: number; readonly seconds: number }
  /** On so many connections to these ports, on each the next as soon as the one before is answered. */
  | {
      readonly do: 'crowd';
      readonly ports: readonly number[];
      readonly connections: number;
      readonly count: number;
      /** The destinations that the webhooks are for in turn; left out: the only one. */
      readonly places?: readonly string[];
    }
  /** Waits until so many of the last load have arrived. */
  | { readonly do: 'wait'; readonly arrived: number };

/** Times are milliseconds; of what has not arrived after half a minute, they are endless. */
export interface LoadFound {
  readonly seconds: number;
  readonly accepted: number;
  readonly refused: number;
  /** From the moment a webhook was due until its call was at the destination. */
  readonly arrival: Percentiles;
  /** From the moment a webhook was due until it was answered. */
  readonly answer: Percentiles;
  /** How many calls had arrived when the last webhook was answered. */
  readonly arrivedMeanwhile: number;
}

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

const answerAfterMs = 5;
/** Of a steady load this is not counted: connections open, and code gets warm. */
const beginningSeconds = 2;
const patienceMs = 30_000;
const mostConnections = 128;

/** Each load has people of its own, numbered from here. */
let firstPerson = 1_000_000;
let arrivedAt = new Float64Array(0);
let arrived = 0;

const destination = createServer((request, response) => {
  const url = request.url ?? '';
  if (url.includes('additionalCustomerFields')) return response.end(JSON.stringify(accountFields));
  const id = Number(/[?&]id=(\d+)/.exec(url)?.[1]);
  const index = id - firstPerson;
  if (arrivedAt[index] === 0) {
    arrivedAt[index] = performance.now();
    arrived += 1;
  }
  request.resume();
  return setTimeout(() => {
    response.setHeader('content-type', 'application/json');
    response.end(`{"id":${id},"changes":[]}`);
  }, answerAfterMs);
});
destination.keepAliveTimeout = 120_000;
destination.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(destination.address() as AddressInfo).port}` });
});

process.on('message', async (wish: LoadWish) => {
  process.send?.(await doIt(wish));
});

async function doIt(wish: LoadWish): Promise<LoadFound | { readonly waitedMs: number }> {
  if (wish.do === 'wait') {
    const from = performance.now();
    while (arrived < wish.arrived) await wait(5);
    return { waitedMs: performance.now() - from };
  }
  const count = wish.do === 'steady' ? wish.rate * wish.seconds : wish.count;
  firstPerson += arrivedAt.length;
  arrivedAt = new Float64Array(count);
  arrived = 0;
  const run = `${process.pid}-${firstPerson}`;
  const places = wish.do === 'crowd' ? (wish.places ?? []) : [];
  const requests = Array.from({ length: count }, (_, index) =>
    formWebhook(`${run}-${index}`, firstPerson + index, places[index % places.length]),
  );
  return wish.do === 'steady' ? steady(wish, requests) : crowd(wish, requests);
}

/** An open loop: what is due is sent, whether the ones before are answered or not. */
async function steady(
  { port, rate, seconds }: { readonly port: number; readonly rate: number; readonly seconds: number },
  requests: readonly Buffer[],
): Promise<LoadFound> {
  const idle: Connection[] = [];
  const due: number[] = [];
  const answeredAt = new Float64Array(requests.length);
  let open = 0;
  let answered = 0;
  let refused = 0;
  let next = 0;
  const started = performance.now() + 50;
  const dueAt = (index: number) => started + (index / rate) * 1000;
  const done = (connection: Connection, index: number, status: number) => {
    answeredAt[index] = performance.now();
    answered += 1;
    if (status !== 200) refused += 1;
    const waiting = due.shift();
    if (waiting === undefined) idle.push(connection);
    else connection.send(waiting, requests[waiting]);
  };
  const opened = () => {
    open += 1;
    return openConnection(port, done);
  };
  const tick = setInterval(() => {
    for (; next < requests.length && dueAt(next) <= performance.now(); next += 1) {
      const connection = idle.pop() ?? (open < mostConnections ? opened() : undefined);
      if (connection) connection.send(next, requests[next]);
      else due.push(next);
    }
  }, 1);
  while (answered < requests.length && performance.now() < started + seconds * 1000 + patienceMs)
    await wait(5);
  const arrivedMeanwhile = arrived;
  const endedAt = performance.now();
  while (arrived < requests.length - refused && performance.now() < endedAt + patienceMs) await wait(5);
  clearInterval(tick);
  for (const connection of idle) connection.close();
  const counted = requests.flatMap((_, index) => (index >= beginningSeconds * rate ? [index] : []));
  return {
    seconds: (endedAt - started) / 1000,
    accepted: answered - refused,
    refused: refused + requests.length - answered,
    arrival: percentiles(counted.map(index => since(dueAt(index), arrivedAt[index]))),
    answer: percentiles(counted.map(index => since(dueAt(index), answeredAt[index]))),
    arrivedMeanwhile,
  };
}

/** A closed loop: each connection sends the next as soon as the one before is answered. */
async function crowd(
  { ports, connections }: { readonly ports: readonly number[]; readonly connections: number },
  requests: readonly Buffer[],
): Promise<LoadFound> {
  const sentAt = new Float64Array(requests.length);
  const took: number[] = [];
  let next = 0;
  let refused = 0;
  const started = performance.now();
  const send = (connection: Connection) => {
    const index = next;
    next += 1;
    sentAt[index] = performance.now();
    connection.send(index, requests[index]);
  };
  const all = Array.from({ length: connections }, (_, number) =>
    openConnection(ports[number % ports.length] ?? 0, (connection, index, status) => {
      took.push(performance.now() - (sentAt[index] ?? 0));
      if (status !== 200) refused += 1;
      if (next < requests.length) send(connection);
    }),
  );
  for (const connection of all) send(connection);
  while (took.length < requests.length) await wait(2);
  const seconds = (performance.now() - started) / 1000;
  const arrivedMeanwhile = arrived;
  for (const connection of all) connection.close();
  return {
    seconds,
    accepted: requests.length - refused,
    refused,
    arrival: { p50: Number.NaN, p99: Number.NaN },
    answer: percentiles(took),
    arrivedMeanwhile,
  };
}

interface Connection {
  send(index: number, request: Buffer | undefined): void;
  close(): void;
}

/** One request at a time: `done` is told when it is answered whole. */
function openConnection(
  port: number,
  done: (connection: Connection, index: number, status: number) => void,
): Connection {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let current = -1;
  let received = '';
  const connection: Connection = {
    send(index, request) {
      current = index;
      if (request) socket.write(request);
    },
    close: () => socket.destroy(),
  };
  socket.on('error', error => {
    throw error;
  });
  socket.on('data', chunk => {
    received += chunk.toString('latin1');
    const end = received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (received.length < end + 4 + length) return;
    const status = Number(received.slice(9, 12));
    received = '';
    done(connection, current, status);
  });
  return connection;
}

function since(from: number, to: number | undefined): number {
  return to === undefined || to === 0 ? Number.POSITIVE_INFINITY : to - from;
}

function percentiles(times: readonly number[]): Percentiles {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
