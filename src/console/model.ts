/** What `/api` answers, as far as the console reads it. Its description is at `/api/openapi.json`. */

export const statuses = [
  'queued',
  'held',
  'delivered',
  'skipped',
  'failed',
  'uncertain',
  'discarded',
] as const;
export type Status = (typeof statuses)[number];

export interface Diagnostic {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly hint?: string;
  readonly path?: string;
  readonly mapping?: string;
}

export interface EventSummary {
  readonly id: string;
  readonly source: string;
  readonly status: Status;
  readonly type?: string;
  readonly receivedAt: string;
  readonly nextAttemptAt?: string;
  readonly reason?: string;
  readonly duplicateOf?: string;
}

export interface EventPage {
  readonly events: readonly EventSummary[];
  readonly next?: string;
  readonly searchedTo?: string;
}

export interface Attempt {
  readonly at: string;
  readonly ms: number;
  readonly outcome: string;
  readonly status?: number;
  readonly body?: string;
}

export interface Call {
  readonly mapping: string;
  readonly destination: string;
  readonly operation: string;
  readonly status: Status;
  readonly request: Readonly<Record<string, unknown>> | null;
  readonly nextAttemptAt?: string;
  readonly reason?: string;
  readonly result?: string;
  readonly action?: string;
  readonly url?: string;
  readonly customerId?: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly attempts: readonly Attempt[];
}

export interface AuditEntry {
  readonly at: string;
  readonly who: string;
  readonly what: string;
  readonly why?: string;
  readonly detail?: string;
}

export interface FullEvent extends EventSummary {
  readonly payload?: unknown;
  readonly diagnostics: readonly Diagnostic[];
  readonly calls: readonly Call[];
  readonly audit?: readonly AuditEntry[];
}

export interface MappingTrace {
  readonly mapping: string;
  readonly wanted: boolean;
  readonly parts: readonly PartTrace[];
}

export interface PartTrace {
  readonly part: string;
  readonly steps: readonly { readonly step: string; readonly what: string; readonly state: string }[];
  readonly outcome: {
    readonly kind: string;
    readonly text?: string;
    readonly why?: string;
    readonly advice?: string;
  };
}

export interface Preview {
  readonly calls: readonly {
    readonly mapping: string;
    readonly destination: string;
    readonly status: Status;
    readonly request: Readonly<Record<string, unknown>> | null;
    readonly diagnostics: readonly Diagnostic[];
  }[];
  readonly diagnostics: readonly Diagnostic[];
  readonly why?: readonly MappingTrace[];
}

export interface Destination {
  readonly name: string;
  readonly baseUrl: string;
  readonly state: 'probing' | 'open' | 'held' | 'paused';
  readonly reason?: string;
  readonly since?: string;
  readonly waiting: number;
  readonly catalog: { readonly fetchedAt: string; readonly fields: number; readonly statuses: number } | null;
}

export interface Mapping {
  readonly name: string;
  readonly file: string;
  readonly source: string | null;
  readonly destination: string | null;
  readonly usable: boolean;
  readonly held: { readonly since: string; readonly reason: string } | null;
  readonly calls: Readonly<Record<Status, number>>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Overview {
  readonly statuses: Readonly<Record<Status, number>>;
  readonly unclaimed: number;
  readonly destinations: readonly Destination[];
  readonly mappings: readonly Mapping[];
}

export interface Source {
  readonly name: string;
  readonly preset: string | null;
  readonly path: string;
  readonly url: string | null;
  readonly lastAcceptedAt: string | null;
  readonly streak: { readonly count: number; readonly since: string; readonly reason: string } | null;
}

export interface Refusal {
  readonly id: string;
  readonly at: string;
  readonly source: string;
  readonly status: number;
  readonly reason: string;
  readonly verified: boolean;
  readonly acceptable: boolean;
  readonly acceptedAs?: readonly string[];
}

export interface Field {
  readonly keyName: string;
  readonly name: string;
  readonly type: string;
  readonly selectItems?: readonly string[] | null;
  readonly translations?: Readonly<Record<string, { readonly name?: string }>>;
  readonly archived?: boolean;
}

export interface KnownStatus {
  readonly name: string;
  readonly state?: string;
  readonly at: string;
}
