import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/inbox/claim.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { minute, type NewBench, noon } from './bench.ts';
import {
  accept,
  booking,
  claimDue,
  contentOf,
  deliverAll,
  delivered,
  ended,
  item,
  mappingHold,
  planAll,
  queued,
  retryAt,
  update,
} from './samples.ts';

/**
 * One step of a history. `who` is one of three people, `by` is how the sender identifies the person, and `at` is when
 * it happened, if known.
 */
type Step =
  | { readonly do: 'accept'; readonly who: number; readonly by: 'number' | 'link'; readonly at?: number }
  | { readonly do: 'plan' | 'claim' | 'replay' | 'hold' | 'release-mapping' }
  | { readonly do: 'link'; readonly who: number }
  | { readonly do: 'settle'; readonly which: number; readonly as: 'delivered' | 'retry' | 'failed' | 'held' }
  | { readonly do: 'release'; readonly which: number };

const who = fc.nat({ max: 2 });
const which = fc.nat({ max: 5 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      { do: fc.constant('accept'), who, by: fc.constantFrom('number', 'link'), at: fc.nat({ max: 9 }) },
      { requiredKeys: ['do', 'who', 'by'] },
    ),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('plan', 'claim') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('replay', 'hold', 'release-mapping') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('link'), who }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('settle'),
      which,
      as: fc.constantFrom('delivered', 'delivered', 'retry', 'failed', 'held'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release'), which }) },
) as fc.Arbitrary<Step>;

interface Origin {
  readonly who: number;
  readonly by: 'number' | 'link';
}

/** Plays steps on a store and compares its results with its promises. */
class History {
  readonly #store: Store;
  readonly #origins = new Map<string, Origin>();
  readonly #linked = new Set<number>();
  readonly #delivered: Claim[] = [];
  #claims: Claim[] = [];
  #now = noon;

  constructor(store: Store) {
    this.#store = store;
  }

  async play(step: Step): Promise<void> {
    this.#now += minute;
    switch (step.do) {
      case 'accept':
        this.#origins.set(await this.#accept(step.at), step);
        return;
      case 'plan':
        await this.#plan();
        return;
      case 'claim':
        await this.#claim();
        return;
      case 'settle':
        await this.#settle(step.which, step.as);
        return;
      case 'release':
        for (const claim of this.#claims.splice(step.which, 1)) await this.#store.release(claim);
        return;
      case 'link':
        this.#linked.add(step.who);
        await this.#store.putLink(linkOf(step.who), 'salon', String(step.who));
        return;
      case 'replay':
        await this.#store.replay({ status: 'failed' }, { force: false });
        return;
      case 'hold':
        await this.#store.holdMapping(mappingHold());
        return;
      case 'release-mapping':
        await this.#store.releaseMapping('intake');
    }
  }

  /** Releases and delivers everything; afterwards no call may be waiting. */
  async finish(): Promise<void> {
    while (this.#claims.length > 0) await this.#settle(0, 'delivered');
    await this.#store.planAgain({ mapping: 'intake' });
    await this.#store.releaseMapping('intake');
    await this.#plan();
    await deliverAll(this.#store, this.#now + minute);
    const { statuses, unplanned } = await this.#store.counts();
    expect({ ...statuses, unplanned }).toMatchObject({ queued: 0, held: 0, unplanned: 0 });
    expect(statuses.delivered + statuses.failed).toBe(this.#origins.size);
  }

  #accept(occurredAt: number | undefined): Promise<string> {
    return accept(this.#store, { items: [item(occurredAt === undefined ? {} : { occurredAt })] });
  }

  async #plan(): Promise<void> {
    await planAll(this.#store, event => {
      const origin = this.#originOf(event.id);
      if (origin.by === 'number') return [queued(update(String(origin.who), event.id))];
      return [queued(booking(event.id), { link: linkOf(origin.who) })];
    });
  }

  async #claim(): Promise<void> {
    for (const claim of await claimDue(this.#store, this.#now, 2)) {
      const person = this.#personOf(claim.eventId);
      const sameInFlight = this.#claims.filter(other => this.#personOf(other.eventId) === person);
      expect(sameInFlight, 'one call of a person at a time').toEqual([]);
      const before = this.#delivered.filter(each => this.#personOf(each.eventId) === person);
      const newer = before
        .filter(each => each.sequence > claim.sequence)
        .map(each => each.eventId)
        .toSorted();
      if (!claim.outOfOrder) expect(newer, 'nothing overtakes a call that never left its lane').toEqual([]);
      expect((await this.#store.newerDelivered(claim)).map(contentOf).toSorted()).toEqual(newer);
      const times = before.flatMap(({ occurredAt }) => (occurredAt === undefined ? [] : [occurredAt]));
      const last = times.length === 0 ? undefined : Math.max(...times);
      expect(await this.#store.lastApplied(claim), 'when the newest one happened').toBe(last);
      this.#claims.push(claim);
    }
  }

  async #settle(index: number, as: 'delivered' | 'retry' | 'failed' | 'held'): Promise<void> {
    const [claim] = this.#claims.splice(index % Math.max(1, this.#claims.length), 1);
    if (!claim) return;
    if (as === 'retry') await this.#store.settle(claim, retryAt(this.#now + minute), null);
    else if (as === 'delivered') {
      this.#delivered.push(claim);
      await this.#store.settle(claim, delivered(claim.call), null);
    } else await this.#store.settle(claim, ended(as), null);
  }

  #personOf(eventId: string): string {
    const origin = this.#originOf(eventId);
    return origin.by === 'number' || this.#linked.has(origin.who)
      ? `number ${origin.who}`
      : `link ${origin.who}`;
  }

  #originOf(eventId: string): Origin {
    const origin = this.#origins.get(eventId);
    if (!origin) throw new Error(`no event ${eventId}`);
    return origin;
  }
}

function linkOf(person: number) {
  return { people: 'crm', id: `contact-${person}` };
}

/** Plays this many random histories: lanes keep their promises in every order of steps. */
export function describeHistories(newBench: NewBench, histories: number): void {
  describe('any history', () => {
    it('sends one call of a person at a time, in order, knows newer calls and times, and loses nothing', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 40, maxLength: 120, size: 'max' }), async all => {
          const history = new History((await newBench()).store);
          for (const each of all) await history.play(each);
          await history.finish();
        }),
        { numRuns: histories },
      );
    });
  });
}
