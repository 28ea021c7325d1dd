import type { Claim } from '../../claim.ts';
import { workOf } from '../../decide/spread-works.ts';
import { tellStep } from '../../step.ts';
import { NotOwner } from '../../store.ts';
import { inGroups } from '../connection/in-groups.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { type EventsWithCalls, refreshEvents, refreshFrom } from '../rows/event-rows.ts';
import { anythingDue, type Claimant, type ClaimRequest, claimHeads, type LaneHead } from './claiming.ts';
import { groupSize, ownedApart } from './owned-apart.ts';
import { type Ended, eventsOf, readSettlingFacts, settleCalls, takeBack } from './settling.ts';

/** Stores the results of claimed calls and claims more. Both lock their destinations, so they share transactions. */
export interface SettleAndClaim {
  /** Returns true if the claim was current (WorkStore.settle). */
  settle(ended: Ended): Promise<boolean>;
  /** Claims due calls (WorkStore.claim). Claims of one destination run one after another. */
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
}

type Asked = { readonly claim: Claim; readonly ended: Ended } | { readonly claim: ClaimRequest };
type Answer = boolean | readonly LaneHead[];

/** Creates both methods. Requests that arrive while a transaction runs share the next one. */
export function createSettleAndClaim(parts: Parts, claimant: Claimant): SettleAndClaim {
  const { ownership, claims, beingDelivered } = parts;
  const last = new Map<string, Promise<unknown>>();
  const turn = inGroups<Asked, Answer>(groupSize, all =>
    ownedApart<Asked, Answer>(all, false, some => settleAndClaim(parts, claimant, some)),
  );

  async function claim(request: ClaimRequest): Promise<readonly Claim[]> {
    if (!(await ownership.take(workOf(request.destination)))) return [];
    const heads = (await turn({ claim: request })) || [];
    if (heads === true) throw new Error('a claim got the answer of a result');
    const claimed = heads.map(({ attemptsBefore, claim: head }) => {
      const from = { lane: head.lane, joins: 0 };
      return { ...head, attempt: claims.take(head.callId, attemptsBefore, from) };
    });
    for (const { callId } of claimed) beingDelivered.begin(callId);
    return claimed;
  }

  return {
    settle: async ended => (await turn({ claim: ended.claim, ended })) === true,
    async claim(request) {
      if (request.limit <= 0) return [];
      const before = last.get(request.destination);
      const now = Promise.resolve(before).then(() => claim(request));
      last.set(
        request.destination,
        now.catch(() => {}),
      );
      try {
        return await now;
      } catch (error) {
        if (error instanceof NotOwner) return [];
        throw error;
      }
    },
  };
}

async function settleAndClaim(
  parts: Parts,
  claimant: Claimant,
  asked: readonly Asked[],
): Promise<readonly Answer[]> {
  const ended = asked.flatMap(each => ('ended' in each ? [each.ended] : []));
  const requests = asked.flatMap(each => ('ended' in each ? [] : [each.claim]));
  const { settled, claimed } = await parts.database.write(async transaction => {
    const { settled, events } = await settleAll(transaction, parts, ended, requests);
    // The status of events has no effect on what can be claimed.
    const claiming = claimDue(transaction, parts, claimant, { requests, isProved: ended.length > 0 });
    const refreshing = events
      ? refreshFrom(transaction, events, parts.clock.now())
      : refreshEvents(transaction, eventsOf(settled), parts.clock.now());
    const [claimed] = await Promise.all([claiming, refreshing]);
    return { settled: new Set(settled), claimed };
  });
  const heads = await claimed();
  if (heads.length > 0) tellStep('claim', 'after');
  const given = Map.groupBy(heads, ({ claim }) => claim.destination);
  return asked.map(each =>
    'ended' in each ? settled.has(each.ended) : (given.get(each.claim.destination) ?? []),
  );
}

/**
 * Stores the results whose claims were valid. Locks the destinations of the claims as well, so that all are locked at
 * once. Returns those results, and their current events unless these must be read.
 */
async function settleAll(
  transaction: Transaction,
  { ownership, clock, ledgerSecret }: Parts,
  ended: readonly Ended[],
  requests: readonly ClaimRequest[],
): Promise<{ readonly settled: readonly Ended[]; readonly events: EventsWithCalls | undefined }> {
  if (ended.length === 0) return { settled: [], events: undefined };
  const destinations = [...ended.map(({ claim }) => claim), ...requests].map(each => each.destination);
  const [, current, facts] = await Promise.all([
    ownership.prove(transaction, [...new Set(destinations.map(workOf))]),
    takeBack(transaction, ownership.owner, ended),
    readSettlingFacts(transaction, ended),
  ]);
  const settled = ended.filter(({ claim }) => current.has(claim.callId));
  if (settled.length === 0) return { settled, events: undefined };
  const events = await settleCalls(transaction, ledgerSecret, settled, { ...facts, now: clock.now() });
  return { settled, events };
}

/** Waits for the claimed calls. Call it after the commit. */
type Claimed = () => Promise<readonly LaneHead[]>;

/** Claims due calls; each destination appears once in the requests. If nothing is due, nothing is locked. */
async function claimDue(
  transaction: Transaction,
  { ownership }: Parts,
  claimant: Claimant,
  { requests, isProved }: { readonly requests: readonly ClaimRequest[]; readonly isProved: boolean },
): Promise<Claimed> {
  if (requests.length === 0) return async () => [];
  const destinations = requests.map(({ destination }) => destination);
  const condition = anythingDue(requests, claimant);
  const proof = isProved ? undefined : ownership.proveIf(transaction, destinations.map(workOf), condition);
  if (claimant.others.mayBeAt(destinations)) {
    if (proof && !(await proof.checked)) return async () => [];
    await claimant.others.look(transaction, destinations, Math.min(...requests.map(({ now }) => now)));
  }
  tellStep('claim', 'before');
  const heads = claimant.marks.look(() => claimHeads(transaction, requests, claimant, proof));
  // The caller awaits them only after a successful transaction, so a rejection is not unhandled.
  heads.catch(() => {});
  return async () => {
    await proof?.checked;
    return heads;
  };
}
