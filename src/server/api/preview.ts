import * as z from 'zod';
import type { PreviewRequest } from '../../deliver/bridge.ts';
import { type Answer, ok, problem } from '../answer.ts';
import type { ApiParts, ApiRoute } from './api-route.ts';
import { noEvent } from './events.ts';
import { type Input, readInput } from './input.ts';
import { namesWords } from './names-words.ts';

const wishSchema = z.strictObject({
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
        const input = await readInput(request.raw, parts, wishSchema);
        if (input.kind === 'answer') return input.answer;
        const wish = await previewWish(input.value, parts);
        return wish.kind === 'answer' ? wish.answer : ok(await parts.bridge.preview(wish.value));
      },
    },
  ];
}

type Wish = z.infer<typeof wishSchema>;

async function previewWish(wish: Wish, parts: ApiParts): Promise<Input<PreviewRequest>> {
  const { mapping, linked, why } = wish;
  const rest = {
    ...(mapping !== undefined && { mapping }),
    ...(linked !== undefined && { linked }),
    ...(why !== undefined && { why }),
  };
  if (wish.eventId !== undefined) return storedWish(wish.eventId, rest, parts);
  const { source } = wish;
  if (source === undefined || !parts.config.sources.has(source)) {
    const problemWords =
      source === undefined ? 'source is missing' : `there is no source ${JSON.stringify(source)}`;
    return wrong(400, problemWords, `The sources are: ${namesWords(parts.config.sources.keys())}.`);
  }
  if (!Object.hasOwn(wish, 'payload')) return wrong(400, 'payload or eventId is missing');
  const head = { headers: lowerCase(wish.headers ?? {}), query: wish.query ?? {} };
  return { kind: 'read', value: { source, payload: wish.payload, ...head, ...rest } };
}

async function storedWish(
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
