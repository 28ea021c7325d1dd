import { encode } from '../../booking/http/encode.ts';
import { readyRequest } from '../../booking/http/ready-request.ts';
import { doubtfulStatus } from '../../check/call/choices/status-name.ts';
import { checkPayload, withoutReported } from '../../check/data/check-payload.ts';
import { checkAnswerPaths } from '../../check/data/paths/check-answer-paths.ts';
import { doubtfulEventId } from '../../check/data/people/check-event-id.ts';
import { type Trial, trialScope } from '../../check/data/trial.ts';
import { composed } from '../../diagnostics/composed.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call } from '../../inbox/call.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { AcceptedItem } from '../../inbox/event.ts';
import { requestView } from '../../inbox/request-view.ts';
import { unreadAnswers } from '../../mapping/doubts/changed-form/unread-answers.ts';
import { assumedHeaders } from '../../mapping/evaluate/assumed-headers.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { startRecording } from '../../mapping/explain/recording.ts';
import type { MappingTrace } from '../../mapping/explain/trace.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { answersOf } from '../../receive/answers/answers-of.ts';
import { addEventType } from '../../receive/events/event-type.ts';
import { addOccurredAt } from '../../receive/events/occurred-at.ts';
import type { Preview, PreviewedCall, PreviewRequest } from '../bridge.ts';
import type { Explained } from './explain-plan.ts';
import { mappingInput } from './mapping-input.ts';
import {
  faultsIn,
  notesOfDelivery,
  type PlannedMapping,
  type PlanningContext,
  planMapping,
} from './plan-event.ts';

/**
 * Returns the calls that the mappings would make of a payload, up to the exact HTTP request. Nothing is sent and
 * nothing is held.
 */
export async function previewPayload(asked: PreviewRequest, planning: PlanningContext): Promise<Preview> {
  return previewEach(mapping => inputOf(asked, mapping, planning), asked, planning);
}

/** Does the same for all data of an event that expressions can read; `given` as in `Trial`. */
export async function previewInput(
  input: MappingInput,
  given: NonNullable<Trial['given']>,
  asked: Pick<PreviewRequest, 'source' | 'mapping' | 'linked' | 'why'>,
  planning: PlanningContext,
): Promise<Preview> {
  return previewEach(async () => ({ input, given, diagnostics: [] }), asked, planning);
}

/** The data of an event for a mapping, and the diagnostics of reading them. */
interface ReadInput {
  readonly input: MappingInput;
  readonly given: NonNullable<Trial['given']>;
  readonly diagnostics: readonly Diagnostic[];
}

async function previewEach(
  read: (mapping: Mapping) => Promise<ReadInput>,
  asked: Pick<PreviewRequest, 'source' | 'mapping' | 'linked' | 'why'>,
  planning: PlanningContext,
): Promise<Preview> {
  const { source, linked } = asked;
  const mappings = planning.mappings
    .of(source)
    .filter(each => asked.mapping === undefined || each.name === asked.mapping);
  if (mappings.length === 0)
    return { calls: [], diagnostics: [noMapping(asked)], ...(asked.why && { why: [] }) };
  const people = planning.source(source)?.people ?? source;
  const known = linked === undefined ? planning : { ...planning, findLink: async () => linked };
  const calls: PreviewedCall[] = [];
  const why: MappingTrace[] = [];
  const noticed: Diagnostic[] = [];
  const explainPlan = asked.why ? await loadExplainPlan() : undefined;
  for (const [at, mapping] of mappings.entries()) {
    const recording = startRecording();
    const { input, given, diagnostics } = await read(mapping);
    noticed.push(...diagnostics);
    const planned = await planMapping(mapping, input, known, people, recording.record);
    const trial = { input, linked, given };
    if (at === 0) noticed.push(...doubtfulEventId(planning.source(source) ?? { eventId: undefined }, trial));
    const catalog = (planned && planning.destination(planned.call.destination)?.catalog) ?? undefined;
    const shown = [
      ...(await checkPayload(mapping, trial, { isWanted: planned !== undefined, catalog })),
      ...answerPathsIn(mapping, trial, planned !== undefined, planning),
    ];
    const call = planned && previewed(planned, shown, planning);
    if (call) calls.push(call);
    else noticed.push(...shown);
    if (explainPlan) why.push(await explainPlan(mapping, recording, explained(planned, call, planning)));
  }
  const diagnostics = calls.length > 0 ? noticed : [...noticed, noneWants()];
  return { calls, diagnostics, ...(asked.why && { why }) };
}

/**
 * Returns the warnings about paths in `answers` of the source that the event does not have. The warning about an answer at
 * another key says the same about the value of a question, with a line that suits the other events, too.
 */
function answerPathsIn(
  mapping: Mapping,
  trial: Trial,
  isPlanned: boolean,
  planning: PlanningContext,
): readonly Diagnostic[] {
  const found = checkAnswerPaths(mapping, planning.source(mapping.source) ?? { answers: undefined }, [trial]);
  const isTold = isPlanned && unreadAnswers(mapping, trialScope(trial, { needsBody: false })).length > 0;
  return isTold ? found.filter(({ path = '' }) => !path.endsWith('.answers.value')) : found;
}

/** The code that explains a plan is loaded on the first request, because an idle bridge does not need it. */
async function loadExplainPlan() {
  const { explainPlan } = await import('./explain-plan.ts');
  return explainPlan;
}

function explained(
  planned: PlannedMapping | undefined,
  call: PreviewedCall | undefined,
  { destination, now }: PlanningContext,
): Explained {
  if (!planned) return { diagnostics: [] };
  const diagnostics = [...(call?.diagnostics ?? []), ...faultsIn(planned.further)];
  const verdict = planned.verdict ?? planned.further;
  if (!verdict && !('call' in planned.call.state)) return { diagnostics };
  const catalog = verdict ? (destination(planned.call.destination)?.catalog ?? null) : null;
  const sent = !verdict || verdict.kind === 'skip' ? {} : { sent: verdict.call };
  return { diagnostics, checked: { catalog, now }, ...sent };
}

function noMapping({ source, mapping }: Pick<PreviewRequest, 'source' | 'mapping'>): Diagnostic {
  const which = mapping === undefined ? 'mapping' : `mapping "${mapping}"`;
  return diagnostic('mapping/no-mapping', `there is no usable ${which} for the source "${source}"`);
}

function noneWants(): Diagnostic {
  return diagnostic('mapping/none-applied', 'no mapping applies: `when` is false for this payload');
}

async function inputOf(
  asked: PreviewRequest,
  mapping: Mapping,
  planning: PlanningContext,
): Promise<ReadInput> {
  const { query = {} } = asked;
  const source = planning.source(asked.source);
  if (asked.stored) return { input: mappingInput(asked.stored, source), given: 'event', diagnostics: [] };
  const payload = composed(asked.payload);
  const isBare = Object.keys(asked.headers ?? {}).length === 0;
  const { headers, diagnostics: assumed } = isBare
    ? assumedHeaders(mapping, source?.eventType)
    : { headers: asked.headers ?? {}, diagnostics: [] };
  const scope = { input: payload, bindings: { headers, query, body: payload } };
  let item: AcceptedItem = { id: 'preview', contentHash: '', diagnostics: [] };
  if (source?.eventType) item = await addEventType(source.eventType, item, scope);
  if (source?.occurredAt) item = await addOccurredAt(source.occurredAt, item, scope);
  const { type, occurredAt, diagnostics } = item;
  const event = {
    id: 'preview',
    source: asked.source,
    receivedAt: isoTime(planning.now),
    ...(type !== undefined && { type }),
    ...(occurredAt !== undefined && { occurredAt: isoTime(occurredAt) }),
  };
  const answers = answersOf(source?.answers, payload);
  return {
    input: { payload, answers, headers, query, body: payload, event },
    given: 'payload',
    diagnostics: [...assumed, ...diagnostics],
  };
}

/** Values that the check leaves out are not shown as sent. */
function previewed(
  mapped: PlannedMapping,
  shown: readonly Diagnostic[],
  planning: PlanningContext,
): PreviewedCall {
  const { call: planned, verdict, further } = mapped;
  const { state } = planned;
  const written = verdict && verdict.kind !== 'skip' ? verdict.call : undefined;
  const call = written ?? ('call' in state ? state.call : undefined);
  return {
    mapping: planned.mapping,
    destination: planned.destination,
    operation: planned.operation,
    status: state.status === 'waiting' ? 'queued' : state.status,
    request: call ? requestView(call) : null,
    http: call && state.status === 'queued' ? httpOf(call, planned.destination, planning) : null,
    diagnostics: [
      ...withoutReported(planned.diagnostics, shown),
      ...(state.status === 'waiting' ? faultsIn(further) : []),
      ...withoutReported(notesOfDelivery(mapped), shown),
      ...doubtfulStatus(call, planning.destination(planned.destination)?.catalog, planned.destination),
      ...shown,
    ],
  };
}

const placeholder = '[token]';
const encodedPlaceholder = new URLSearchParams({ token: placeholder }).toString();

function httpOf(call: Call, destination: string, planning: PlanningContext): PreviewedCall['http'] {
  const baseUrl = planning.destination(destination)?.config.baseUrl ?? '';
  const request = encode(call);
  const { contentType, body } = request;
  const ready = readyRequest(baseUrl, request, placeholder);
  const readable = (text: string) => text.replace(encodedPlaceholder, `token=${placeholder}`);
  return {
    method: request.method,
    url: `${baseUrl}${request.path}`,
    ...(contentType !== undefined && { contentType }),
    ...(body !== undefined && { body }),
    wire: {
      url: ready.origin + readable(ready.path),
      headers: ready.headers,
      ...(ready.body !== undefined && {
        body: request.token === 'form' ? readable(ready.body) : ready.body,
      }),
    },
  };
}
