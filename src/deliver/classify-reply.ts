import { failureRow, fixedWords } from '../booking/answers/failure-table.ts';
import { interpret, unreadAnswer } from '../booking/answers/interpret.ts';
import type { Catalog, Probe } from '../booking/catalog/catalog.ts';
import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import { statusKnowledge, statusMeant } from '../booking/catalog/status-knowledge.ts';
import type { Reply } from '../booking/http/reply.ts';
import type { Call } from '../inbox/call.ts';
import type { Claim } from '../inbox/claim.ts';
import type { Clock } from '../inbox/clock.ts';
import { type Decided, limitReached } from '../inbox/decide/settle.ts';
import type { Outcome } from '../inbox/outcome.ts';
import type { CallPolicy } from '../inbox/plan.ts';
import type { Destination } from './destinations/destination.ts';
import { claimFields } from './event-log.ts';
import type { Report } from './report.ts';

/** A refusal causes no new read of the configuration before this time, so an earlier retry would not help. */
const askAgainAfterMs = 11_000;

/** The meaning of a reply, with the result of a probe if one was needed. */
export interface Classified {
  readonly outcome: Decided;
  /** The version of the live configuration used for the decision; empty if unknown. */
  readonly catalogVersion: string;
}

/** The call that was sent, and whether an earlier response to the same booking was lost. */
export interface SentCall {
  readonly call: Call;
  readonly earlierUnclear: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Returns the meaning of a reply. If this function fails, a booking that was sent never counts as unsent. */
export async function classifyReply(
  reply: Reply,
  { call, earlierUnclear, at }: SentCall,
  claim: Claim,
  destination: Destination,
  surroundings: {
    readonly time: Clock;
    readonly report: (report: Report) => void;
  },
): Promise<Classified> {
  const { catalog, config } = destination;
  const judged = (outcome: Decided) => ({ outcome, catalogVersion: catalog.snapshot?.version ?? '' });
  try {
    const now = surroundings.time.now();
    const seen = interpret(call, reply, { now, earlierUnclear, sentAt: at, options: config });
    const outcome = await probed(repeated(seen, claim), destination);
    reportOddity(outcome, claim, surroundings.report);
    const read = await learn(outcome, call, catalog);
    const { snapshot } = catalog;
    return judged(blame(outcome, { call, policy: claim.policy, snapshot, read, now }));
  } catch (error) {
    surroundings.report({ what: 'cannot interpret an answer', error, details: claimFields(claim) });
    return judged(unreadAnswer(call.operation));
  }
}

/** Treats a response as a fault of the whole destination once it came a set number of times in a row. */
function repeated(outcome: Outcome, claim: Claim): Outcome {
  if (outcome.kind !== 'again' || limitReached(outcome, claim) !== 'hold') return outcome;
  return { kind: 'probe', row: outcome.row, reason: outcome.reason, good: outcome };
}

/** Uses a probe to find out whether an unexpected response concerns only this event or the whole destination. */
async function probed(outcome: Outcome, destination: Destination): Promise<Decided> {
  if (outcome.kind === 'unknown' && outcome.probe) {
    return (await destination.probe('now')) ? outcome : { ...outcome, hold: outcome.reason };
  }
  if (outcome.kind !== 'probe') return outcome;
  const { row, reason, good } = outcome;
  return (await destination.probe('now')) ? good : { kind: 'hold', row, reason };
}

function reportOddity({ row }: Decided, claim: Claim, report: (report: Report) => void): void {
  const alarm = failureRow(row)?.alarm;
  if (alarm !== 'ours' && alarm !== 'odd') return;
  const details = { ...claimFields(claim), row, reason: fixedWords(row), alarm };
  report({ what: 'unusual answer', details });
}

/**
 * Adopts data of the live configuration from a response, or reads the configuration again if the response contradicts
 * it.
 */
async function learn(
  outcome: Decided,
  { customerStatus }: Call,
  catalog: Catalog,
): Promise<Probe | undefined> {
  if (outcome.kind === 'done' && customerStatus && outcome.completion.action === undefined) {
    await catalog.confirmStatus(customerStatus.text);
  }
  if (outcome.kind !== 'mapping' && outcome.kind !== 'data') return undefined;
  if (outcome.availableStatuses) await catalog.learnStatuses(outcome.availableStatuses);
  return outcome.kind === 'mapping' && outcome.unknownKeys ? catalog.refresh() : undefined;
}

/** The facts that are known after a refusal. */
interface Known {
  readonly call: Call;
  readonly policy: CallPolicy;
  readonly snapshot: CatalogSnapshot | null;
  /** The result of reading the configuration again, if it was read. */
  readonly read: Probe | undefined;
  readonly now: number;
}

/**
 * Decides what caused a refusal: the event, its mapping or the destination. If the check with the current data
 * changes the call, none of them did: nothing was saved, so the call may be sent once more.
 */
function blame(outcome: Decided, { call, policy, snapshot, read, now }: Known): Decided {
  if (outcome.kind !== 'mapping' && outcome.kind !== 'data') return outcome;
  const { row, reason } = outcome;
  const again = { kind: 'again', row, reason, fault: false, afterMs: 0 } as const;
  const once = { tries: 2, becomes: 'data' } as const;
  if (outcome.availableStatuses && isWrittenOtherwise(call, snapshot)) return { ...again, limit: once };
  if (outcome.kind === 'data') {
    const onInvalid = call.customerStatus?.onInvalid ?? policy.onInvalid;
    return onInvalid === 'drop' && isRefuted(call, snapshot, now) ? again : outcome;
  }
  if (!outcome.unknownKeys) return outcome;
  // Every further call would meet the same fault of the destination.
  if (read && !read.good && read.hold) return { kind: 'hold', row: read.row, reason: read.reason };
  const known = new Set(snapshot?.fields.map(field => field.keyName));
  const sent = new Set(call.additionalFields.map(field => field.key));
  // A key that the call did not send says nothing about its mapping.
  const isGone = outcome.unknownKeys.some(key => sent.has(key) && !known.has(key));
  if (!isGone) return { ...again, afterMs: askAgainAfterMs, limit: once };
  return policy.onUnknownField === 'drop' ? again : outcome;
}

/**
 * True if the account has the status name in another Unicode form or with spaces at its ends. The next check then
 * writes that name into the call.
 */
function isWrittenOtherwise({ customerStatus }: Call, snapshot: CatalogSnapshot | null): boolean {
  if (customerStatus === undefined || snapshot === null) return false;
  return statusMeant(customerStatus, snapshot) !== customerStatus.text;
}

/** True if the account proved not to have the status name: the next check leaves it out. */
function isRefuted({ customerStatus }: Call, snapshot: CatalogSnapshot | null, now: number): boolean {
  if (customerStatus === undefined || snapshot === null) return false;
  return statusKnowledge(customerStatus.text, snapshot, now) === 'refuted';
}
