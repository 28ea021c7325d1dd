import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { EventArchive } from '../../../../inbox/event-archive.ts';
import type { Mapping } from '../../../../mapping/mapping.ts';
import { type Answer, codedProblem, ok } from '../../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';
import { eventNotFound } from '../events-read.ts';
import type { HistoryQuery } from '../history-query.ts';
import { editBetween, parseText, textKeys } from './text.ts';

const bodySchema = z.strictObject({
  ...textKeys,
  eventId: z.string().max(100).describe('The stored event for the test'),
  name: z.string().trim().min(1).max(200).optional().describe('The name of the test'),
});

type Body = z.infer<typeof bodySchema>;

/**
 * The routes that add a test of a stored event to the text of a mapping, with invented values in place of personal
 * ones. Nothing is saved.
 */
export function newTestRoutes(parts: ApiParts, queryHistory: HistoryQuery): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /bench/test',
      body: bodySchema,
      answer: ({ body, request }) => answerTest(body, request, parts, queryHistory),
    }),
  ];
}

async function answerTest(
  body: Body,
  request: FastifyRequest,
  parts: ApiParts,
  queryHistory: HistoryQuery,
): Promise<Answer> {
  const { mapping } = await parseText(body, parts);
  if (!mapping) return notUsableAnswer;
  let answer: Answer = eventNotFound(body.eventId);
  const found = await queryHistory(request, async archive => {
    answer = await capturedTest(body, mapping, archive, parts);
  });
  return found.status === 200 ? answer : found;
}

async function capturedTest(
  body: Body,
  mapping: Mapping,
  archive: EventArchive,
  parts: ApiParts,
): Promise<Answer> {
  const archived = await archive.event(body.eventId);
  if (!archived) return eventNotFound(body.eventId);
  if (archived.event.source !== mapping.source) return otherSourceAnswer;
  // Loaded at the first request: an idle bridge does not need it.
  const [{ captureEvent }, { appendTest }] = await Promise.all([
    import('../../../../history/capture/capture-event.ts'),
    import('../../../../mapping/tests/append-test.ts'),
  ]);
  const { config } = parts;
  const { findLink, destination } = parts.bridge.planning();
  const call = archived.calls.find(each => each.mapping === mapping.name);
  const goesTo = 'name' in mapping.destination ? mapping.destination.name : call?.destination;
  const received = new Date(archived.event.receivedAt).toISOString().slice(0, 10);
  const captured = await captureEvent(archived, {
    mapping,
    source: config.sources.get(mapping.source),
    catalog: destination(goesTo ?? '')?.catalog ?? null,
    destinations: [...config.destinations.keys()],
    settingsOf: name => config.destinations.get(name),
    name: body.name ?? unusedTestName(`an event of ${received}`, mapping),
    linked: call?.link && goesTo !== undefined ? await findLink(call.link, goesTo) : undefined,
    inMapping: true,
  });
  if ('reason' in captured || !('event' in captured.place)) return noTestAnswer(captured);
  const { test, place, kept, replaced, lost } = captured;
  const text = appendTest(body.text, { ...test, payload: place.event });
  const { mapping: read } = await parseText({ mapping: body.mapping, text }, parts);
  if (read?.tests.length !== mapping.tests.length + 1) return noRoomAnswer;
  return ok({ edit: editBetween(body.text, text), name: test.name, kept, replaced, lost });
}

/** Returns an unused name, so that a failing test can be identified. */
function unusedTestName(name: string, { tests }: Mapping): string {
  const used = new Set(tests.map(each => each.name));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!used.has(candidate)) return candidate;
  }
}

const notUsableAnswer = codedProblem(
  'not-usable',
  422,
  'the text cannot be used as a mapping yet',
  'Correct the lines that are marked, then make the test.',
);

const otherSourceAnswer = codedProblem(
  'other-source',
  422,
  'the event came from another source than the mapping is for',
  'Choose an event of the source that the mapping names.',
);

const noRoomAnswer = codedProblem(
  'no-room',
  422,
  'the text is written in a way that no test can be added to',
  'Write `tests:` in lines of its own at the end of the file.',
);

function noTestAnswer(captured: object): Answer {
  const reason = 'reason' in captured ? String(captured.reason) : 'its payload is a text';
  return codedProblem(
    'no-test',
    422,
    `no test can be made of this event: ${reason}`,
    'Choose an event of which the mapping makes a call.',
  );
}
