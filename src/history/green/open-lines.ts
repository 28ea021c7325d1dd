import { ruleName } from '../../check/rule-reading.ts';
import type { Config } from '../../config/config.ts';
import type { PlanningContext } from '../../deliver/planning/plan-event.ts';
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { appendTest } from '../../mapping/tests/append-test.ts';
import { doubtedTables, linesToCompare } from '../trials/lines-to-compare.ts';
import { sampleTrials } from '../trials/trials-of.ts';

/** A line of a look-up table that a person has to compare. */
export interface OpenLine {
  /** A parameter, or `additionalFields.` and a keyName. */
  readonly part: string;
  /** The path or the question that the rule reads. */
  readonly from: string;
  readonly key: string;
  readonly result: string;
  /** The place of the rule. */
  readonly place: Place;
}

/** The lines of a text's tables that a person has to compare, and the text with a test that has them. */
export interface OpenLines {
  readonly lines: readonly OpenLine[];
  readonly confirmed: string;
}

/** The dependencies. */
interface Comparing {
  readonly config: Pick<Config, 'sources'>;
  readonly planning: PlanningContext;
  readonly text: string;
  /** The diagnostics of the text. */
  readonly findings: readonly Diagnostic[];
}

/**
 * Returns the lines of a mapping's look-up tables that none of its tests has, and whose words do not show that they are right.
 * Undefined without any.
 */
export async function openLines(
  mapping: Mapping,
  { config, planning, text, findings }: Comparing,
): Promise<OpenLines | undefined> {
  const source = config.sources.get(mapping.source);
  const samples = source ? await sampleTrials(mapping, source, planning.now) : [];
  const doubted = doubtedTables(findings);
  const open = await linesToCompare(mapping, samples, planning);
  const lines = open.flatMap(({ part, reads, line, place }) =>
    line && place && !doubted.has(part)
      ? [{ part, from: reads.map(({ what }) => what).join(', '), ...line, place }]
      : [],
  );
  if (lines.length === 0) return undefined;
  const byRule = Map.groupBy(lines, ({ part }) => ruleName(part));
  const cases = Object.fromEntries(
    [...byRule].map(([rule, some]) => [
      rule,
      Object.fromEntries(some.map(({ key, result }) => [key, result])),
    ]),
  );
  return { lines, confirmed: appendTest(text, { name: 'lines of tables', cases }) };
}
