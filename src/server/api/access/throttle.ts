/** What came of a try: `turned-away` was not looked at, since too many of its address wait already. */
export type TryResult = 'right' | 'wrong' | 'turned-away';

/** Told after each try that was not right: how many of its address there were in a row, this one included. */
export type TellTry = (address: string, tries: number) => void;

/** Looks at the tries of those who may be guessing, at a pace that makes guessing useless. */
export interface Tries {
  /**
   * Has a try of an address looked at when its turn comes. `gone` is given what frees the place of one who goes away
   * before.
   */
  look(address: string, isRight: () => boolean, gone: (leave: () => void) => void): Promise<TryResult>;
  /** Lets nobody wait any more. */
  end(): void;
}

/** The pace. Tests have one of their own. */
export interface Pace {
  /** So many wrong ones of an address are looked at as they come. */
  readonly atOnce: number;
  /** After those, one in each of these times. */
  readonly everyMs: number;
  /** So many of an address wait for their turn, so that who knows the secret is not kept waiting for long. */
  readonly waiting: number;
  readonly waitingInAll: number;
  /** So many addresses are remembered, those that failed last. */
  readonly addresses: number;
  /** After so much time without a try an address is forgotten. */
  readonly forgetMs: number;
}

/** Five tries a second: a token of 16 characters is never found, and 32 who wait are heard within 7 seconds. */
export const usualPace: Pace = {
  atOnce: 10,
  everyMs: 200,
  waiting: 32,
  waitingInAll: 128,
  addresses: 1_000,
  forgetMs: 600_000,
};

/** One that waits: has it looked at, or leave. It does either only once. */
type Waiting = (wish: 'look' | 'leave') => TryResult;

interface Guesser {
  /** How many wrong ones may still be looked at as they come. */
  credit: number;
  tries: number;
  quietMs: number;
  readonly queue: Set<Waiting>;
}

/**
 * A right try costs nothing and is looked at in its turn like any other: it would be no secret otherwise. Only an
 * address that failed has turns; the others are not even remembered. It goes by timers alone, so no clock can jump.
 */
export function paceTries(tell: TellTry, pace: Pace = usualPace): Tries {
  const guessers = new Map<string, Guesser>();
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;

  function failed(address: string): void {
    const known = guessers.get(address);
    const guesser = known ?? { credit: pace.atOnce, tries: 0, quietMs: 0, queue: new Set() };
    guesser.credit = Math.max(0, guesser.credit - 1);
    count(address, guesser);
    // The last to fail is the last to be forgotten.
    guessers.delete(address);
    guessers.set(address, guesser);
    if (guessers.size > pace.addresses) forgetOne();
    timer ??= setInterval(turn, pace.everyMs).unref();
  }

  function count(address: string, guesser: Guesser): void {
    guesser.tries += 1;
    guesser.quietMs = 0;
    tell(address, guesser.tries);
  }

  function forgetOne(): void {
    for (const [address, { queue }] of guessers)
      if (queue.size === 0) {
        guessers.delete(address);
        return;
      }
  }

  function turn(): void {
    for (const [address, guesser] of [...guessers]) {
      if (guesser.queue.size === 0) rest(address, guesser);
      else for (const next of guesser.queue) if (next('look') === 'wrong') break;
    }
    if (guessers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function rest(address: string, guesser: Guesser): void {
    guesser.credit = Math.min(pace.atOnce, guesser.credit + 1);
    guesser.quietMs += pace.everyMs;
    if (guesser.quietMs >= pace.forgetMs) guessers.delete(address);
  }

  return {
    async look(address, isRight, gone) {
      const judge = (): TryResult => {
        if (isRight()) return 'right';
        failed(address);
        return 'wrong';
      };
      const guesser = guessers.get(address);
      if (!guesser || (guesser.credit > 0 && guesser.queue.size === 0)) return judge();
      if (guesser.queue.size >= pace.waiting || waiting >= pace.waitingInAll) {
        count(address, guesser);
        return 'turned-away';
      }
      const { promise, resolve, reject } = Promise.withResolvers<TryResult>();
      const next: Waiting = wish => {
        if (!guesser.queue.delete(next)) return 'turned-away';
        waiting -= 1;
        try {
          const result = wish === 'look' ? judge() : 'turned-away';
          resolve(result);
          return result;
        } catch (error) {
          // It is a fault of the one request whose turn it is, not of the timer that calls.
          reject(error);
          return 'wrong';
        }
      };
      guesser.queue.add(next);
      waiting += 1;
      gone(() => next('leave'));
      return promise;
    },
    end() {
      clearInterval(timer);
      timer = undefined;
      for (const { queue } of guessers.values()) for (const each of queue) each('leave');
    },
  };
}
