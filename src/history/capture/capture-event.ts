import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import type { SourceConfig } from '../../config/config.ts';
import { mappingInput } from '../../deliver/planning/mapping-input.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { customerNumber } from '../../inbox/call.ts';
import type { ArchivedEvent } from '../../inbox/event-archive.ts';
import { requestView } from '../../inbox/request-view.ts';
import type { Evaluation, SettingsOf } from '../../mapping/evaluate/evaluation.ts';
import { mappingUses } from '../../mapping/evaluate/variables.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { expressionsOf } from '../../mapping/rules-of.ts';
import type { NewTest } from '../../mapping/tests/append-test.ts';
import { evaluateTest } from '../../mapping/tests/evaluate-test.ts';
import { answeredQuestions } from '../../receive/answers/answers.ts';
import { answersOf } from '../../receive/answers/answers-of.ts';
import { questionNames } from '../../receive/answers/find-answer.ts';
import type { SampleEvent } from '../../receive/samples/read-sample.ts';
import { createAnonymiser, type Kept } from './anonymise.ts';
import { destinedKinds } from './destined-kinds.ts';
import { personIds } from './person-ids.ts';
import { type PlacedPayload, placePayload } from './place-payload.ts';
import { isValueKey } from './value-kind.ts';
import { vocabularyOf } from './vocabulary.ts';

/** A test made from a stored event, with personal values replaced by invented ones. */
export interface Captured {
  /** The test without its payload, which is at `place`. */
  readonly test: Omit<NewTest, 'payload'>;
  readonly place: PlacedPayload['place'];
  /** The kept texts of the event, for a person to review. */
  readonly kept: readonly Kept[];
  /** The number of different replaced values. */
  readonly replaced: number;
  /** The parameters that the mapping sends for only one of the two: the event and its anonymised copy. */
  readonly lost: readonly string[];
  /** True if the mapping applies to such an event. */
  readonly wanted: boolean;
}

/** The reason why no test can be made from an event. */
export interface NotCaptured {
  readonly reason: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The dependencies of capturing. */
export interface Capturing {
  readonly mapping: Mapping;
  readonly source: SourceConfig | undefined;
  /** The catalog of the mapping's destination, if known. */
  readonly catalog: CatalogSnapshot | null;
  /** The names of all destinations. */
  readonly destinations: readonly string[];
  readonly settingsOf?: SettingsOf;
  readonly name: string;
  /** The current customer number for the event's link. */
  readonly linked: string | undefined;
  /** True to put the payload into the mapping. By default it gets its own file if the source can read it from one. */
  readonly inMapping?: boolean;
}

/** Makes a test from a stored event. Writes nothing. */
export async function captureEvent(
  archived: ArchivedEvent,
  capturing: Capturing,
): Promise<Captured | NotCaptured> {
  const { mapping, source, catalog, destinations, name, settingsOf } = capturing;
  const { event } = archived;
  const input = mappingInput(event, source);
  const body = event.payload === undefined ? input.payload : input.body;
  const headers = wantedHeaders(capturing, event.headers);
  const linked = linkedThen(archived, capturing);
  const { anonymise, kept, replaced } = createAnonymiser([input.payload, body, headers, linked ?? ''], {
    vocabulary: vocabularyOf(mapping, source, { catalog, destinations }),
    destined: await destinedKinds(mapping, input, catalog),
    ids: await personIds(mapping, input, linked),
    harmless: harmlessTexts(source, input.payload, event.type),
  });
  const payload = anonymise(input.payload);
  const sentHeaders = anonymise(headers) as Readonly<Record<string, string>>;
  const placed = await placePayload(source, {
    payload,
    body: event.payload === undefined ? payload : anonymise(body),
    headers: sentHeaders,
    inMapping: capturing.inMapping,
  });
  if (!placed)
    return { reason: 'its payload is a text that its source does not read alone', diagnostics: [] };
  const context = { people: source?.people ?? mapping.source, empty: source?.empty, settingsOf };
  const known = linked === undefined ? undefined : String(anonymise(linked));
  const first = await evaluateTest(mapping, placed.events, { ...context, linked: known });
  // A call that waits for its link is shown only when the link is known.
  const waits = first.some(each => each.kind === 'waiting');
  const invented = waits ? someCustomer : known;
  const evaluations = waits
    ? await evaluateTest(mapping, placed.events, { ...context, linked: invented })
    : first;
  const failed = evaluations.flatMap(each => (each.kind === 'failed' ? each.diagnostics : []));
  if (failed.length > 0)
    return { reason: 'the mapping fails for it, and a test expects calls', diagnostics: failed };
  const asItWas: SampleEvent = { ...input, headers: event.headers, query: event.query, diagnostics: [] };
  const original = await evaluateTest(mapping, [{ ...asItWas, ...typeOf(event.type) }], {
    ...context,
    linked: linked ?? invented,
  });
  return {
    test: {
      name,
      ...(Object.keys(sentHeaders).length > 0 && { headers: sentHeaders }),
      ...(invented !== undefined && { linked: invented }),
      expect: evaluations.flatMap(expected),
    },
    place: placed.place,
    kept: kept().filter(({ text }) => isWritten(text, placed.place)),
    replaced,
    lost: lostParts(original, evaluations),
    wanted: evaluations.some(each => each.kind !== 'not-wanted'),
  };
}

/** An invented customer number. */
const someCustomer = '1001';

/** Returns the headers that an expression of the mapping or of its source reads by name. */
function wantedHeaders(
  { mapping, source }: Capturing,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const sources = [source?.eventType, source?.occurredAt, source?.split].flatMap(each => each?.source ?? []);
  const own = mappingUses(mapping, 'headers') ? expressionsOf(mapping).map(each => each.source) : [];
  const texts = [...sources.filter(text => text.includes('$headers')), ...own];
  const isRead = (name: string) => texts.some(text => text.toLowerCase().includes(name));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.length > 2 && name !== 'content-type' && isRead(name)),
  );
}

/** Returns the customer number of the link when the mapping made its call, or else the current one. */
function linkedThen({ calls }: ArchivedEvent, { mapping, linked }: Capturing): string | undefined {
  if (!mappingUses(mapping, 'linked')) return undefined;
  const stored = calls.find(call => call.mapping === mapping.name);
  return (stored?.call && customerNumber(stored.call)) ?? stored?.customerId ?? linked;
}

/** Returns the texts that say nothing about a person: the names of a form's questions, and the kind of the event. */
function harmlessTexts(
  source: SourceConfig | undefined,
  payload: unknown,
  type: string | undefined,
): ReadonlyMap<string, string> {
  const answers = answersOf(source?.answers, payload);
  const names = answers ? answeredQuestions(answers).questions.flatMap(questionNames) : [];
  // A source may wrongly declare an answer as the name of a question.
  const questions = typeof source?.answers === 'object' ? names.filter(name => !isValueKey(name)) : names;
  const texts = new Map(questions.map(question => [question, 'the name of a question']));
  if (type !== undefined) texts.set(type, 'the kind of the event');
  return texts;
}

/** True if a text is in the written payload. For a webhook with several events only the selected event is written. */
function isWritten(text: string, place: PlacedPayload['place']): boolean {
  const written = 'body' in place ? place.body : JSON.stringify(place.event);
  const quoted = JSON.stringify(text);
  const twice = JSON.stringify(quoted).slice(1, -1);
  return written === text || written.includes(quoted) || written.includes(twice);
}

function typeOf(type: string | undefined): { type?: string } {
  return type === undefined ? {} : { type };
}

/** Returns the call as a test expects it, without the operation, which is in the mapping. */
function expected(evaluation: Evaluation): readonly Readonly<Record<string, unknown>>[] {
  if (evaluation.kind !== 'call') return [];
  const { operation: _, ...parameters } = requestView(evaluation.call);
  return [parameters];
}

function lostParts(original: readonly Evaluation[], made: readonly Evaluation[]): readonly string[] {
  const before = new Set(original.flatMap(parts));
  const after = new Set(made.flatMap(parts));
  return [...before.symmetricDifference(after)];
}

function parts(evaluation: Evaluation): readonly string[] {
  if (evaluation.kind !== 'call') return [];
  const { additionalFields = {}, ...parameters } = requestView(evaluation.call);
  return [...Object.keys(parameters), ...Object.keys(additionalFields).map(key => `additionalFields.${key}`)];
}
