import type { UpdateCustomer } from '../../inbox/call.ts';
import type { Clock } from '../../inbox/clock.ts';
import type { Outcome } from '../../inbox/outcome.ts';
import { failureRow } from '../answers/failure-table.ts';
import { interpret } from '../answers/interpret.ts';
import type { Client } from '../http/client.ts';
import { encode } from '../http/encode.ts';

/** A customer number that was tried, and the response of the API. */
export interface TriedNumber {
  readonly id: string;
  /** `refused`: status refused; `no-customer`: customer refused first; `taken`: status accepted. */
  readonly answer: 'refused' | 'no-customer' | 'taken' | 'other';
  /** For people, safe to show. */
  readonly words: string;
}

/** The result of a probe of the customer statuses. */
export interface StatusProbe {
  readonly tried: readonly TriedNumber[];
  /** All status names of the account; undefined if the API did not list them. */
  readonly names: readonly string[] | undefined;
}

/** No customer has these numbers: real ones begin at 1. */
const impossibleNumbers: readonly string[] = ['0', '-1'];

/**
 * Learns the customer statuses, which the API lists only when it refuses one (API document 7). It sends
 * updateCustomer with `name`, a status that no account has, and nothing else. An unknown status saves nothing (4.2
 * rule 5). The API may check the customer before the status. Therefore impossible customer numbers are tried first,
 * and `customer`, a real number, only if they revealed nothing. Stops if the destination fails, or accepts a call
 * that it should refuse.
 */
export async function probeStatuses({
  client,
  clock,
  name,
  customer,
}: {
  readonly client: Pick<Client, 'send'>;
  readonly clock: Clock;
  readonly name: string;
  readonly customer: string | undefined;
}): Promise<StatusProbe> {
  const tried: TriedNumber[] = [];
  for (const id of [...impossibleNumbers, ...(customer === undefined ? [] : [customer])]) {
    const call: UpdateCustomer = {
      operation: 'updateCustomer',
      id: { text: id, origin: 'mapping' },
      customerStatus: { text: name, origin: 'mapping' },
      additionalFields: [],
    };
    const reply = await client.send(encode(call));
    const outcome = interpret(call, reply, { now: clock.now(), earlierUnclear: false });
    const answer = failureRow(outcome.row)?.toStatusProbe ?? 'other';
    const status = reply.kind === 'answered' ? `HTTP ${reply.status}: ` : '';
    tried.push({ id, answer, words: `${status}${wordsOf(outcome, answer)}` });
    if (answer === 'refused') return { tried, names: availableStatuses(outcome) };
    const isRefusal = reply.kind === 'answered' && reply.status >= 400 && reply.status !== 429;
    if (!isRefusal || outcome.kind === 'hold') break;
  }
  return { tried, names: undefined };
}

function availableStatuses(outcome: Outcome): readonly string[] | undefined {
  return 'availableStatuses' in outcome ? outcome.availableStatuses : undefined;
}

function wordsOf(outcome: Outcome, answer: TriedNumber['answer']): string {
  if (outcome.kind === 'done' || answer === 'taken') return 'the API took a status that cannot exist';
  if (answer !== 'refused') return outcome.reason;
  const names = availableStatuses(outcome);
  return names === undefined
    ? 'the status is refused, but the API does not tell which there are'
    : `the status is refused, and the API tells which there are`;
}
