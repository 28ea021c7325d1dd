import * as z from 'zod';
import type { Preview, PreviewRequest } from '../../../deliver/bridge.ts';
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { withoutAbsent } from '../../../diagnostics/without-absent.ts';
import type { PlannableEvent } from '../../../inbox/event.ts';
import { readPayload } from '../../../receive/bodies/body.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import type { Input } from '../input.ts';
import { namesWords } from '../names-words.ts';
import { patchSchema } from '../patch-schema.ts';
import { refusedEvent } from '../refused-event.ts';
import { type CorrectionEffect, effectOf } from '../replay-effect.ts';
import { eventNotFound } from './events-read.ts';

const bodySchema = z.strictObject({
  source: z.string().optional().describe('The source of the event; required with `payload`'),
  payload: z
    .unknown()
    .optional()
    .describe(
      'The payload of one event. This or `eventId` is required. With `refusalId`: the payload to try, as for `accept`',
    ),
  eventId: z.string().optional().describe('The id of a stored event'),
  refusalId: z.string().optional().describe('The id of a refused webhook that contains one event'),
  patch: patchSchema
    .optional()
    .describe('With `eventId` or `refusalId`: a correction to try, as for `amend` or `accept`'),
  mapping: z.string().optional().describe('Only this mapping'),
  linked: z.coerce.string().optional().describe('The customer number to use for the link'),
  again: z
    .boolean()
    .optional()
    .describe(
      'With `eventId`: also show which calls a replay would send: with `true` delivered updates too. `patch` shows it in any case',
    ),
  why: z.boolean().optional().describe('`true`: show how each value was made'),
  headers: z.record(z.string(), z.string()).optional().describe('The headers of the webhook, by name'),
  query: z.record(z.string(), z.unknown()).optional().describe('The query of the webhook, by name'),
});

/** The calls of a replay or a correction, its effect on them, and the earlier values that would stay in the account. */
export interface CorrectionPreview extends Preview, Partial<CorrectionEffect> {}

/** The routes that preview the calls of a payload or a stored event. Nothing is sent. */
export function previewRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /preview',
      body: bodySchema,
      async answer({ body }) {
        const asked = await previewOf(body, parts);
        if (asked.kind === 'answer') return asked.answer;
        const preview = await parts.bridge.preview(asked.value);
        const { eventId, patch, again } = body;
        if (eventId === undefined || (patch === undefined && again === undefined)) return ok(preview);
        const effect = await effectOf(eventId, { patch, again }, parts);
        const shown = patch === undefined ? preview : withHintsForValues(preview);
        return ok({ ...shown, ...effect } satisfies CorrectionPreview);
      },
    }),
  ];
}

/** The person who corrects a value changes the value, so a hint for the rule would mislead. */
function withHintsForValues(preview: Preview): Preview {
  const hint = 'write the value in a form that the message allows; the rule stays as it is';
  const forValue = (each: Diagnostic) => (each.code === 'mapping/invalid-value' ? { ...each, hint } : each);
  const calls = preview.calls.map(call => ({ ...call, diagnostics: call.diagnostics.map(forValue) }));
  return { ...preview, calls, diagnostics: preview.diagnostics.map(forValue) };
}

type PreviewBody = z.infer<typeof bodySchema>;

async function previewOf(asked: PreviewBody, parts: ApiParts): Promise<Input<PreviewRequest>> {
  const { mapping, linked, why } = asked;
  const rest = withoutAbsent({ mapping, linked, why });
  if (asked.eventId !== undefined) return previewOfStored(asked.eventId, asked.patch, rest, parts);
  if (asked.refusalId !== undefined) {
    const refused = await refusedEvent(asked.refusalId, parts, asked.payload);
    return refused.kind === 'answer' ? refused : previewOfContents(refused.value, asked.patch, rest);
  }
  if (asked.patch !== undefined) return wrong(400, 'patch goes with eventId or refusalId only');
  const { source } = asked;
  if (source === undefined || !parts.config.sources.has(source)) {
    const problemWords =
      source === undefined ? 'source is missing' : `there is no source ${JSON.stringify(source)}`;
    return wrong(400, problemWords, `The sources are: ${namesWords(parts.config.sources.keys())}.`);
  }
  if (!Object.hasOwn(asked, 'payload')) return wrong(400, 'payload or eventId is missing');
  const head = { headers: lowerCase(asked.headers ?? {}), query: asked.query ?? {} };
  return { kind: 'read', value: { source, payload: asked.payload, ...head, ...rest } };
}

async function previewOfStored(
  eventId: string,
  patch: PreviewBody['patch'],
  rest: Pick<PreviewRequest, 'mapping' | 'linked' | 'why'>,
  { store }: ApiParts,
): Promise<Input<PreviewRequest>> {
  const contents = await store.contents(eventId);
  if (!contents) return { kind: 'answer', answer: eventNotFound(eventId) };
  return previewOfContents(contents, patch, rest);
}

function previewOfContents(
  contents: PlannableEvent,
  patch: PreviewBody['patch'],
  rest: Pick<PreviewRequest, 'mapping' | 'linked' | 'why'>,
): Input<PreviewRequest> {
  const { source, headers, query, corrections = [] } = contents;
  const stored = patch === undefined ? contents : { ...contents, corrections: [...corrections, patch] };
  return { kind: 'read', value: { source, headers, query, payload: readPayload(stored), stored, ...rest } };
}

function wrong(status: number, error: string, hint?: string): { kind: 'answer'; answer: Answer } {
  return { kind: 'answer', answer: problem(status, error, hint) };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
