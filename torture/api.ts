import { request } from 'undici';
import { adminToken } from './config-text.ts';

/** The parts of an event in `/api` that the torture reads. */
export interface SeenEvent {
  readonly id: string;
  readonly source: string;
  readonly status: string;
  readonly reason?: string | null;
}

/** The same with its calls. */
export interface SeenWhole extends SeenEvent {
  readonly calls: readonly { readonly attempts: readonly { readonly outcome: string }[] }[];
}

/** The API of the bridge. Every method rejects without a response. */
export interface Api {
  events(filter: string, limit?: number): Promise<readonly SeenEvent[]>;
  event(id: string): Promise<SeenWhole>;
  /** Resolves a booking; returns the HTTP status. */
  resolve(id: string, outcome: 'booked' | 'not-booked' | 'give-up'): Promise<number>;
  /** Corrects an event; returns the HTTP status. */
  amend(id: string, patch: object): Promise<number>;
  resume(destination: string): Promise<void>;
  /** Returns the delay of the event loop in milliseconds, from the metrics; undefined without them. */
  lateMs(): Promise<number | undefined>;
}

/** The API of the bridge at a port, with a time limit for each response. Milliseconds. */
export function apiOf(port: number, answerWithinMs = 20_000): Api {
  async function ask(path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const reply = await request(`http://127.0.0.1:${port}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      headersTimeout: answerWithinMs,
    });
    return { status: reply.statusCode, body: await reply.body.json() };
  }

  return {
    async events(filter, limit = Number.POSITIVE_INFINITY) {
      const events: SeenEvent[] = [];
      let cursor = '';
      do {
        const { body } = await ask(`/events?limit=200&${filter}${cursor && `&cursor=${cursor}`}`);
        const page = body as { events: SeenEvent[]; next?: string };
        events.push(...page.events);
        cursor = page.next === undefined ? '' : encodeURIComponent(page.next);
      } while (cursor !== '' && events.length < limit);
      return events;
    },
    event: async id => (await ask(`/events/${id}`)).body as SeenWhole,
    resolve: async (id, outcome) =>
      (await ask(`/events/${id}/resolve`, { outcome, reason: 'the calendar shows it', who: 'the torture' }))
        .status,
    amend: async (id, patch) =>
      (await ask(`/events/${id}/amend`, { patch, reason: 'it was misheard', who: 'the torture' })).status,
    async resume(destination) {
      await ask(`/destinations/${destination}/resume`, {});
    },
    async lateMs() {
      const headers = { authorization: `Bearer ${adminToken}` };
      const reply = await request(`http://127.0.0.1:${port}/metrics`, { headers }).catch(() => undefined);
      const seconds = /^fieldbridge_event_loop_delay_seconds (\S+)$/m.exec(
        (await reply?.body.text()) ?? '',
      )?.[1];
      return seconds === undefined ? undefined : 1000 * Number(seconds);
    },
  };
}
