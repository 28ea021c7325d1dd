import type { Outcome } from '../../inbox/outcome.ts';

type Again = Extract<Outcome, { kind: 'again' }>;

/**
 * The decision of a row of the failure table. Its kinds are those of `Outcome`. `code`: the diagnostic of a `data`
 * ruling. `probe`: it becomes its `good` if the probe succeeds, otherwise a hold. `customerActs`: the customer must
 * still do something. `warning`: the diagnostic of a success.
 */
export type Ruling =
  | { readonly kind: 'done'; readonly customerActs?: true; readonly warning?: 'delivery/incomplete-answer' }
  | ({ readonly kind: 'again' } & Pick<Again, 'fault' | 'limit' | 'everyone' | 'slower'>)
  | { readonly kind: 'unknown'; readonly fault: boolean; readonly hold?: true; readonly probe?: true }
  | { readonly kind: 'data'; readonly code: DataCode; readonly fault?: true }
  | { readonly kind: 'mapping' }
  | { readonly kind: 'hold' }
  | { readonly kind: 'probe'; readonly good: Exclude<Ruling, { kind: 'probe' }> };

/** The diagnostics that a refusal because of one event's data may carry. */
export type DataCode =
  | 'delivery/refused'
  | 'delivery/unknown-customer'
  | 'delivery/unknown-appointment'
  | 'delivery/incomplete'
  | 'delivery/our-fault';

/** Keys of a destination's config that change the decisions of rows. */
export type FailureOption = 'retryNotFound' | 'assumeNotApplied';

/** The code of a failure, for programs. Rows with the same meaning for an operator share one. */
export type FailureCode =
  | 'delivered'
  | 'answers-mixed-up'
  | 'token-refused'
  | 'page-instead-of-answer'
  | 'unknown-answer'
  | 'payment-needed'
  | 'tan-needed'
  | 'undocumented-success'
  | 'booking-invalid'
  | 'booking-incomplete'
  | 'refused-after-lost-answer'
  | 'unknown-http-status'
  | 'unknown-customer-status'
  | 'unknown-field'
  | 'unsupported-field'
  | 'nothing-to-update'
  | 'unreadable-fields'
  | 'appointment-missing'
  | 'call-refused'
  | 'unknown-customer'
  | 'unknown-appointment'
  | 'address-not-found'
  | 'credentials-needed'
  | 'blocked'
  | 'request-incomplete'
  | 'conflict'
  | 'not-offered'
  | 'call-too-large'
  | 'call-requested-again'
  | 'fewer-calls-requested'
  | 'wait-requested'
  | 'destination-failed'
  | 'answer-lost-on-the-way'
  | 'unavailable'
  | 'address-moved'
  | 'redirected'
  | 'name-not-resolved'
  | 'unreachable'
  | 'connection-timeout'
  | 'connection-reset'
  | 'tls-failed'
  | 'stopping'
  | 'request-not-built'
  | 'answer-timeout'
  | 'connection-broken'
  | 'not-http'
  | 'answer-cut-off'
  | 'explanation-cut-off'
  | 'failure-cut-off'
  | 'interrupted'
  | 'answer-not-read';

/** One row: the situation, the decision for each operation, and the texts for the operator. */
export interface FailureRow {
  readonly code: FailureCode;
  /** The situation in words, for the documentation. */
  readonly what: string;
  /** `sameAs`: the other row applies to this operation. */
  readonly updateCustomer: Ruling | { readonly sameAs: string };
  /** Missing if the row decides the same for both operations. */
  readonly persistCustomerData?: Ruling | { readonly sameAs: string };
  /** The ruling that applies instead if the destination's config has this option. */
  readonly option?: {
    readonly name: FailureOption;
    readonly updateCustomer?: Ruling;
    readonly persistCustomerData?: Ruling;
  };
  /** A phrase without any value of a customer. */
  readonly words: string;
  /** The step for the operator if the problem does not pass by itself; for a hold, the step that ends it. */
  readonly next: string;
  /**
   * The alarm in the log: `security`, another server may be responding; `ours`, a fault of this program; `odd`, a
   * success that a person should check.
   */
  readonly alarm?: 'security' | 'ours' | 'odd';
  /** True if the open connections are closed: further responses on them may belong to other requests too. */
  readonly disconnects?: true;
  /** True if the token was refused. */
  readonly refusesToken?: true;
  /** The meaning for a probe with a customer status that no account has. */
  readonly toStatusProbe?: 'taken' | 'refused' | 'no-customer';
}

export const again = { kind: 'again', fault: true } as const satisfies Ruling;
/** A retry, although nothing failed. */
export const againUntouched = { kind: 'again', fault: false } as const satisfies Ruling;
export const unknown = { kind: 'unknown', fault: true } as const satisfies Ruling;
export const hold = { kind: 'hold' } as const satisfies Ruling;
export const refused = { kind: 'data', code: 'delivery/refused' } as const satisfies Ruling;
export const ourFault = { kind: 'data', code: 'delivery/our-fault' } as const satisfies Ruling;
export const probeThenRefused = { kind: 'probe', good: refused } as const satisfies Ruling;

/** A retry until the row occurred this many times in a row. `waitsMs`: the minimum waits between the attempts. */
export function againTimes(tries: number, becomes: 'data' | 'hold', waitsMs?: readonly number[]): Ruling {
  return { kind: 'again', fault: true, limit: { tries, becomes, ...(waitsMs && { waitsMs }) } };
}

/** Keeps the names of the rows in their type. */
export function rows<Name extends string>(all: Record<Name, FailureRow>): Record<Name, FailureRow> {
  return all;
}
