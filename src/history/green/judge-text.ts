import { disproved, withoutDisproved } from '../../check/data/disproved.ts';
import { withoutSecondWords } from '../../check/data/paths/plain-words.ts';
import { both, type Patience } from '../../check/data/patience.ts';
import { writtenTwice } from '../../check/written-twice.ts';
import type { Config } from '../../config/config.ts';
import type { PlanningContext } from '../../deliver/planning/plan-event.ts';
import { testMapping } from '../../deliver/planning/test-mapping.ts';
import { textFindings } from '../../deliver/planning/try-text.ts';
import { withMapping } from '../../deliver/planning/with-mapping.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, hasErrors, type Place } from '../../diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../../diagnostics/print.ts';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import type { ParsedMapping } from '../../mapping/parse/parse-mapping.ts';
import { placesWithin } from '../../mapping/parse/place-within.ts';
import type { Mismatch } from '../../mapping/tests/differences.ts';
import {
  expectationOf,
  type NewExpectation,
  updateExpectations,
} from '../../mapping/tests/update-expectations.ts';
import { type DiffReport, diffEvents } from '../diff/diff-events.ts';
import { trialFindings } from '../trials/trial-findings.ts';
import { sampleTrials, storedTrial } from '../trials/trials-of.ts';
import { type OpenLines, openLines } from './open-lines.ts';

/** The result of checking a mapping's text: its diagnostics, its tests, and the events that it would change. */
export interface TextJudgement {
  readonly findings: readonly Diagnostic[];
  readonly tests: readonly JudgedTest[];
  /**
   * The text in which failing tests expect the calls that are made now; missing if no test fails, or if a person must
   * write what each of them expects.
   */
  readonly renewed?: string;
  /** The differences between its calls for the newest events and the earlier calls; missing if the text is unusable. */
  readonly differences?: DiffReport;
  /** The lines of look-up tables that a person has to compare; missing without any, or if the text has errors. */
  readonly open?: OpenLines;
  /** Every failed check, each with the name by which a person confirms it. */
  readonly red: readonly RedFinding[];
}

/** A test of the text. */
export interface JudgedTest {
  readonly name: string;
  readonly place: Place;
  readonly passed: boolean;
  /** The values that are not as expected. */
  readonly values: readonly Mismatch[];
}

/** A failed check of the text. */
export interface RedFinding {
  readonly kind: 'check' | 'test' | 'differences';
  /** The name by which it is confirmed. It does not change while the same fault exists. */
  readonly name: string;
  /** For a diagnostic: its code, and the part that it concerns. */
  readonly code?: DiagnosticCode;
  readonly path?: string;
}

/** The dependencies of the check. */
export interface TextJudging {
  readonly config: Pick<Config, 'sources' | 'destinations'>;
  readonly planning: PlanningContext;
  readonly archive: Pick<EventArchive, 'newest' | 'findLink' | 'lastEvents'>;
  /** The text that was parsed, for the places of parts of expressions. */
  readonly text: string;
  /** The remaining time for trying the text on samples and stored events. */
  readonly patience: Patience;
  /** The number of newest events of its source that are planned with it. */
  readonly last: number;
  /** Lets other work run. */
  readonly goOn: () => Promise<boolean>;
}

/**
 * Checks a text that was parsed as a mapping, as `check` does. Nothing is sent, and the result contains no value of a
 * stored event.
 */
export async function judgeText(parsed: ParsedMapping, judging: TextJudging): Promise<TextJudgement> {
  const findings = await findingsOf(parsed, judging);
  const { tests, renewed } = await judgedTests(parsed, judging);
  const differences = await differencesOf(parsed, judging);
  const open =
    parsed.mapping && !hasErrors(findings)
      ? await openLines(parsed.mapping, { ...judging, findings })
      : undefined;
  const wrong = new Map(
    findings.filter(({ severity }) => severity === 'error').map(each => [checkName(each), each]),
  );
  const red: RedFinding[] = [
    ...[...wrong].map(([name, { code, path }]) =>
      withoutAbsent({ kind: 'check' as const, name, code, path }),
    ),
    ...tests
      .filter(({ passed }) => !passed)
      .map(({ name }) => ({ kind: 'test' as const, name: `test ${name}` })),
    // Events that wait for this mapping are expected to change.
    ...(differences && differences.changed > differences.released
      ? [{ kind: 'differences' as const, name: 'differences' }]
      : []),
  ];
  return {
    findings,
    tests,
    ...(renewed !== undefined && { renewed }),
    ...(differences && { differences }),
    ...(open && { open }),
    red,
  };
}

/** The number of newest stored events on which a text is tried. A person waits for the result. */
const triedEvents = 50;

async function findingsOf(parsed: ParsedMapping, judging: TextJudging): Promise<readonly Diagnostic[]> {
  const ofText = textFindings(parsed, judging);
  const { mapping } = parsed;
  const source = mapping && judging.config.sources.get(mapping.source);
  if (!mapping || !source) return ofText;
  const { planning, archive, text, goOn } = judging;
  const others = planning.mappings.of(mapping.source).filter(({ name }) => name !== mapping.name);
  const samples = [];
  for (const each of [mapping, ...others]) samples.push(...(await sampleTrials(each, source, planning.now)));
  const stored = (await archive.lastEvents([mapping.source], triedEvents)).get(mapping.source) ?? [];
  const trials = [...samples, ...stored.flatMap(event => storedTrial(event, source))];
  const within = placesWithin(new Map([[mapping.file, text]]));
  let isAwaited = await goOn();
  const shown = await trialFindings(mapping, {
    source,
    trials,
    ofFile: ofText,
    within,
    planning: withMapping(planning, mapping),
    patience: both(() => isAwaited, judging.patience),
    async pause() {
      isAwaited = isAwaited && (await goOn());
    },
  });
  const found = [
    ...withoutDisproved(disproved(mapping, trials, within), ofText),
    ...writtenTwice([...others, mapping]).filter(({ place }) => place?.file === mapping.file),
    ...shown,
  ];
  return withoutSecondWords(sortDiagnostics(found));
}

function checkName({ code, path }: Diagnostic): string {
  return path === undefined ? code : `${code} ${path}`;
}

async function judgedTests(
  { mapping }: ParsedMapping,
  { planning, goOn, text }: TextJudging,
): Promise<Pick<TextJudgement, 'tests' | 'renewed'>> {
  const judged: JudgedTest[] = [];
  const updates: NewExpectation[] = [];
  for (const [index, test] of (mapping?.tests ?? []).entries()) {
    if (!mapping || !(await goOn())) break;
    const { results } = await testMapping({ ...mapping, tests: [test] }, planning);
    const [expectation] = results.flatMap(each => (each.passed ? [] : (expectationOf(each) ?? [])));
    if (expectation) updates.push({ index, ...expectation });
    judged.push(
      ...results.map(({ name, place, passed, differences }) => ({
        name,
        place,
        passed,
        values: differences.map(({ call: _, ...value }) => value),
      })),
    );
  }
  const renewed = updates.length > 0 ? updateExpectations(text, updates) : undefined;
  return { tests: judged, ...(renewed !== undefined && { renewed }) };
}

async function differencesOf(
  { mapping }: ParsedMapping,
  { planning, archive, last }: TextJudging,
): Promise<DiffReport | undefined> {
  if (!mapping || planning.source(mapping.source) === undefined) return undefined;
  const { source, name } = mapping;
  return diffEvents(archive.newest({ last, source }), {
    planning: { ...withMapping(planning, mapping), findLink: archive.findLink },
    chosen: each => each === name,
    detail: 'shapes',
  });
}
