import { createHmac, hash } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Chance } from './chance.ts';
import { adminToken, signingSecret } from './config-text.ts';
import { pause, type Work } from './ground.ts';
import type { Scoreboard } from './scoreboard.ts';

/** An accepted event as its sender knows it. */
export interface Sent {
  /**
   * The sender's own id, which the bridge puts into its call: the number of the sender, and the event's place in the
   * order of the sender's responses, as in `3-17`.
   */
  readonly event: string;
  readonly customer: string;
  /** The business key of a booking; undefined for an update. */
  readonly booking: string | undefined;
  /** True if another event has the same booking. */
  readonly twin: boolean;
  /** The ids in the responses; more than one means that it was accepted as two events. */
  readonly ids: Set<string>;
}

/** One sender: it sends the events of one customer one after another, each repeatedly until it is accepted. */
export interface Sender {
  readonly customer: string;
  readonly sent: readonly Sent[];
  /** Sends until it is told to finish; resolves when the last event is accepted. */
  run(work: () => Work): Promise<void>;
  /** Breaks its connections; it will retry. */
  cut(): void;
}

export interface SenderOptions {
  /** The port of the next attempt. */
  readonly port: () => number;
  readonly number: number;
  /** Further keys of each of its events. */
  readonly more?: Readonly<Record<string, string>>;
  readonly chance: Chance;
  /** Whether so many calls are waiting that senders should pause. */
  readonly patient: () => boolean;
  /** The pause after each event in milliseconds. */
  readonly betweenEventsMs: number;
  /** The time limit of a response in milliseconds; default: 8 seconds. */
  readonly answerWithinMs?: number;
  readonly scoreboard: Scoreboard;
  /** Each event is first imported as a row; the webhook of the same event then returns its id. */
  readonly bringsLists?: boolean;
  /** Called for every response other than 200, with its status and text. */
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

  /**
   * Starts the import anew each time, like a command that was killed.
   * @throws Error if it is not accepted
   */
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
      // The bridge is down, or the connection broke.
      return undefined;
    }
  }

  async function sendUntilAnswered(event: Sent, body: string, work: () => Work): Promise<void> {
    while (work() !== 'leave') {
      // Sometimes the same event is sent several times at once, as by a sender with several processes.
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
        // An event that was accepted long ago may be sent again.
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
    // The value that an update sends; a person who corrects it appends the number of the correction.
    mark: event.event,
    kind,
    customer: event.customer,
    ...(booking !== undefined && { appointment: booking, participant: `par-${booking}` }),
  });
}
