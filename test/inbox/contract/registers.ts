import { describe, expect, it } from 'vitest';
import { dropSuperseded } from '../../../src/deliver/drop-superseded.ts';
import type { Claim } from '../../../src/inbox/claim.ts';
import { type Chance, chanceOf, seedOf } from '../../../torture/chance.ts';
import { type Bench, minute, type NewBench, noon } from './bench.ts';
import {
  attempt,
  contentOf,
  delivered,
  ended,
  item,
  mappingHold,
  planAll,
  planThatMayLeave,
  queued,
  retryAt,
  update,
  webhook,
} from './samples.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
const people = 50;
const rounds = 30;

/** An event sets the note of one person to a number that grows with the order of acceptance. */
interface Sent {
  readonly person: string;
  readonly note: number;
}

/** An attempt that delivered nothing according to its response. */
const refused = { ...attempt(), outcome: 'again T2' };

const fates = ['delivered', 'delivered', 'lost', 'refused', 'failed', 'held', 'released'] as const;
type Fate = (typeof fates)[number];

/** Fifty people at a destination that stores one value for each, compared with the promises of the store. */
class Registers {
  readonly #bench: Bench;
  readonly #chance: Chance;
  readonly #sent = new Map<string, Sent>();
  readonly #registers = new Map<string, number>();
  /** For each person, the highest number of a call that counts as delivered. */
  readonly #deliveredUpTo = new Map<string, number>();
  readonly #leftUnanswered = new Set<number>();
  #claims: Claim[] = [];
  #made = 0;
  #now = noon;

  constructor(bench: Bench, chance: Chance) {
    this.#bench = bench;
    this.#chance = chance;
  }

  async round(): Promise<void> {
    const { store } = this.#bench;
    this.#now += minute;
    const chance = this.#chance;
    const coming = 1 + chance.int(20);
    const plansAtOnce = chance.maybe(0.7) ? 1 : 0.5;
    // One after the other, because simultaneous webhooks have no order.
    for (let came = 0; came < coming; came += 1) await this.#accept(plansAtOnce);
    if (chance.maybe(0.1)) await store.holdMapping(mappingHold());
    if (chance.maybe(0.2)) await store.releaseMapping('intake');
    if (chance.maybe(0.8)) await this.#plan();
    this.#claims.push(...(await store.claim({ destination: 'salon', now: this.#now, limit: 40 })));
    const settling = this.#claims.filter(() => chance.maybe(0.8));
    this.#claims = this.#claims.filter(each => !settling.includes(each));
    await Promise.all(settling.map(each => this.#settle(each, chance.pick(fates))));
    if (chance.maybe(0.2)) await store.replay({ status: 'failed' }, { force: false });
    if (chance.maybe(0.3)) await store.discard(chance.pick([...this.#sent.keys()]));
    if (chance.maybe(0.3)) await store.replay({ id: chance.pick([...this.#sent.keys()]) }, { force: false });
    if (chance.maybe(0.3))
      await store.replay({ id: chance.pick([...this.#sent.keys()]) }, { force: false, again: true });
    if (chance.maybe(0.1)) await this.#restart();
  }

  /** Releases and delivers everything, then compares the values. */
  async finish(): Promise<void> {
    const { store } = this.#bench;
    for (const each of this.#claims.splice(0)) await this.#settle(each, 'delivered');
    await store.planAgain({ mapping: 'intake' });
    await store.releaseMapping('intake');
    await store.replay({ status: 'failed' }, { force: false });
    await this.#plan();
    this.#now += minute;
    for (;;) {
      const due = await store.claim({ destination: 'salon', now: this.#now, limit: 100 });
      if (due.length === 0) break;
      await Promise.all(due.map(each => this.#settle(each, 'delivered')));
    }
    const { statuses, unplanned } = await store.counts();
    expect({ ...statuses, unplanned }).toMatchObject({ queued: 0, held: 0, failed: 0, unplanned: 0 });
    const fold = new Map<string, number>();
    for (const [id, { person, note }] of this.#sent) {
      const status = (await store.event(id))?.status;
      // The update may have been applied: its response was lost, and then a person discarded the event.
      if (status === 'discarded') this.#leftUnanswered.add(note);
      if (status !== 'delivered') continue;
      fold.set(person, Math.max(note, fold.get(person) ?? 0));
    }
    for (const [person, note] of fold) {
      const register = this.#registers.get(person) ?? 0;
      if (register > note && this.#leftUnanswered.has(register)) continue;
      expect(register, `person ${person}`).toBe(note);
    }
  }

  async #accept(plansAtOnce: number): Promise<void> {
    this.#made += 1;
    const each = item();
    this.#sent.set(each.id, { person: String(1 + this.#chance.int(people)), note: this.#made });
    const request = webhook({ receivedAt: this.#now, items: [each] });
    const { person, note } = this.#sentAs(each.id);
    const plan = planThatMayLeave([each], queued(update(person, String(note))));
    const added = await this.#bench.store.add(request, this.#chance.maybe(plansAtOnce) ? plan : undefined);
    // A store may return calls already claimed if they may be sent at once.
    this.#claims.push(...added.flatMap(({ claim }) => claim ?? []));
  }

  async #plan(): Promise<void> {
    for (;;) {
      const events = await planAll(this.#bench.store, ({ id }) => {
        const { person, note } = this.#sentAs(id);
        return [queued(update(person, String(note)))];
      });
      if (events.length === 0) return;
    }
  }

  /** Settles a claim as the worker does. `fate` is the reaction of the destination. */
  async #settle(claim: Claim, fate: Fate): Promise<void> {
    const { store } = this.#bench;
    const { person } = this.#sentAs(claim.eventId);
    const newer = claim.outOfOrder ? await store.newerDelivered(claim) : [];
    const { call } = dropSuperseded(claim.call, newer);
    const note = Number(contentOf(call));
    if (note === 0) {
      await store.settle(claim, ended('skipped'), null);
      return;
    }
    expect(note, 'nothing older is sent').toBeGreaterThanOrEqual(this.#deliveredUpTo.get(person) ?? 0);
    if (fate === 'delivered' || fate === 'lost') this.#registers.set(person, note);
    if (fate === 'released') await store.release(claim);
    else if (fate === 'failed' || fate === 'held') await store.settle(claim, ended(fate), refused);
    else if (fate !== 'delivered') await store.settle(claim, retryAt(this.#now + minute), refused);
    else {
      this.#deliveredUpTo.set(person, note);
      await store.settle(claim, delivered(call), attempt());
    }
  }

  /** Forgets the claims and opens the store again. */
  async #restart(): Promise<void> {
    this.#claims = [];
    await this.#bench.reopen();
  }

  #sentAs(id: string): Sent {
    const sent = this.#sent.get(id);
    if (!sent) throw new Error(`no event ${id}`);
    return sent;
  }
}

/**
 * Random histories of this many people, fifty at once. The last value of each person is that of the newest delivered
 * event.
 */
export function describeRegisters(newBench: NewBench, usual: number): void {
  const histories = Number(process.env.HISTORIES ?? usual);
  describe('any life of fifty people', () => {
    it(`leaves everyone with their newest value (${histories} histories, SEED=${seed})`, async () => {
      for (let run = 0; run * people < histories; run += 1) {
        const registers = new Registers(await newBench(), chanceOf(seedOf(seed, run)));
        for (let round = 0; round < rounds; round += 1) await registers.round();
        await registers.finish();
      }
    }, 600_000);
  });
}
