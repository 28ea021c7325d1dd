import { encode } from '../booking/encode.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Call } from '../inbox/call.ts';
import type { PlannedCall } from '../inbox/plan.ts';
import { requestView } from '../inbox/request-view.ts';
import type { MappingInput } from '../mapping/evaluation.ts';
import { answersOf } from '../receive/answers/answers.ts';
import { addOccurredAt } from '../receive/occurred-at.ts';
import type { Preview, PreviewedCall, PreviewWish } from './bridge.ts';
import { type Planning, planMapping } from './plan-event.ts';

/** What the mappings would make of a payload, up to the exact HTTP request. Nothing is sent and nothing is held. */
export async function previewPayload(wish: PreviewWish, planning: Planning): Promise<Preview> {
  const mappings = planning.mappings
    .of(wish.source)
    .filter(each => wish.mapping === undefined || each.name === wish.mapping);
  if (mappings.length === 0) return { calls: [], diagnostics: [noMapping(wish)] };
  const people = planning.source(wish.source)?.people ?? wish.source;
  const { linked } = wish;
  const known = linked === undefined ? planning : { ...planning, findLink: async () => linked };
  const input = await inputOf(wish, planning);
  const calls: PreviewedCall[] = [];
  for (const mapping of mappings) {
    const planned = await planMapping(mapping, input, known, people);
    if (planned) calls.push(shown(planned.call, planning));
  }
  return { calls, diagnostics: calls.length > 0 ? [] : [noneWants()] };
}

function noMapping({ source, mapping }: PreviewWish): Diagnostic {
  const which = mapping === undefined ? 'mapping' : `mapping "${mapping}"`;
  return diagnostic('mapping/no-mapping', `there is no usable ${which} for the source "${source}"`);
}

function noneWants(): Diagnostic {
  return diagnostic('mapping/none-applied', 'no mapping wants this payload (`when` is not true)');
}

async function inputOf(wish: PreviewWish, planning: Planning): Promise<MappingInput> {
  const { payload, headers = {}, query = {} } = wish;
  const source = planning.source(wish.source);
  const item = { id: 'preview', contentHash: '', diagnostics: [] };
  const scope = { input: payload, bindings: { headers, query, body: payload } };
  const { occurredAt } = source?.occurredAt ? await addOccurredAt(source.occurredAt, item, scope) : {};
  return {
    payload,
    answers: answersOf(source?.answers, payload),
    headers,
    query,
    body: payload,
    event: {
      id: 'preview',
      source: wish.source,
      receivedAt: new Date(planning.now).toISOString(),
      ...(occurredAt !== undefined && { occurredAt: new Date(occurredAt).toISOString() }),
    },
  };
}

function shown(planned: PlannedCall, planning: Planning): PreviewedCall {
  const { state } = planned;
  const call = 'call' in state ? state.call : undefined;
  return {
    mapping: planned.mapping,
    destination: planned.destination,
    operation: planned.operation,
    status: state.status === 'waiting' ? 'queued' : state.status,
    request: call ? requestView(call) : null,
    http: call && state.status === 'queued' ? httpOf(call, planned.destination, planning) : null,
    diagnostics: planned.diagnostics,
  };
}

function httpOf(call: Call, destination: string, planning: Planning): PreviewedCall['http'] {
  const baseUrl = planning.destination(destination)?.config.baseUrl ?? '';
  const request = encode(call);
  return {
    method: request.method,
    url: `${baseUrl}${request.path}`,
    ...(request.contentType !== undefined && { contentType: request.contentType }),
    ...(request.body !== undefined && { body: request.body }),
  };
}
