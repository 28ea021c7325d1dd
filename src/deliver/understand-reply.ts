import { alarmOf, fixedWords } from '../booking/answers/failure-table.ts';
import { interpret } from '../booking/answers/interpret.ts';
import { statusAsKnown, statusKnowledge } from '../booking/catalog/status-knowledge.ts';
import type { Reply } from '../booking/http/reply.ts';
import type { Call } from '../inbox/call.ts';
import type { Claim } from '../inbox/claim.ts';
import type { Clock } from '../inbox/clock.ts';
import type { Decided } from '../inbox/decide/settle.ts';
import type { MappingHold } from '../inbox/mapping-hold.ts';
import type { Outcome } from '../inbox/outcome.ts';
import type { Destination } from './destinations/destination.ts';
import { mappingHold } from './planning/plan-event.ts';
import type { Report } from './report.ts';
import { claimFields } from './tell-fates.ts';

/** The configuration is not read again sooner than this because of a refusal, so asking sooner would tell nothing. */
const askAgainAfterMs = 11_000;

/** What a reply means, with a probe's word where one was needed. */
export interface Understood {
  readonly outcome: Decided;
  readonly hold?: MappingHold;
}

/** What was sent, and whether an answer to the very same booking was lost before. */
export interface Sent {
  readonly call: Call;
  readonly earlierUnclear: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The meaning of a reply. Whatever fails in here, a booking that has left is never taken for one that has not. */
export async function understandReply(
  reply: Reply,
  { call, earlierUnclear, at }: Sent,
  claim: Claim,
  destination: Destination,
  surroundings: {
    readonly time: Clock;
    readonly report: (report: Report) => void;
  },
): Promise<Understood> {
  try {
    const now = surroundings.time.now();
    const seen = interpret(call, reply, { now, earlierUnclear, sentAt: at, options: destination.config });
    const outcome = await decide(repeated(seen, claim), destination);
    const alarm = alarmOf(outcome.row);
    if (alarm === 'ours' || alarm === 'odd') {
      const details = { ...claimFields(claim), row: outcome.row, reason: fixedWords(outcome.row), alarm };
      surroundings.report({ what: 'an answer needs a look', details });
    }
    return await learn(outcome, call, claim, destination, now);
  } catch (error) {
    const reason = 'an answer could not be understood';
    surroundings.report({ what: 'an answer could not be understood', error, details: claimFields(claim) });
    const kind = call.operation === 'persistCustomerData' ? 'unknown' : 'again';
    return { outcome: { kind, row: 'T14', reason, fault: false } };
  }
}

/** An answer that may be everyone's trouble once it came so many times in a row. */
function repeated(outcome: Outcome, { lastRow }: Claim): Outcome {
  if (outcome.kind !== 'again' || outcome.limit?.becomes !== 'hold') return outcome;
  const times = lastRow?.row === outcome.row ? lastRow.times + 1 : 1;
  if (times < outcome.limit.tries) return outcome;
  return { kind: 'probe', row: outcome.row, reason: outcome.reason, good: outcome };
}

/** Lets a probe decide whether a strange answer is this event's trouble or everyone's. */
async function decide(outcome: Outcome, destination: Destination): Promise<Decided> {
  if (outcome.kind === 'unknown' && outcome.probe) {
    return (await destination.look('now')) ? outcome : { ...outcome, hold: outcome.reason };
  }
  if (outcome.kind !== 'probe') return outcome;
  const well = await destination.look('now');
  if (!well) return { kind: 'hold', row: outcome.row, reason: outcome.reason };
  return outcome.good.kind === 'probe' ? decide(outcome.good, destination) : outcome.good;
}

/** Takes over what an answer tells of the live configuration, and finds who is to blame for a refusal by it. */
async function learn(
  outcome: Decided,
  call: Call,
  claim: Claim,
  destination: Destination,
  now: number,
): Promise<Understood> {
  const { catalog, config } = destination;
  if (outcome.kind === 'done' && call.customerStatus && outcome.completion.action === undefined) {
    await catalog.confirmStatus(call.customerStatus.text);
  }
  if (outcome.kind !== 'mapping' && outcome.kind !== 'data') return { outcome };
  if (outcome.availableStatuses) await catalog.learnStatuses(outcome.availableStatuses);
  if (outcome.availableStatuses && isWrittenOtherwise(call, destination)) {
    const { row, reason } = outcome;
    const limit = { tries: 2, becomes: 'data' } as const;
    return { outcome: { kind: 'again', row, reason, fault: false, afterMs: 0, limit } };
  }
  if (outcome.kind === 'data') {
    // Nothing was saved, and the next check leaves out a name that the API does not have.
    const { row, reason } = outcome;
    const isDropped = claim.policy.onInvalid === 'drop' && isRefuted(call, destination, now);
    return { outcome: isDropped ? { kind: 'again', row, reason, afterMs: 0, fault: false } : outcome };
  }
  if (outcome.unknownKeys) {
    const read = await catalog.refresh();
    // The refusal proves that nothing was done; whatever leaves now would meet the same fault of the destination.
    if (!read.good && read.hold) return { outcome: { kind: 'hold', row: read.row, reason: read.reason } };
    const known = new Set(catalog.snapshot?.fields.map(field => field.keyName));
    const gone = outcome.unknownKeys.some(key => !known.has(key));
    if (!gone)
      return {
        outcome: {
          kind: 'again',
          row: outcome.row,
          reason: outcome.reason,
          fault: false,
          afterMs: askAgainAfterMs,
          limit: { tries: 2, becomes: 'data' },
        },
      };
    if (claim.policy.onUnknownField === 'drop')
      return {
        outcome: { kind: 'again', row: outcome.row, reason: outcome.reason, afterMs: 0, fault: false },
      };
  }
  const hold = mappingHold(
    { name: claim.mapping, version: claim.mappingVersion },
    config.name,
    catalog.snapshot?.version ?? '',
    outcome,
    now,
  );
  return { outcome, hold };
}

/** Whether the account has the status name in another Unicode form, which the next check puts into the call. */
function isWrittenOtherwise({ customerStatus }: Call, { catalog }: Destination): boolean {
  if (customerStatus === undefined || catalog.snapshot === null) return false;
  return statusAsKnown(customerStatus.text, catalog.snapshot) !== customerStatus.text;
}

function isRefuted({ customerStatus }: Call, { catalog }: Destination, now: number): boolean {
  if (customerStatus === undefined || catalog.snapshot === null) return false;
  return statusKnowledge(customerStatus.text, catalog.snapshot, now) === 'refuted';
}
