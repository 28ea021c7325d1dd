import * as z from 'zod';
import type { PreviewRequest } from '../../../deliver/bridge.ts';
import { withoutAbsent } from '../../../diagnostics/without-absent.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import type { ApiParts, ApiRoute } from '../api-route.ts';
import { type Input, readInput } from '../input.ts';
import { namesWords } from '../names-words.ts';
import { noEvent } from './events.ts';

const bodySchema = z.strictObject({
  source: z.string().optional(),
  payload: z.unknown().optional(),
  eventId: z.string().optional(),
  mapping: z.string().optional(),
  linked: z.coerce.string().optional(),
  why: z.boolean().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
});

/** What would be sent for a payload, or for an event that is stored. Nothing is sent. */
export function previewRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    {
      method: 'POST',
      url: '/preview',
      async answer(request) {
        const input = await readInput(request.raw, parts, bodySchema);
        if (input.kind === 'answer') return input.answer;
        const asked = await previewOf(input.value, parts);
        return asked.kind === 'answer' ? asked.answer : ok(await parts.bridge.preview(asked.value));
      },
    },
  ];
}

type PreviewBody = z.infer<typeof bodySchema>;

async function previewOf(asked: PreviewBody, parts: ApiParts): Promise<Input<PreviewRequest>> {
  const { mapping, linked, why } = asked;
  const rest = withoutAbsent({ mapping, linked, why });
  if (asked.eventId !== undefined) return previewOfStored(asked.eventId, rest, parts);
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
  rest: Pick<PreviewRequest, 'mapping' | 'linked' | 'why'>,
  { store, bridge }: ApiParts,
): Promise<Input<PreviewRequest>> {
  const [contents, payload] = await Promise.all([store.contents(eventId), bridge.payloadOf(eventId)]);
  if (!contents || !payload) return { kind: 'answer', answer: noEvent(eventId) };
  const { source, headers, query } = contents;
  return { kind: 'read', value: { source, headers, query, ...payload, stored: contents, ...rest } };
}

function wrong(status: number, error: string, hint?: string): { kind: 'answer'; answer: Answer } {
  return { kind: 'answer', answer: problem(status, error, hint) };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
