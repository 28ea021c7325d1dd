import type { Config } from '../../config/config.ts';
import type { PlanningContext } from '../../deliver/planning/plan-event.ts';
import { testMapping } from '../../deliver/planning/test-mapping.ts';
import { textFindings } from '../../deliver/planning/try-text.ts';
import { withMapping } from '../../deliver/planning/with-mapping.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import type { EventArchive } from '../../inbox/event-archive.ts';
import type { ParsedMapping } from '../../mapping/parse/parse-mapping.ts';
import { type DiffReport, diffEvents } from '../diff/diff-events.ts';

/** The result of checking a mapping's text: its diagnostics, its tests, and the events that it would change. */
export interface TextJudgement {
  readonly findings: readonly Diagnostic[];
  readonly tests: readonly JudgedTest[];
  /** The differences between its calls for the newest events and the earlier calls; missing if the text is unusable. */
  readonly differences?: DiffReport;
  /** Every failed check, each with the name by which a person confirms it. */
  readonly red: readonly RedFinding[];
}

/** A test of the text. */
export interface JudgedTest {
  readonly name: string;
  readonly place: Place;
  readonly passed: boolean;
  /** The parameters and fields that are not as expected. */
  readonly names: readonly string[];
}

/** A failed check of the text. */
export interface RedFinding {
  readonly kind: 'check' | 'test' | 'differences';
  /** The name by which it is confirmed. It does not change while the same fault exists. */
  readonly name: string;
  /** The code, for a diagnostic. */
  readonly code?: DiagnosticCode;
}

/** The dependencies of the check. */
export interface TextJudging {
  readonly config: Pick<Config, 'sources' | 'destinations'>;
  readonly planning: PlanningContext;
  readonly archive: Pick<EventArchive, 'newest' | 'findLink'>;
  /** The number of newest events of its source that are planned with it. */
  readonly last: number;
  /** Lets other work run. */
  readonly goOn: () => Promise<boolean>;
}

/** Checks a text that was parsed as a mapping. Nothing is sent, and the result contains no value of a payload. */
export async function judgeText(parsed: ParsedMapping, judging: TextJudging): Promise<TextJudgement> {
  const findings = textFindings(parsed, judging);
  const tests = await judgedTests(parsed, judging);
  const differences = await differencesOf(parsed, judging);
  const wrong = new Map(
    findings.filter(({ severity }) => severity === 'error').map(each => [checkName(each), each.code]),
  );
  const red: RedFinding[] = [
    ...[...wrong].map(([name, code]) => ({ kind: 'check' as const, name, code })),
    ...tests
      .filter(({ passed }) => !passed)
      .map(({ name }) => ({ kind: 'test' as const, name: `test ${name}` })),
    // Events that wait for this mapping are expected to change.
    ...(differences && differences.changed > differences.released
      ? [{ kind: 'differences' as const, name: 'differences' }]
      : []),
  ];
  return { findings, tests, ...(differences && { differences }), red };
}

function checkName({ code, path }: Diagnostic): string {
  return path === undefined ? code : `${code} ${path}`;
}

async function judgedTests(
  { mapping }: ParsedMapping,
  { planning, goOn }: TextJudging,
): Promise<readonly JudgedTest[]> {
  const judged: JudgedTest[] = [];
  for (const test of mapping?.tests ?? []) {
    if (!mapping || !(await goOn())) break;
    const { results } = await testMapping({ ...mapping, tests: [test] }, planning);
    judged.push(
      ...results.map(({ name, place, passed, differences }) => ({
        name,
        place,
        passed,
        names: [...new Set(differences.map(each => each.name.replace(/ of ".*$/s, '')))],
      })),
    );
  }
  return judged;
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
