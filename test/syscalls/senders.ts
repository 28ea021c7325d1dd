import type { Reply, Scene } from './scene.ts';

/** Senders that post one event after another. Each is repeated until its response has status 200, as senders do. */
export interface Senders {
  /** The ids of events that were answered with 200. */
  readonly answered: readonly string[];
  /** The senders' own ids of these events, by the bridge's ids. */
  readonly sent: ReadonlyMap<string, string>;
  /** The senders' own ids of all posted events. */
  readonly posted: ReadonlySet<string>;
  /** How often a sender was asked to retry. */
  retries(): number;
  /** Forbidden responses: neither a success nor a 503 with Retry-After. */
  readonly strange: readonly Reply[];
  /** The pause of each sender before each event, in milliseconds (0: no pause). */
  rest(ms: number): void;
  /** Stops the senders after their current event. */
  stop(): Promise<void>;
}

/** The contents of the event with a number, apart from its id. */
export type Contents = (number: number) => Record<string, unknown>;

const mostlyNotes: Contents = number => ({
  kind: number % 8 === 0 ? 'booking' : 'note',
  filler: 'x'.repeat(number % 700),
});

/** Starts this many senders; by default every eighth event is a booking. */
export function startSenders(
  scene: Pick<Scene, 'post'>,
  count: number,
  contents: Contents = mostlyNotes,
): Senders {
  const answered: string[] = [];
  const sent = new Map<string, string>();
  const posted = new Set<string>();
  const strange: Reply[] = [];
  let retries = 0;
  let next = 0;
  let restMs = 0;
  let stopped = false;

  async function send(): Promise<void> {
    while (!stopped) {
      if (restMs > 0) await new Promise(done => setTimeout(done, restMs));
      next += 1;
      const event = { id: `sent-${next}`, ...contents(next) };
      posted.add(event.id);
      for (;;) {
        const reply = await scene.post(event);
        if (reply.status === 200) {
          answered.push(String(reply.body.id));
          sent.set(String(reply.body.id), event.id);
          break;
        }
        if (reply.status === 503 && reply.retryAfter !== undefined) retries += 1;
        else if (reply.status !== 0) strange.push(reply);
        await new Promise(done => setTimeout(done, reply.status === 0 ? 40 : 10));
      }
    }
  }

  const sending = Promise.all(Array.from({ length: count }, send));
  return {
    answered,
    sent,
    posted,
    strange,
    retries: () => retries,
    rest(ms) {
      restMs = ms;
    },
    async stop() {
      stopped = true;
      await sending;
    },
  };
}
