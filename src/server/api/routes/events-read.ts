import * as z from 'zod';
import { mappingInput } from '../../../deliver/planning/mapping-input.ts';
import type { Amendment } from '../../../inbox/amendment.ts';
import type { Actor, AuditEntry } from '../../../inbox/audit.ts';
import type { EventSummary, EventView, PersonAbout, PlannableEvent, Status } from '../../../inbox/event.ts';
import type { EventPage } from '../../../inbox/event-filter.ts';
import { numberInEvent } from '../../../mapping/evaluate/person/names-person.ts';
import { redactContents } from '../../../receive/redaction/redact-contents.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorOf, actorSchema } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { sequenceCursor } from '../cursor.ts';
import { filterKeys, filterOf } from '../event-filter-keys.ts';
import { personInPayload } from '../person-in-payload.ts';
import { type NeededNumber, neededNumbers } from './needed-numbers.ts';
import { type UnreadInEvent, unreadInEvent } from './unread-in-event.ts';

const listQuery = z.strictObject({
  ...filterKeys,
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('1 to 200; default 50'),
  cursor: sequenceCursor,
});

/** The filters in a body: searched words are personal data, and logs and browser histories keep URLs. */
const searchBody = z.strictObject({
  ...filterKeys,
  limit: z.number().int().min(1).max(200).default(50).describe('1 to 200; default 50'),
  cursor: sequenceCursor,
});

/** The routes that list and show events. */
export function eventReadingRoutes(parts: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({ key: 'GET /events', query: listQuery, answer: ({ query }) => list(query, parts) }),
    apiRoute({
      key: 'POST /events/search',
      body: searchBody,
      answer: ({ body }) => list(body, parts),
    }),
    apiRoute({ key: 'GET /events/:id', answer: ({ id }) => show(id, parts) }),
    apiRoute({ key: 'GET /events/:id/contents', answer: ({ id }) => contentsOf(id, parts) }),
    apiRoute({
      key: 'POST /events/:id/values',
      body: actorSchema,
      answer: ({ id, body, request }) => showValues(id, actorOf(body, request, parts), parts),
    }),
  ];
}

async function list(
  { limit, cursor, ...given }: z.infer<typeof listQuery>,
  parts: ApiParts,
): Promise<Answer> {
  const filter = { ...filterOf(given), limit, ...(cursor !== undefined && { cursor }) };
  const page = await parts.store.events(filter);
  return ok({ ...page, events: await withPeople(page.events, parts) } satisfies EventPage);
}

/** The number of events on a page whose payload is read to find the person. */
const mostRead = 25;
const mostReadBytes = 64 * 1024;

/** Adds the person to events that need attention, also if no call could be made. */
async function withPeople(
  events: readonly EventSummary[],
  parts: ApiParts,
): Promise<readonly EventSummary[]> {
  // Skips a payload that made the program crash: a list must not crash it again.
  const unclear = events.filter(
    ({ about, status, code }) =>
      !about && personNeeded.includes(status) && code !== 'mapping/ended-the-program',
  );
  const people = new Map<string, PersonAbout | undefined>();
  for (const { id } of unclear.slice(0, mostRead)) {
    const contents = await parts.store.contents(id);
    if (!contents || contents.body.length > mostReadBytes) continue;
    people.set(id, await personIn(contents, parts));
  }
  return events.map(each => {
    const about = each.about ?? people.get(each.id);
    return about ? { ...each, about } : each;
  });
}

/** Finds the person by a usual key in the payload, and the customer number that a mapping reads. */
async function personIn(contents: PlannableEvent, parts: ApiParts): Promise<PersonAbout | undefined> {
  const source = parts.config.sources.get(contents.source);
  const { payload } = shownOf(contents, parts);
  const input = { ...mappingInput(contents, source), payload };
  for (const mapping of parts.bridge.planning().mappings.of(contents.source)) {
    const customerId = await numberInEvent(mapping, input, source?.empty);
    if (customerId !== undefined) return { ...personInPayload(payload), customerId: cut(customerId) };
  }
  return personInPayload(payload);
}

/** Shortens a customer number: a valid one has at most 18 digits, and a wrong one must stay recognisable. */
function cut(number: string): string {
  return number.length <= 40 ? number : `${number.slice(0, 40)}…`;
}

const personNeeded: readonly Status[] = ['failed', 'held', 'uncertain'];

/** An event in `/api/events/<id>`: with its payload, if it is stored, and with the actions of people. */
export interface ShownEvent extends EventView {
  /** The received payload. */
  readonly payload?: unknown;
  /** The payload with all corrections, if there are any. */
  readonly corrected?: unknown;
  readonly amendments?: readonly Amendment[];
  /** The answers of a form, if values are shown to a person. */
  readonly answers?: readonly ShownAnswer[];
  /** Where it needs the right customer number of its link; missing if nowhere. */
  readonly needsNumber?: readonly NeededNumber[];
  /** The values that no rule reads and no sample of the mapping has; missing if there are none. */
  readonly unread?: readonly UnreadInEvent[];
  readonly audit: readonly AuditEntry[];
}

/** An answer of a form. */
export interface ShownAnswer {
  /** The name of its question in a rule. */
  readonly question: string;
  readonly value: unknown;
}

/** The number of the last audit entries that are shown with an event. */
const shownEntries = 50;

async function show(id: string, parts: ApiParts): Promise<Answer> {
  const shown = await shownEvent(id, parts);
  return shown ? ok(shown) : eventNotFound(id);
}

async function shownEvent(id: string, parts: ApiParts): Promise<ShownEvent | undefined> {
  const { store } = parts;
  const event = await store.event(id);
  if (!event) return undefined;
  const { entries: audit } = await store.audit({ event: id, limit: shownEntries });
  const contents = await store.contents(id);
  const needsNumber = await neededNumbers(event, parts);
  // A payload that made the program crash is not read again.
  const isReadable = event.code !== 'mapping/ended-the-program';
  const unread = contents && isReadable ? await unreadInEvent(contents, parts) : [];
  return {
    ...event,
    ...(contents && (await payloadsOf(contents, parts))),
    ...(needsNumber.length > 0 && { needsNumber }),
    ...(unread.length > 0 && { unread }),
    audit,
  };
}

async function payloadsOf(
  contents: PlannableEvent,
  parts: ApiParts,
): Promise<Pick<ShownEvent, 'payload' | 'corrected' | 'amendments'>> {
  const { corrections, ...received } = contents;
  const { payload } = shownOf(received, parts);
  if (!corrections) return { payload };
  const amendments = await parts.store.amendments(contents.id);
  return { payload, corrected: shownOf(contents, parts).payload, amendments };
}

/** Responds with every value, and records the person in the audit log. */
async function showValues(id: string, actor: Actor, parts: ApiParts): Promise<Answer> {
  if (!(await parts.store.event(id))) return eventNotFound(id);
  await parts.store.record({ ...actor, what: 'show-values', event: id });
  const shown = await shownEvent(id, parts);
  if (!shown) return eventNotFound(id);
  const answers = await answersIn(id, parts);
  return ok({ ...shown, ...(answers.length > 0 && { answers }) } satisfies ShownEvent);
}

/** Returns the answers of a form in the order of its questions, each with the name that a rule uses. */
async function answersIn(id: string, parts: ApiParts): Promise<readonly ShownAnswer[]> {
  const contents = await parts.store.contents(id);
  const source = contents && parts.config.sources.get(contents.source);
  if (!source) return [];
  // Loaded at the first request: an idle bridge does not need it.
  const { payloadPaths } = await import('../../../check/starter/payload-paths.ts');
  const answers = payloadPaths([mappingInput(contents, source)], source).filter(({ isAnswer }) => isAnswer);
  // A question with a key and a label occurs under both names.
  const byQuestion = new Map(
    answers.map(({ answer, keys, value }) => [answer ?? String(keys.at(-1)), value] as const),
  );
  return [...byQuestion].map(([question, value]) => ({ question, value }));
}

/** The response with the data that a mapping's expressions can read; its payload contains the answers. */
async function contentsOf(id: string, parts: ApiParts): Promise<Answer> {
  const contents = await parts.store.contents(id);
  return contents ? ok(shownOf(contents, parts)) : eventNotFound(id);
}

function shownOf(contents: PlannableEvent, { config }: ApiParts) {
  const source = config.sources.get(contents.source);
  const { event, ...input } = mappingInput(contents, source);
  return { ...redactContents(source, input), event };
}

/** The response for an event that does not exist, or no longer. */
export function eventNotFound(id: string): Answer {
  return problem(
    404,
    `there is no event ${JSON.stringify(id.slice(0, 60))}`,
    'It may have been deleted after its time (retention).',
  );
}
