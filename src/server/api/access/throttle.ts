/** The result of an attempt. `turned-away`: not checked, since too many of its address are waiting. */
export type AttemptResult = 'right' | 'wrong' | 'turned-away';

/** Called after each attempt that was not right, with the number of such attempts in a row from its address. */
export type OnFailedAttempt = (address: string, attempts: number) => void;

/** Limits how often an address that sent wrong secrets may try again, so that guessing is useless. */
export interface AttemptThrottle {
  /**
   * Checks an attempt when its turn comes. `gone` receives a function that frees its place if the client
   * disconnects.
   */
  attempt(address: string, isRight: () => boolean, gone: (leave: () => void) => void): Promise<AttemptResult>;
  /** Ends every wait. */
  end(): void;
}

/** The limits. Tests have their own. */
export interface ThrottleLimits {
  /** The number of wrong attempts of an address that are checked immediately. */
  readonly burst: number;
  /** The interval of further attempts. */
  readonly everyMs: number;
  /** The maximum number of waiting requests of an address: with the right secret nobody waits long. */
  readonly waiting: number;
  readonly waitingInAll: number;
  /** The number of remembered addresses; the latest to fail are kept. */
  readonly addresses: number;
  /** An address is forgotten after this time without an attempt. */
  readonly forgetMs: number;
}

/** Five attempts a second: guessing never finds a token of 16 characters, and 32 waiting attempts take 7 seconds. */
const defaultThrottleLimits: ThrottleLimits = {
  burst: 10,
  everyMs: 200,
  waiting: 32,
  waitingInAll: 128,
  addresses: 1_000,
  forgetMs: 600_000,
};

/** A waiting attempt: it is either checked or leaves, only once. */
type Waiting = (then: 'check' | 'leave') => AttemptResult;

interface Guesser {
  /** The number of wrong attempts that are still checked immediately. */
  credit: number;
  attempts: number;
  quietMs: number;
  readonly queue: Set<Waiting>;
}

/**
 * After a failed attempt, all attempts of its address wait their turn, even right ones: otherwise the wait would
 * show which are right. Other addresses do not wait and are not remembered. Only timers count, so clock jumps do
 * not matter.
 */
export function throttleAttempts(
  onFailed: OnFailedAttempt,
  limits: ThrottleLimits = defaultThrottleLimits,
): AttemptThrottle {
  const guessers = new Map<string, Guesser>();
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;

  function failed(address: string): void {
    const known = guessers.get(address);
    const guesser = known ?? { credit: limits.burst, attempts: 0, quietMs: 0, queue: new Set() };
    guesser.credit = Math.max(0, guesser.credit - 1);
    count(address, guesser);
    // Moved to the end: the address that failed last is forgotten last.
    guessers.delete(address);
    guessers.set(address, guesser);
    if (guessers.size > limits.addresses) forgetOne(guessers);
    timer ??= setInterval(nextTurn, limits.everyMs).unref();
  }

  function count(address: string, guesser: Guesser): void {
    guesser.attempts += 1;
    guesser.quietMs = 0;
    onFailed(address, guesser.attempts);
  }

  function nextTurn(): void {
    for (const [address, guesser] of [...guessers]) {
      if (guesser.queue.size === 0) rest(address, guesser);
      else for (const next of guesser.queue) if (next('check') === 'wrong') break;
    }
    if (guessers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function rest(address: string, guesser: Guesser): void {
    guesser.credit = Math.min(limits.burst, guesser.credit + 1);
    guesser.quietMs += limits.everyMs;
    if (guesser.quietMs >= limits.forgetMs) guessers.delete(address);
  }

  return {
    async attempt(address, isRight, gone) {
      const check = (): AttemptResult => {
        if (isRight()) return 'right';
        failed(address);
        return 'wrong';
      };
      const guesser = guessers.get(address);
      if (!guesser || (guesser.credit > 0 && guesser.queue.size === 0)) return check();
      if (guesser.queue.size >= limits.waiting || waiting >= limits.waitingInAll) {
        count(address, guesser);
        return 'turned-away';
      }
      const { result, end } = enqueue(guesser.queue, check, () => {
        waiting -= 1;
      });
      waiting += 1;
      gone(() => end('leave'));
      return result;
    },
    end() {
      clearInterval(timer);
      timer = undefined;
      for (const { queue } of guessers.values()) for (const each of queue) each('leave');
    },
  };
}

/** Forgets the address that failed longest ago among those without waiting attempts. */
function forgetOne(guessers: Map<string, Guesser>): void {
  for (const [address, { queue }] of guessers)
    if (queue.size === 0) {
      guessers.delete(address);
      return;
    }
}

/** Puts an attempt into a queue; `ended` is called before it is checked or leaves. */
function enqueue(
  queue: Set<Waiting>,
  check: () => AttemptResult,
  ended: () => void,
): { readonly result: Promise<AttemptResult>; readonly end: Waiting } {
  const { promise, resolve, reject } = Promise.withResolvers<AttemptResult>();
  const end: Waiting = then => {
    if (!queue.delete(end)) return 'turned-away';
    ended();
    try {
      const result = then === 'check' ? check() : 'turned-away';
      resolve(result);
      return result;
    } catch (error) {
      // The error belongs to the one request whose turn it is, not to the calling timer.
      reject(error);
      return 'wrong';
    }
  };
  queue.add(end);
  return { result: promise, end };
}
