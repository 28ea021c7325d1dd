import { createHmac, randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { startDestination, type Truth } from './destination.ts';
import { freePort, type Running, startProgram } from './program.ts';

const kills = Number(process.env.KILLS ?? 60);
const people = 8;
const secret = 'a-secret-of-the-kill-test';
const admin = 'the-admin-token-of-the-kill-test';

const config = (port: number, url: string) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
destinations:
  salon:
    baseUrl: ${url}
    token: some-token-of-the-test
    limits: {concurrency: 16, perSecond: 100000}
    retry: {first: 50ms}
sources:
  crm:
    verify: {type: hmac, secret: ${secret}, signature: {name: X-Signature}}
    eventId: id
admin: {token: ${admin}}
log: {level: warn}
`;

const update = `
source: crm
destination: salon
when: kind = "update"
operation: updateCustomer
set: {id: customer, note: note}
`;

const booking = `
source: crm
destination: salon
when: kind = "booking"
operation: persistCustomerData
set:
  appointmentId: appointment
  appointmentParticipantId: participant
  privacy: {value: true, because: test}
  terms: {value: true, because: test}
  minAge: {value: true, because: test}
`;

/** Sends events until told to stop, each again and again until it is answered, as senders do. */
class Sender {
  readonly answered: { id: string; event: string }[] = [];
  readonly person: number;
  readonly port: number;
  readonly agent = new Agent({ connections: 2 });
  #count = 0;

  constructor(person: number, port: number) {
    this.person = person;
    this.port = port;
  }

  async run(stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      this.#count += 1;
      await this.#sendUntilAnswered(this.#next());
    }
    await this.agent.close();
  }

  #next(): Record<string, unknown> {
    const id = `${this.person}-${this.#count}`;
    if (this.#count % 4 === 0)
      return { id, kind: 'booking', appointment: `apt-${id}`, participant: `par-${id}` };
    return { id, kind: 'update', customer: 1000 + this.person, note: String(this.#count) };
  }

  async #sendUntilAnswered(event: Record<string, unknown>): Promise<void> {
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    for (;;) {
      try {
        const reply = await request(`http://127.0.0.1:${this.port}/hooks/crm`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-signature': signature },
          body,
          dispatcher: this.agent,
        });
        const answer = (await reply.body.json()) as { id: string };
        if (reply.statusCode === 200) {
          this.answered.push({ id: answer.id, event: String(event.id) });
          return;
        }
      } catch {
        // The bridge was killed before it answered: the sender tries again.
      }
      await new Promise(done => setTimeout(done, 10));
    }
  }
}

interface Seen {
  readonly id: string;
  readonly status: string;
}

async function eventsOf(port: number): Promise<Seen[]> {
  const events: Seen[] = [];
  let cursor = '';
  do {
    const reply = await request(
      `http://127.0.0.1:${port}/api/events?limit=200${cursor && `&cursor=${cursor}`}`,
      {
        headers: { authorization: `Bearer ${admin}` },
      },
    );
    const page = (await reply.body.json()) as { events: Seen[]; next?: string };
    events.push(...page.events);
    cursor = page.next ? encodeURIComponent(page.next) : '';
  } while (cursor !== '');
  return events;
}

async function untilQuiet(port: number): Promise<Seen[]> {
  for (let tries = 0; tries < 300; tries += 1) {
    const events = await eventsOf(port);
    if (!events.some(event => event.status === 'queued')) return events;
    await new Promise(done => setTimeout(done, 100));
  }
  return eventsOf(port);
}

describe('killed again and again under load', () => {
  let folder = '';
  let truth: Truth | undefined;
  let running: Running | undefined;

  afterEach(async () => {
    await running?.end('SIGKILL');
    await truth?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(`loses nothing, keeps the order and books nothing twice in ${kills} kills`, {
    timeout: 300_000,
  }, async () => {
    folder = mkdtempSync(join(tmpdir(), 'fieldbridge-kill-'));
    truth = await startDestination({ delayMs: () => randomInt(0, 12) });
    const port = await freePort();
    mkdirSync(join(folder, 'mappings'));
    writeFileSync(join(folder, 'mappings/update.yaml'), update);
    writeFileSync(join(folder, 'mappings/booking.yaml'), booking);
    writeFileSync(join(folder, 'config.yaml'), config(port, truth.url));
    const start = () => startProgram({ config: join(folder, 'config.yaml'), port });

    let stopped = false;
    const senders = Array.from({ length: people }, (_, person) => new Sender(person, port));
    running = await start();
    const sending = Promise.all(senders.map(sender => sender.run(() => stopped)));
    for (let kill = 0; kill < kills; kill += 1) {
      await new Promise(done => setTimeout(done, randomInt(20, 300)));
      await running.end('SIGKILL');
      running = await start();
    }
    stopped = true;
    await sending;
    const events = await untilQuiet(port);

    const answered = senders.flatMap(sender => sender.answered);
    const status = new Map(events.map(event => [event.id, event.status]));
    const lost = answered.filter(({ id }) => !['delivered', 'uncertain'].includes(status.get(id) ?? 'lost'));
    const doubled = [...truth.bookings].filter(([, times]) => times > 1);
    const outOfOrder = [...truth.notes].filter(([, notes]) => !isInOrder(notes.map(Number)));
    const falselyDelivered = senders.flatMap(sender =>
      sender.answered.filter(
        ({ id, event }) => status.get(id) === 'delivered' && !applied(event, truth as Truth),
      ),
    );
    const uncertain = events.filter(event => event.status === 'uncertain').length;
    console.log(
      `${kills} kills: ${answered.length} answered, ${uncertain} uncertain, ${truth.bookings.size} bookings received`,
    );
    expect({ lost, doubled, outOfOrder, falselyDelivered }).toEqual({
      lost: [],
      doubled: [],
      outOfOrder: [],
      falselyDelivered: [],
    });
    expect(answered.length).toBeGreaterThan(kills * 10);
    expect(events.length).toBe(new Set(answered.map(({ id }) => id)).size);
  });
});

/** A repeat of the last value is harmless and allowed; an older value after a newer one is not. */
function isInOrder(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));
}

function applied(event: string, truth: Truth): boolean {
  const [person, count] = event.split('-');
  if (Number(count) % 4 === 0) return truth.bookings.get(`apt-${event}`) === 1;
  return truth.notes.get(String(1000 + Number(person)))?.includes(String(count)) ?? false;
}
