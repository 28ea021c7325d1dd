import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogSnapshot } from '../../../booking/catalog/field.ts';
import { patienceOf } from '../../../check/data/patience.ts';
import { storedTrial } from '../../../history/trials/trials-of.ts';
import type { Action } from '../../../language/actions.ts';
import type { CompletionList, OpenText } from '../../../language/complete/complete.ts';
import type { Definition } from '../../../language/definition.ts';
import type { Diagnosing } from '../../../language/diagnose.ts';
import type { Hover } from '../../../language/hover.ts';
import type { ExampleEvent, Knowledge } from '../../../language/knowledge.ts';
import { pathInMappings, toTestFileName } from '../../../language/mapping-path.ts';
import { sampleEvents } from '../../../language/sample-events.ts';
import { createLanguageService, type PlacedDiagnostic, sourceAsked } from '../../../language/service.ts';
import type { Position, Range } from '../../../language/text-lines.ts';
import type { ApiParts } from '../api-route.ts';
import { knownNames } from '../known-names.ts';

/** A text, with the data about its folder and the bridge. */
export interface TextContext {
  readonly open: OpenText;
  readonly knowledge: Knowledge;
}

/** A text, perhaps with a position in it. */
export interface TextRequest extends OpenText {
  readonly eventId?: string | undefined;
  readonly position?: Position | undefined;
}

/** Responds to requests of an editor with the data of the running bridge. */
export interface LanguageAnswers {
  contextOf(request: TextRequest, masked: boolean): Promise<TextContext | 'no such event' | 'too much'>;
  diagnostics(context: TextContext): Promise<{ diagnostics: readonly PlacedDiagnostic[] }>;
  complete(context: TextContext, position: Position): Promise<CompletionList>;
  hover(context: TextContext, position: Position): Promise<{ hover: Hover | null }>;
  actions(context: TextContext, within: Range): Promise<{ actions: readonly Action[] }>;
  definition(context: TextContext, position: Position): Promise<{ definition: Definition | null }>;
}

/** The number of stored events of a source that are used as examples, and the time for which they are kept. */
const storedEvents = 20;
const storedForMs = 5_000;
/** The time limit for trying a mapping on events, in milliseconds for each request. */
const tryingMs = 300;
const mostBytes = 256 * 1024;

/** Creates the responses; stored events that were read are kept for some seconds. */
export function createLanguageAnswers(parts: ApiParts): LanguageAnswers {
  const service = createLanguageService();
  const examples = createExamples(parts);
  const diagnosing = (): Diagnosing => ({
    now: parts.clock.now(),
    patience: patienceOf(tryingMs, () => parts.clock.now()),
    pause: async () => void (await nextTurn()),
  });
  return {
    async contextOf({ file, text, eventId, position }, masked) {
      if (Buffer.byteLength(text) > mostBytes) return 'too much';
      const open = { file, text };
      const source = sourceAsked(open, position);
      const events = await examples(source, eventId);
      return events ? { open, knowledge: knowledgeOf(parts, { file, events, masked }) } : 'no such event';
    },
    diagnostics: async ({ open, knowledge }) => ({
      diagnostics: await service.diagnostics(open, knowledge, diagnosing()),
    }),
    complete: async ({ open, knowledge }, position) => service.complete(open, position, knowledge),
    hover: async ({ open, knowledge }, position) => ({
      hover: (await service.hover(open, position, knowledge)) ?? null,
    }),
    actions: async ({ open, knowledge }, within) => ({
      actions: await service.actions(open, within, knowledge, diagnosing()),
    }),
    definition: async ({ open, knowledge }, position) => ({
      definition: service.definition(open, position, knowledge) ?? null,
    }),
  };
}

function knowledgeOf(
  { config, bridge, payloads }: ApiParts,
  { file, events, masked }: { file: string; events: readonly ExampleEvent[]; masked: boolean },
): Knowledge {
  const catalogs = new Map<string, CatalogSnapshot>();
  for (const name of config.destinations.keys()) {
    const catalog = bridge.catalog(name);
    if (catalog) catalogs.set(name, catalog);
  }
  return {
    config,
    catalogs,
    events,
    masked,
    showsName: masked ? knownNames(config, bridge) : () => true,
    sampleFiles: (payloads?.list() ?? []).map(each => toTestFileName(each, file)),
    readFile(path) {
      if (!payloads) throw new Error('no payload can be read here');
      return payloads.read(pathInMappings(path));
    },
  };
}

type FindExamples = (
  source: string | undefined,
  eventId: string | undefined,
) => Promise<readonly ExampleEvent[] | undefined>;

/** Finds the example events of a source: the selected one, the mappings' samples, and stored ones. */
function createExamples(parts: ApiParts): FindExamples {
  const kept = new Map<
    string,
    { readonly until: number; readonly events: Promise<readonly ExampleEvent[]> }
  >();
  const ofSource = async (source: string) => {
    const samples: ExampleEvent[] = [];
    for (const mapping of parts.bridge.planning().mappings.of(source)) {
      samples.push(...(await sampleEvents(mapping, parts.config, parts.clock.now())));
      await nextTurn();
    }
    return [...(await storedOf(source, parts)), ...samples];
  };
  const keptOf = (source: string) => {
    const now = parts.clock.now();
    const before = kept.get(source);
    if (before && before.until > now) return before.events;
    const events = ofSource(source);
    if (kept.size > 20) kept.clear();
    kept.set(source, { until: now + storedForMs, events });
    // A failed read is repeated at the next request.
    events.catch(() => kept.delete(source));
    return events;
  };
  return async (source, eventId) => {
    const all = source === undefined || !parts.config.sources.has(source) ? [] : await keptOf(source);
    if (eventId === undefined) return all;
    const contents = await parts.store.contents(eventId);
    if (!contents) return undefined;
    return [
      ...storedTrial(contents, parts.config.sources.get(contents.source)),
      ...all.filter(each => each.input.event.id !== eventId),
    ];
  };
}

async function storedOf(source: string, parts: ApiParts): Promise<readonly ExampleEvent[]> {
  const archive = await parts.openArchive();
  try {
    const events = (await archive.lastEvents([source], storedEvents)).get(source) ?? [];
    return events.flatMap(each => storedTrial(each, parts.config.sources.get(each.source)));
  } finally {
    await archive.close();
  }
}
