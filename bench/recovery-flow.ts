import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { accountFields, signedForm } from './form-webhook.ts';

type Mood = 'well' | 'away' | 'refusing the token';

/** A destination that can be made to fail. */
export interface TroubledDestination {
  readonly url: string;
  be(mood: Mood): void;
  /** The customers whose updates arrived. */
  readonly arrived: ReadonlySet<number>;
  close(): Promise<void>;
}

/** A form tool that posts at a steady rate, whatever the responses, and repeats refused webhooks. */
export interface SteadyFlow {
  /** Waits until every webhook that was due half a second ago has arrived; returns the milliseconds. */
  untilDrained(): Promise<number>;
  /** Waits until one more arrives. */
  untilOneArrives(): Promise<void>;
  end(): Promise<void>;
}

const answerAfterMs = 5;
const lookEveryMs = 20;
/** Newer webhooks may still be in flight. */
const onItsWayMs = 500;
const patienceMs = 300_000;
const postAgainMs = 500;

/**
 * Starts a destination that responds after 5 ms. Away, it closes connections; a token is refused with 200 and a text.
 */
export async function startTroubledDestination(): Promise<TroubledDestination> {
  const arrived = new Set<number>();
  let mood: Mood = 'well';
  const server = createServer((asked, answer) => {
    if (mood === 'away') return asked.socket.destroy();
    if (mood === 'refusing the token') return answer.end('Access denied');
    const url = new URL(asked.url ?? '/', 'http://destination');
    asked.resume();
    if (url.pathname.endsWith('additionalCustomerFields')) return answer.end(JSON.stringify(accountFields));
    const id = Number(url.searchParams.get('id'));
    arrived.add(id);
    return setTimeout(() => answer.end(`{"id":${id},"changes":[]}`), answerAfterMs);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    be: next => {
      mood = next;
    },
    arrived,
    close: () =>
      new Promise(done => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Starts posting to these ports in turn, each webhook for another customer; the ports may change. */
export function startSteadyFlow(
  perSecond: number,
  ports: readonly number[],
  { arrived }: TroubledDestination,
): SteadyFlow {
  const agent = new Agent({ connections: 128 });
  const started = performance.now();
  const firstCustomer = 1_000_000;
  let posted = 0;
  let open = 0;
  let isOver = false;
  const dueBy = (now: number) => Math.max(0, Math.floor(((now - started) / 1000) * perSecond));
  const post = async (index: number) => {
    open += 1;
    for (let times = 0; !isOver; times += 1) {
      if (await isTaken(agent, ports[(index + times) % ports.length], index, firstCustomer)) break;
      await wait(postAgainMs);
    }
    open -= 1;
  };
  const tick = setInterval(() => {
    for (; posted < dueBy(performance.now()); posted += 1) void post(posted);
  }, 5);
  const untilTrue = async (what: string, isSo: () => boolean) => {
    const from = performance.now();
    while (!isSo()) {
      if (performance.now() - from > patienceMs) throw new Error(`${what}: not within ${patienceMs} ms`);
      await wait(lookEveryMs);
    }
    return performance.now() - from;
  };
  let gone = 0;
  const hasArrived = (until: number) => {
    while (gone < until && arrived.has(firstCustomer + gone)) gone += 1;
    return gone >= until;
  };
  return {
    untilDrained: () =>
      untilTrue('drained', () => hasArrived(Math.max(1, dueBy(performance.now() - onItsWayMs)))),
    async untilOneArrives() {
      const before = arrived.size;
      await untilTrue('one more arrives', () => arrived.size > before);
    },
    async end() {
      clearInterval(tick);
      isOver = true;
      await untilTrue('posted', () => open === 0);
      await agent.close();
    },
  };
}

/** Posts one webhook; `true` if it is accepted. */
async function isTaken(agent: Agent, port: number | undefined, index: number, firstCustomer: number) {
  const { body, signature } = signedForm(`recovery-${index}`, firstCustomer + index);
  try {
    const reply = await request(`http://127.0.0.1:${port}/hooks/intake`, {
      dispatcher: agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'typeform-signature': signature },
      body,
    });
    await reply.body.dump();
    return reply.statusCode === 200;
  } catch {
    // The process was killed: the webhook is repeated.
    return false;
  }
}
