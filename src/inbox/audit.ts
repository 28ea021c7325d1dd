/** Who did something by hand, and why: what a person says along with what they do. */
export interface Actor {
  /** A name, or a role. */
  readonly who: string;
  readonly why?: string;
  /** The IP address that it was asked from, as far as that is certain. */
  readonly address?: string;
}

/** Whoever has the admin's token and does not say who they are. */
export const operator: Actor = { who: 'operator' };

/** What can be done by hand. The words are permanent: programs read them. */
export const auditActions = [
  'resolve-booked',
  'resolve-not-booked',
  'resolve-give-up',
  'replay',
  'force-replay',
  'replay-again',
  'force-replay-again',
  'discard',
  'amend',
  'import',
  'accept-refusal',
  'pause',
  'resume',
  'erase',
  'remove-link',
  'probe-statuses',
  'show-values',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What was done, to be kept. It holds no value of a customer, but for what a person writes as the reason. */
export interface NewAuditEntry extends Actor {
  readonly what: AuditAction;
  /** The event that it concerns, where it concerns one. */
  readonly event?: string;
  /** What else it concerns: a destination, a refusal, a call of the event. */
  readonly about?: string;
  /** How much it concerned, in words. */
  readonly detail?: string;
}

/** An entry of the audit trail, as `/api/audit` shows it. */
export interface AuditEntry extends NewAuditEntry {
  /** ISO 8601. */
  readonly at: string;
}

export interface AuditFilter {
  readonly event?: string;
  readonly limit: number;
  /** `next` of the page before. */
  readonly cursor?: string;
}
