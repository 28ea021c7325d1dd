import { createHmac, hash } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Chance } from './chance.ts';
import { adminToken, signingSecret } from './config-text.ts';
import { pause, type Work } from './ground.ts';
import type { Scoreboard } from './scoreboard.ts';

/** An event as its sender knows it, once it was answered 2xx. */
export interface Sent {
  /**
   * The sender's own id of it, which the bridge puts into its call: the number of the sender, and the event's place in
   * the order in which the sender was answered, as in `3-17`.
   */
  readonly event: string;
  readonly customer: string;
  /** The business key of a booking; undefined for an update. */
  readonly booking: string | undefined;
  /** It brings a booking that another event brings too. */
  readonly twin: boolean;
  /** The ids that answers named; more than one means that it was taken for two events. */
  readonly ids: Set<string>;
}

/** One sender: the events of one customer, one after another, each again and again until it is answered. */
export interface Sender {
  readonly customer: string;
  readonly sent: readonly Sent[];
  /** Sends until it is told to finish; resolves when the last event is answered. */
  run(work: () => Work): Promise<void>;
  /** Breaks its connections; it will try again. */
  cut(): void;
}

export interface SenderOptions {
  /** Where the next try goes. */
  readonly port: () => number;
  readonly number: number;
  /** What each of its events has besides. */
  readonly more?: Readonly<Record<string, string>>;
  readonly chance: Chance;
  /** Whether so much waits to be delivered that senders should be patient. */
  readonly patient: () => boolean;
  /** How long it waits after each event. Milliseconds. */
  readonly betweenEventsMs: number;
  /** It waits so long for an answer; 8 seconds where it is left out. Milliseconds. */
  readonly answerWithinMs?: number;
  readonly scoreboard: Scoreboard;
  /** Each event is first brought in as the row of a list; the webhook of the same event then says which one it became. */
  readonly bringsLists?: boolean;
  /** Hears of every answer that is not 200: its status and what it says. */
  readonly refused?: (status: number, words: string) => void;
}

const tryAgainAfterMs = 40;
const usualAnswerMs = 8_000;

/** Makes a sender that has sent nothing yet. */
export function createSender(options: SenderOptions): Sender {
  const { port, number, chance, patient, scoreboard, answerWithinMs = usualAnswerMs } = options;
  const customer = String(1000 + number);
  const sent: Sent[] = [];
  let agent = new Agent({ connections: 3 });

  /** A new event: mostly bookings, half of them in the order of this customer. */
  function next(): { sent: Sent; body: string } {
    const place = sent.length + 1;
    const event = `${number}-${place}`;
    const common = { event, customer, ids: new Set<string>() };
    if (chance.maybe(0.35))
      return { sent: { ...common, booking: undefined, twin: false }, body: text(common, 'update', options) };
    const earlier = chance.maybe(0.03) ? sent.slice(-20).findLast(each => each.booking) : undefined;
    const booking = earlier?.booking ?? `apt-${event}`;
    const kind = Number(booking.split('-')[2]) % 2 === 0 ? 'booking' : 'own booking';
    return {
      sent: { ...common, booking, twin: earlier !== undefined },
      body: text(common, kind, options, booking),
    };
  }

  const within = { headersTimeout: answerWithinMs, bodyTimeout: answerWithinMs };

  async function ask(path: string, asked: object): Promise<unknown> {
    const reply = await request(`http://127.0.0.1:${port()}/api/imports${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body: JSON.stringify(asked),
      dispatcher: agent,
      ...within,
    });
    const answer = await reply.body.json();
    if (reply.statusCode === 200) return answer;
    options.refused?.(reply.statusCode, JSON.stringify(answer));
    throw new Error(`the list was answered with ${reply.statusCode}`);
  }

  /** Begins the list anew each time, as a command that was killed does. @throws Error where it is not taken */
  async function bringIn(body: string): Promise<void> {
    const list = {
      source: 'crm',
      file: 'list.ndjson',
      digest: hash('sha256', `list ${number}`),
      rows: 1_000,
    };
    const { id } = (await ask('', list)) as { id: string };
    await ask(`/${id}/rows`, { rows: [{ row: sent.length + 1, body }] });
    scoreboard.count('rows of lists');
  }

  async function post(body: string): Promise<string | undefined> {
    const signature = createHmac('sha256', signingSecret).update(body).digest('hex');
    try {
      if (options.bringsLists) await bringIn(body);
      const reply = await request(`http://127.0.0.1:${port()}/hooks/crm`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-signature': signature },
        body,
        dispatcher: agent,
        ...within,
      });
      const answer = (await reply.body.json()) as { id: string };
      if (reply.statusCode === 200) return answer.id;
      options.refused?.(reply.statusCode, JSON.stringify(answer));
      return undefined;
    } catch {
      // The bridge is away, or the connection is.
      return undefined;
    }
  }

  async function sendUntilAnswered(event: Sent, body: string, work: () => Work): Promise<void> {
    while (work() !== 'leave') {
      // Now and then the same event comes at the same time again, as from senders in several processes.
      const copies = chance.maybe(0.02) ? 4 : 1;
      const ids = await Promise.all(Array.from({ length: copies }, () => post(body)));
      for (const id of ids) if (id !== undefined) event.ids.add(id);
      if (event.ids.size > 0) return;
      await new Promise(done => setTimeout(done, tryAgainAfterMs));
    }
  }

  const bodies: string[] = [];
  return {
    customer,
    sent,
    async run(work) {
      while (work() === 'go on') {
        while (patient() && work() === 'go on') await new Promise(done => setTimeout(done, 20));
        const { sent: event, body } = next();
        await sendUntilAnswered(event, body, work);
        if (event.ids.size === 0) break;
        sent.push(event);
        scoreboard.count('answered');
        bodies.push(body);
        // What was answered long ago may come again.
        const old = sent.length - 1 - chance.int(40);
        const again = chance.maybe(0.03) ? sent[old] : undefined;
        const id = again && (await post(bodies[old] ?? ''));
        if (id) again.ids.add(id);
        if (options.betweenEventsMs > 0) await pause(options.betweenEventsMs);
      }
      await agent.destroy();
    },
    cut() {
      const old = agent;
      agent = new Agent({ connections: 3 });
      void old.destroy();
    },
  };
}

function text(
  event: Pick<Sent, 'event' | 'customer'>,
  kind: string,
  { more }: Pick<SenderOptions, 'more'>,
  booking?: string,
): string {
  return JSON.stringify({
    ...more,
    id: event.event,
    // What an update sends: a person who corrects it puts the number of the correction behind it.
    mark: event.event,
    kind,
    customer: event.customer,
    ...(booking !== undefined && { appointment: booking, participant: `par-${booking}` }),
  });
}
