import type { Time } from '../../src/deliver/time/time.ts';

/** A clock that moves only on request, so that a week passes in a moment and every run is the same. */
export interface VirtualTime extends Time {
  /** Moves the wall clock forward or back, but not the monotonic clock. */
  jump(ms: number): void;
  /** Lets time pass up to this monotonic time; timers due on the way run one after another. */
  runUntil(monotonic: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  run: (() => void) | undefined;
}

/** In one second. Code that checks every millisecond for work needs as many. */
const mostSteps = 900;

const begins = Date.UTC(2026, 2, 2, 8);

/** Makes a clock that stands at 0. `stillness` resolves when no more work happens at this moment. */
export function createVirtualTime(stillness: () => Promise<void>): VirtualTime {
  const timers: Timer[] = [];
  let elapsed = 0;
  let offset = 0;
  let made = 0;

  function earliest(until: number): Timer | undefined {
    while (timers.length > 0) {
      const [first] = timers;
      if (!first || first.at > until) return undefined;
      remove(timers);
      if (first.run) return first;
    }
    return undefined;
  }

  return {
    now: () => Math.floor(begins + elapsed + offset),
    monotonic: () => elapsed,
    after(ms, run) {
      const timer: Timer = { at: elapsed + Math.max(0, ms), order: made, run };
      made += 1;
      insert(timers, timer);
      return () => {
        timer.run = undefined;
      };
    },
    jump(ms) {
      offset += ms;
    },
    async runUntil(monotonic) {
      await stillness();
      let steps = 0;
      let since = elapsed;
      for (let next = earliest(monotonic); next; next = earliest(monotonic)) {
        elapsed = Math.max(elapsed, next.at);
        steps = elapsed > since + 1000 ? 0 : steps + 1;
        if (steps === 0) since = elapsed;
        if (steps > mostSteps) throw new Error('a storm: so many timers in a second are no work');
        next.run?.();
        await stillness();
      }
      elapsed = Math.max(elapsed, monotonic);
    },
  };
}

function isBefore(one: Timer | undefined, other: Timer | undefined): boolean {
  if (!one || !other) return false;
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

/** The timers form a heap with the earliest first. */
function insert(heap: Timer[], timer: Timer): void {
  let place = heap.push(timer) - 1;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!isBefore(timer, heap[parent])) break;
    swap(heap, place, parent);
    place = parent;
  }
}

function remove(heap: Timer[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  heap[0] = last;
  for (let place = 0; ; ) {
    const left = 2 * place + 1;
    const least = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
    if (!isBefore(heap[least], heap[place])) return;
    swap(heap, place, least);
    place = least;
  }
}

function swap(heap: Timer[], one: number, other: number): void {
  const kept = heap[one] as Timer;
  heap[one] = heap[other] as Timer;
  heap[other] = kept;
}
