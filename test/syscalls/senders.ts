import type { Reply, Scene } from './scene.ts';

/** Senders that post one event after another, each again and again until it is answered 200, as senders do. */
export interface Senders {
  /** The ids of events that were answered 200. */
  readonly answered: readonly string[];
  /** The senders' own ids of them, by those. */
  readonly sent: ReadonlyMap<string, string>;
  /** The senders' own ids of all events that were posted. */
  readonly posted: ReadonlySet<string>;
  /** How often a sender was asked to try again. */
  asked(): number;
  /** Answers that no sender may get: neither a good one nor a 503 with Retry-After. */
  readonly strange: readonly Reply[];
  /** How long each rests before each event (0: they post as fast as they can). Milliseconds. */
  rest(ms: number): void;
  /** Has them finish what they are at. */
  stop(): Promise<void>;
}

/** What the event of a number is, besides its id. */
export type Contents = (number: number) => Record<string, unknown>;

const mostlyNotes: Contents = number => ({
  kind: number % 8 === 0 ? 'booking' : 'note',
  filler: 'x'.repeat(number % 700),
});

/** Starts so many senders; where nothing else is said, every eighth event is a booking. */
export function startSenders(
  scene: Pick<Scene, 'post'>,
  count: number,
  contents: Contents = mostlyNotes,
): Senders {
  const answered: string[] = [];
  const sent = new Map<string, string>();
  const posted = new Set<string>();
  const strange: Reply[] = [];
  let asked = 0;
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
        if (reply.status === 503 && reply.retryAfter !== undefined) asked += 1;
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
    asked: () => asked,
    rest(ms) {
      restMs = ms;
    },
    async stop() {
      stopped = true;
      await sending;
    },
  };
}
