import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { TestContext } from 'vitest';
import { startDestination, type Truth } from '../destination.ts';
import { bookingMapping, updateMapping } from '../mappings.ts';
import { freePort, type Running, startProgram } from '../program.ts';

const admin = 'the-admin-token-of-the-stop-test';

/** The built program in its own folder, a destination that counts, and senders. */
export interface StopScene {
  readonly port: number;
  readonly folder: string;
  readonly config: string;
  readonly truth: Truth;
  /** The 200 responses to senders: the id of the event, by subject (`u1-7`, `b1-8`). */
  readonly answered: ReadonlyMap<string, string>;
  /** Every other response, as text. */
  readonly refused: readonly string[];
  start(env?: Record<string, string>): Promise<Running>;
  /** Lets senders post updates and bookings, with retries, until the returned function is called. */
  send(senders: number): () => Promise<void>;
  /** Posts one booking; returns the id of the event. */
  book(appointment: string): Promise<string>;
  /** Returns the statuses by id when nothing is queued any more. */
  statuses(): Promise<ReadonlyMap<string, string>>;
  api(path: string): Promise<unknown>;
}

export interface StopSceneOptions {
  readonly delayMs?: () => number;
  readonly timeout?: string;
}

const configOf = (port: number, url: string, timeout: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:data/bridge.db
destinations:
  salon:
    baseUrl: ${url}
    token: some-token-of-the-test
    limits: {concurrency: 16, perSecond: 100000, timeout: ${timeout}}
    retry: {first: 50ms}
sources: {crm: {verify: {type: none}, eventId: id}}
admin: {token: ${admin}}
`;

/** Creates a scene; everything that it started ends with the given test, because tests run in parallel. */
export async function stopScene(
  onTestFinished: TestContext['onTestFinished'],
  options: StopSceneOptions = {},
): Promise<StopScene> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-stop-'));
  const truth = await startDestination({ delayMs: options.delayMs ?? (() => randomInt(0, 60)) });
  const port = await freePort();
  const config = join(folder, 'config.yaml');
  mkdirSync(join(folder, 'mappings'));
  writeFileSync(join(folder, 'mappings/update.yaml'), updateMapping);
  writeFileSync(join(folder, 'mappings/booking.yaml'), bookingMapping);
  writeFileSync(config, configOf(port, truth.url, options.timeout ?? '30s'));
  const answered = new Map<string, string>();
  const refused: string[] = [];
  const started: Running[] = [];
  onTestFinished(async () => {
    for (const each of started) if (each.child.exitCode === null) await each.end('SIGKILL');
    await truth.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function post(event: Record<string, unknown>): Promise<string | undefined> {
    const reply = await request(`http://127.0.0.1:${port}/hooks/crm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      reset: true,
    });
    const { id } = (await reply.body.json()) as { id: string };
    if (reply.statusCode === 200) return id;
    refused.push(`${reply.statusCode} retry-after ${reply.headers['retry-after']}`);
    return undefined;
  }

  async function sendUntil(stopped: () => boolean, person: number, from: number): Promise<void> {
    for (let count = from; !stopped(); count += 1) {
      const id = `${count % 3 === 0 ? 'b' : 'u'}${person}-${count}`;
      const event =
        count % 3 === 0
          ? { id, kind: 'booking', appointment: id }
          : { id, kind: 'update', customer: 1000 + person, note: String(count) };
      for (let taken: string | undefined; taken === undefined; ) {
        taken = await post(event).catch(() => undefined);
        if (taken === undefined) await wait(20);
        else answered.set(id, taken);
      }
      // Some are in flight all the time; more would keep the processor busy, and no other place of the program.
      await wait(10);
    }
  }

  async function api(path: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${admin}` };
    return (await request(`http://127.0.0.1:${port}/api/${path}`, { headers })).body.json();
  }

  let rounds = 0;
  return {
    port,
    folder,
    config,
    truth,
    answered,
    refused,
    async start(env) {
      const running = await startProgram({ config, port, ...(env && { env }) });
      started.push(running);
      return running;
    },
    send(senders) {
      let stopped = false;
      rounds += 1;
      const sending = Promise.all(
        Array.from({ length: senders }, (_, person) => sendUntil(() => stopped, person, rounds * 100_000)),
      );
      return async () => {
        stopped = true;
        await sending;
      };
    },
    async book(appointment) {
      const id = await post({ id: appointment, kind: 'booking', appointment });
      if (id === undefined) throw new Error(`not taken: ${refused.at(-1)}`);
      return id;
    },
    async statuses() {
      for (;;) {
        const seen = new Map<string, string>();
        for (let cursor: string | undefined = ''; cursor !== undefined; ) {
          const page = (await api(
            `events?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
          )) as {
            events: { id: string; status: string }[];
            next?: string;
          };
          for (const { id, status } of page.events) seen.set(id, status);
          cursor = page.next;
        }
        if (![...seen.values()].includes('queued')) return seen;
        await wait(50);
      }
    },
    api,
  };
}

/** Returns accepted events that are not delivered, bookings received more than once, and notes out of order. */
export function faultsOf(scene: StopScene, statuses: ReadonlyMap<string, string>) {
  const at = (wanted: (status: string | undefined) => boolean) =>
    [...scene.answered].filter(([, id]) => wanted(statuses.get(id))).map(([about]) => about);
  return {
    uncertain: at(status => status === 'uncertain'),
    lost: [...scene.answered]
      .map(([about, id]) => [about, statuses.get(id)])
      .filter(([, status]) => status !== 'delivered' && status !== 'uncertain'),
    doubled: [...scene.truth.bookings].filter(([, times]) => times > 1),
    falselyDelivered: [...scene.answered].filter(
      ([about, id]) =>
        about.startsWith('b') && statuses.get(id) === 'delivered' && !scene.truth.bookings.has(about),
    ),
    outOfOrder: [...scene.truth.notes].filter(([, notes]) => !isInOrder(notes.map(Number))),
  };
}

/** Repeating the last value is harmless; an older value after a newer one is not. */
function isInOrder(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));
}
