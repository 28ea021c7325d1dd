import type { Reply, Scene } from './scene.ts';

/** Senders that post one event after another, each again and again until it is answered 200, as senders do. */
export interface Senders {
  /** The ids of events that were answered 200. */
  readonly answered: readonly string[];
  /** How often a sender was asked to try again. */
  asked(): number;
  /** Answers that no sender may get: neither a good one nor a 503 with Retry-After. */
  readonly strange: readonly Reply[];
  /** Has them post now and then only, or as fast as they can. */
  pace(pace: 'calm' | 'busy'): void;
  /** Has them finish what they are at. */
  stop(): Promise<void>;
}

/** Starts so many senders; every eighth event is a booking. */
export function startSenders(scene: Pick<Scene, 'post'>, count: number): Senders {
  const answered: string[] = [];
  const strange: Reply[] = [];
  let asked = 0;
  let next = 0;
  let restMs = 0;
  let stopped = false;

  async function send(): Promise<void> {
    while (!stopped) {
      if (restMs > 0) await new Promise(done => setTimeout(done, restMs));
      next += 1;
      const event = {
        id: `sent-${next}`,
        kind: next % 8 === 0 ? 'booking' : 'note',
        filler: 'x'.repeat(next % 700),
      };
      for (;;) {
        const reply = await scene.post(event);
        if (reply.status === 200) {
          answered.push(String(reply.body.id));
          break;
        }
        if (reply.status === 503 && reply.retryAfter !== undefined) asked += 1;
        else if (reply.status !== 0) strange.push(reply);
        await new Promise(done => setTimeout(done, 10));
      }
    }
  }

  const sending = Promise.all(Array.from({ length: count }, send));
  return {
    answered,
    strange,
    asked: () => asked,
    pace(pace) {
      restMs = pace === 'calm' ? 300 : 0;
    },
    async stop() {
      stopped = true;
      await sending;
    },
  };
}
