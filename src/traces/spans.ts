import type { DestinationConfig } from '../config/config.ts';
import type { Claim } from '../inbox/claim.ts';
import type { AcceptedRequest, Added, PlannableEvent } from '../inbox/event.ts';
import type { AttemptRecord } from '../inbox/outcome.ts';
import type { EventPlan } from '../inbox/plan.ts';
import type { NewSpan, OpenSpan, SpanAttributes, Traces } from './traces.ts';

/** Stores a webhook, with a span if the webhook is recorded. */
export function storeTraced(
  traces: Traces,
  { source, trace }: AcceptedRequest,
  store: () => Promise<readonly Added[]>,
): Promise<readonly Added[]> {
  if (trace === undefined) return store();
  const span = {
    name: 'store',
    kind: 'internal',
    parent: trace,
    attributes: { 'fieldbridge.source': source },
  } as const;
  return within(traces, span, store, added => ({ says: addedSays(added) }));
}

/** Plans an event, with a span if its webhook is recorded. */
export function planTraced<Planned extends { readonly plan: EventPlan }>(
  traces: Traces | undefined,
  { id, source, trace }: PlannableEvent,
  plan: () => Promise<Planned>,
): Promise<Planned> {
  if (!traces || trace === undefined) return plan();
  const attributes = { 'fieldbridge.event.id': id, 'fieldbridge.source': source };
  const span = { name: 'plan', kind: 'internal', parent: trace, attributes } as const;
  return within(traces, span, plan, planned => planSays(planned.plan));
}

/** Begins the span of one request of a call, if the webhook of its event is recorded. */
export function beginCallSpan(
  traces: Traces | undefined,
  claim: Claim,
  { name, baseUrl }: DestinationConfig,
): OpenSpan | undefined {
  const { trace, eventId, source, mapping, call, attempt } = claim;
  if (!traces || trace === undefined) return undefined;
  const { hostname, port, protocol } = new URL(baseUrl);
  return traces.begin({
    name: `POST ${call.operation}`,
    kind: 'client',
    parent: trace,
    attributes: {
      'http.request.method': 'POST',
      'server.address': hostname,
      'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
      ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
      'fieldbridge.event.id': eventId,
      'fieldbridge.source': source,
      'fieldbridge.mapping': mapping,
      'fieldbridge.destination': name,
      'fieldbridge.operation': call.operation,
      'fieldbridge.attempt': attempt,
    },
  });
}

/** Ends the span of a request, with its HTTP status and its row of the failure table. */
export function endCallSpan(
  span: OpenSpan,
  { kind, row }: { readonly kind: string; readonly row: string },
  { status }: Pick<AttemptRecord, 'status'>,
): void {
  const says = {
    ...(status !== undefined && { 'http.response.status_code': status }),
    'fieldbridge.outcome': kind,
    'fieldbridge.row': row,
  };
  span.end(says, kind === 'done' ? undefined : row);
}

/** The data of a span at its end; `failed`: the kind of the failure. */
interface Said {
  readonly says: SpanAttributes;
  readonly failed?: string | undefined;
}

async function within<Result>(
  traces: Traces,
  span: NewSpan,
  work: () => Promise<Result>,
  say: (result: Result) => Said,
): Promise<Result> {
  const open = traces.begin(span);
  try {
    const result = await work();
    const { says, failed } = say(result);
    open.end(says, failed);
    return result;
  } catch (error) {
    open.end({}, error instanceof Error ? error.name : typeof error);
    throw error;
  }
}

/** The maximum number of event ids in a span. */
const mostIds = 16;

function addedSays(added: readonly Added[]): SpanAttributes {
  const stored = added.filter(({ status }) => status === 'queued');
  return {
    'fieldbridge.events': stored.length,
    'fieldbridge.duplicates': added.length - stored.length,
    ...(added.length > 0 && { 'fieldbridge.event.ids': added.slice(0, mostIds).map(({ id }) => id) }),
  };
}

/** Leaves out destinations: a rule may have taken the name from the payload. */
function planSays({ calls, outcome }: EventPlan): Said {
  const says = {
    // Some receivers fail at an empty list.
    ...(calls.length > 0 && {
      'fieldbridge.mappings': calls.map(({ mapping }) => mapping),
      'fieldbridge.statuses': calls.map(({ state }) => state.status),
    }),
    ...(outcome && { 'fieldbridge.outcome': outcome.status }),
  };
  const diagnostics = outcome?.diagnostics ?? [];
  const failed = outcome?.status === 'failed' ? diagnostics.at(-1)?.code : undefined;
  const failedCall = calls.find(({ state }) => state.status === 'failed');
  return { says, failed: failed ?? failedCall?.diagnostics.at(-1)?.code };
}
