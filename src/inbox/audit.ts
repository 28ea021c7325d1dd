/** The person who acted, and the reason that they gave. */
export interface Actor {
  /** A name, or a role. */
  readonly who: string;
  readonly why?: string;
  /** The IP address of the request, if it is certain. */
  readonly address?: string;
}

/** The actor if a request with the admin's token names no person. */
export const operator: Actor = { who: 'operator' };

/** The manual actions. Their names are permanent, because programs read them. */
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
  'add-links',
  'remove-link',
  'probe-statuses',
  'show-values',
  'edit-file',
  'write-secret',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** A manual action for the audit log. It contains no value of a customer, except what a person writes as the reason. */
export interface NewAuditEntry extends Actor {
  readonly what: AuditAction;
  /** The event of the action, if there is one. */
  readonly event?: string;
  /** A further object of the action: a destination, a refusal, a call of the event, a file. */
  readonly about?: string;
  /** The amount of affected data, as text. */
  readonly detail?: string;
}

/** An entry of the audit log, as `/api/audit` shows it. */
export interface AuditEntry extends NewAuditEntry {
  /** ISO 8601. */
  readonly at: string;
}

export interface AuditFilter {
  readonly event?: string;
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly cursor?: string;
}
