import { checkOne } from '../../check/check-one.ts';
import type { Config } from '../../config/config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { PlannableEvent } from '../../inbox/event.ts';
import type { PartOutcome } from '../../mapping/explain/trace.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { ParsedMapping } from '../../mapping/parse/parse-mapping.ts';
import { readTest } from '../../mapping/tests/read-test.ts';
import type { Preview, PreviewRequest } from '../bridge.ts';
import type { PlanningContext } from './plan-event.ts';
import { previewPayload } from './preview.ts';
import { withMapping } from './with-mapping.ts';

/** The calls that the text of a mapping makes for an event, and its results for earlier events. Nothing is sent. */
export interface TextTrial extends Preview {
  /** True if the text can be used as a mapping. If not, faulty lines are read as probably meant, or left out. */
  readonly usable: boolean;
  /** The diagnostics of the text, including those against the config and the account. */
  readonly findings: readonly Diagnostic[];
  /** The payload of the first test, which is used if no event is given. */
  readonly sample?: { readonly test: string; readonly payload: unknown };
  /** The results for other events of the source, the newest first. */
  readonly earlier: readonly EarlierEvent[];
}

/** The result of each rule for another event. */
export interface EarlierEvent {
  readonly id: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  /** True if the mapping applies to the event. */
  readonly wanted: boolean;
  readonly parts: readonly EarlierPart[];
}

/** The result of a rule for another event. */
export interface EarlierPart {
  readonly part: string;
  readonly kind: PartOutcome['kind'];
  readonly text?: string;
}

/** The dependencies of trying a text. */
export interface TextTrying {
  readonly config: Pick<Config, 'sources' | 'destinations'>;
  readonly planning: PlanningContext;
  /** The selected event or payload; undefined if there is none. */
  readonly event: Pick<PreviewRequest, 'payload' | 'headers' | 'query' | 'stored'> | undefined;
  readonly linked: string | undefined;
  readonly earlier: readonly PlannableEvent[];
  /** Yields to other work. `false`: nobody waits for the result any more. */
  readonly goOn: () => Promise<boolean>;
}

/**
 * Returns the diagnostics of a text that was parsed as a mapping, including those against the config and the account,
 * as `check` finds them. A missing test is not reported.
 */
export function textFindings(
  { mapping, readable, diagnostics }: ParsedMapping,
  { config, planning }: Pick<TextTrying, 'config' | 'planning'>,
): readonly Diagnostic[] {
  const read = mapping ?? readable;
  if (!read) return diagnostics;
  const catalogs = new Map(
    [...config.destinations.keys()].map(name => {
      const catalog = planning.destination(name)?.catalog;
      // A status name is checked at the current time, not at the time of the last read.
      return [name, { snapshot: catalog ? { ...catalog, fetchedAt: planning.now } : null }] as const;
    }),
  );
  const found = checkOne(read, config, catalogs);
  return [...diagnostics, ...found.filter(({ code }) => code !== 'check/no-test')];
}

/** Tries a text that was parsed as a mapping. It returns as much as possible, whatever its faults are. */
export async function tryText(parsed: ParsedMapping, trying: TextTrying): Promise<TextTrial> {
  const { linked } = trying;
  const mapping = parsed.mapping ?? parsed.readable;
  const trial = { usable: parsed.mapping !== undefined, findings: textFindings(parsed, trying) };
  const nothing = { calls: [], diagnostics: [], why: [], earlier: [] };
  if (!mapping || trying.planning.source(mapping.source) === undefined) return { ...trial, ...nothing };
  const planning = withMapping(trying.planning, mapping);
  const request = { source: mapping.source, mapping: mapping.name, why: true };
  const sample = trying.event ? undefined : await sampleOf(mapping, trying.planning);
  const event = trying.event ?? sample;
  const preview =
    event && (await previewPayload({ ...request, ...event, ...(linked && { linked }) }, planning));
  const earlier: EarlierEvent[] = [];
  for (const stored of trying.earlier) {
    if (!(await trying.goOn())) break;
    earlier.push(await earlierOf(stored, request, planning));
  }
  return { ...trial, ...(preview ?? nothing), earlier, ...(sample && { sample }) };
}

/** Returns the payload of the first test that has a readable one. */
async function sampleOf(mapping: Mapping, { source }: PlanningContext): Promise<TextTrial['sample']> {
  for (const test of mapping.tests) {
    const read = await readTest(source(mapping.source), test);
    const [first] = read.kind === 'read' ? read.events : [];
    if (first) return { test: test.name, payload: first.payload };
  }
  return undefined;
}

async function earlierOf(
  stored: PlannableEvent,
  request: Pick<PreviewRequest, 'source' | 'mapping' | 'why'>,
  planning: PlanningContext,
): Promise<EarlierEvent> {
  const { why = [] } = await previewPayload({ ...request, payload: undefined, stored }, planning);
  const [trace] = why;
  const parts = (trace?.parts ?? []).filter(({ part }) => part !== 'when');
  return {
    id: stored.id,
    receivedAt: isoTime(stored.receivedAt),
    wanted: trace?.wanted === true,
    parts: parts.map(({ part, outcome: { kind, text } }) => ({
      part,
      kind,
      ...(text !== undefined && { text }),
    })),
  };
}
