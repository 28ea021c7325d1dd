import { afterEach, describe } from 'vitest';
import type { Store } from '../../src/inbox/store.ts';
import { describeActivity } from './contract/activity.ts';
import { describeAlikeBookings } from './contract/alike-bookings.ts';
import { describeAmending } from './contract/amending.ts';
import { describeAudit } from './contract/audit.ts';
import { type Bench, createTestClock, type StorePlace } from './contract/bench.ts';
import { describeBookings } from './contract/bookings.ts';
import { describeCrashesWhilePlanning } from './contract/crashes-while-planning.ts';
import { describeDelivery } from './contract/delivery.ts';
import { describeErasingPeople } from './contract/erasing-people.ts';
import { describeErasingWritings } from './contract/erasing-writings.ts';
import { describeErasure } from './contract/erasure.ts';
import { describeEventTimes } from './contract/event-times.ts';
import { describeExpiry } from './contract/expiry.ts';
import { describeHistories } from './contract/histories.ts';
import { describeHolds } from './contract/holds.ts';
import { describeImporting } from './contract/importing.ts';
import { describeIntake } from './contract/intake.ts';
import { describeLinks } from './contract/links.ts';
import { describeNarrowing } from './contract/narrowing.ts';
import { describePlanningAtOnce } from './contract/plan-at-once.ts';
import { describePlanning } from './contract/planning.ts';
import { describeRefusals } from './contract/refusals.ts';
import { describeRegisters } from './contract/registers.ts';
import { describeReplay } from './contract/replay.ts';
import { describeResolving } from './contract/resolving.ts';
import { describeRetention } from './contract/retention.ts';
import { describeSearching } from './contract/searching.ts';
import { describeSessions } from './contract/sessions.ts';
import { describeSplittingAgain } from './contract/split-again.ts';
import { describeViews } from './contract/views.ts';

/**
 * The promises that the store keeps with every database. `place` makes an empty place for a store. `registers`: follow
 * this many people's values through random histories; HISTORIES=N overrides the number.
 */
export function describeStore(name: string, place: () => Promise<StorePlace>, registers: number): void {
  const clear: (() => Promise<void>)[] = [];

  async function newBench(): Promise<Bench> {
    const clock = createTestClock();
    const where = await place();
    clear.push(() => where.remove());
    let store: Store = await where.open(clock);
    clear.push(() => store.close());
    return {
      get store() {
        return store;
      },
      clock,
      async reopen() {
        await store.close();
        store = await where.open(clock);
      },
      async crash() {
        await where.crash(store);
        store = await where.open(clock);
      },
    };
  }

  afterEach(async () => {
    for (const each of clear.splice(0).toReversed()) await each();
  });

  describe(`${name}: the store`, () => {
    describeIntake(newBench);
    describeRefusals(newBench);
    describeNarrowing(newBench);
    describeSplittingAgain(newBench);
    describePlanning(newBench);
    describePlanningAtOnce(newBench);
    describeCrashesWhilePlanning(newBench);
    describeDelivery(newBench);
    describeEventTimes(newBench);
    describeBookings(newBench);
    describeAlikeBookings(newBench);
    describeResolving(newBench);
    describeAudit(newBench);
    describeSessions(newBench);
    describeActivity(newBench);
    describeHolds(newBench);
    describeExpiry(newBench);
    describeLinks(newBench);
    describeReplay(newBench);
    describeAmending(newBench);
    describeImporting(newBench);
    describeViews(newBench);
    describeSearching(newBench);
    describeRetention(newBench);
    describeErasure(newBench);
    describeErasingPeople(newBench);
    describeErasingWritings(newBench);
    // Each of these uses a store of its own.
    describeHistories(newBench, Math.min(25, Math.ceil(registers / 5)));
    describeRegisters(newBench, registers);
  });
}
