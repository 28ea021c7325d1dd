import { counted } from '../../../diagnostics/counted.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { measuredPaths } from '../../../expressions/comparisons/measured-paths.ts';
import {
  type PlacedComparison,
  placedComparisons,
  type Side,
} from '../../../expressions/comparisons/placed-comparisons.ts';
import { truthTests } from '../../../expressions/comparisons/truth-tests.ts';
import { compile } from '../../../expressions/compile.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { unmeasured } from '../../../mapping/doubts/comparisons/unmeasured.ts';
import { truthOf } from '../../../mapping/evaluate/truth.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { rooted } from '../paths/paths-in.ts';
import { endless, type Patience } from '../patience.ts';
import { type Trial, trialScope, tryOn } from '../trial.ts';

/**
 * Warns about conditions that are false for an event without the compared value, as a sample or a stored
 * event shows: in JSONata, `kind != "test"` is not true if `kind` is missing. Messages contain no values.
 */
export async function checkAbsences(
  conditions: readonly ExpressionUse[],
  trials: readonly Trial[],
  { within = use => use.place, patience = endless }: Looking = {},
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const use of conditions) {
    for (const comparison of placedComparisons(use.expression)) {
      const warning = await checkAbsence(comparison, use, trials, { within, patience });
      if (warning) found.push(warning);
    }
    found.push(...unmeasuredIn(use, trials));
  }
  return found;
}

interface Looking {
  readonly within?: PlaceWithin | undefined;
  readonly patience?: Patience;
}

/** Notes a comparison by size beside other conditions that decides alone, since its value is missing. */
function unmeasuredIn(use: ExpressionUse, trials: readonly Trial[]): readonly Diagnostic[] {
  if (use.because !== undefined || measuredPaths(use.expression).length === 0) return [];
  const lacking = trials.flatMap(trial => {
    const text = unmeasured(use.expression, trialScope(trial, { needsBody: true }));
    return text === undefined ? [] : [{ text, trial }];
  });
  const [first] = lacking;
  if (!first) return [];
  const without = lacking.map(({ trial }) => trial);
  const message = `${first.text} is missing in ${wordsOf(without, trials)}; a comparison with a missing value is false, so the mapping skips such an event`;
  const hint = `if it is right, write $exists(${first.text}) and … before the comparison; if not, give the events without it a condition of their own`;
  return [
    diagnostic('check/missing-differs', message, {
      hint,
      place: use.place,
      path: use.path,
      severity: 'info',
    }),
  ];
}

async function checkAbsence(
  { operator, left, right, offset, length }: PlacedComparison,
  use: ExpressionUse,
  trials: readonly Trial[],
  { within, patience }: Required<Looking> & { readonly within: PlaceWithin },
): Promise<Diagnostic | undefined> {
  const [other] = right;
  const [path, value] = left.steps ? [left, other] : [other, left];
  if (operator !== '!=' || !path?.steps || !value || value.steps) return undefined;
  // `!= null` and `!= ""` ask if there is a value, so an event without it is meant to be left out.
  if (/^(?:null|""|'')$/.test(value.text.trim())) return undefined;
  if (use.expression.source.includes(`$exists(${path.text})`)) return undefined;
  const lacking = trials.filter(trial => lacks(trial, path));
  const without = await letInByTheRest(use, { offset, length, as: 'true' }, lacking, patience);
  if (without.length === 0) return undefined;
  const message = `${path.text} is missing in ${wordsOf(without, trials)}; != is false for a missing value, so the mapping skips such an event`;
  const hint = `if such events are meant, write $not(${path.text} = ${value.text}); if they are not, write $exists(${path.text}) and ${path.text} != ${value.text}`;
  const where = { place: within(use, offset, length), path: use.path };
  return diagnostic('check/missing-differs', message, { ...where, hint });
}

/**
 * Warns about `$not(x)` inside a longer expression or in `when`: without `x` it gives nothing, which counts
 * as false, as a sample or a stored event shows. A rule that is only `$not(x)` then sends nothing.
 */
export async function checkNegations(
  uses: readonly ExpressionUse[],
  trials: readonly Trial[],
  { within = use => use.place, patience = endless }: Looking = {},
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const use of uses) {
    const { source } = use.expression;
    if (use.because !== undefined || (use.path !== 'when' && isNegationAlone.test(source))) continue;
    for (const test of truthTests(use.expression)) {
      if (!test.isNegated || test.asks !== 'truth' || source.includes(`$exists(${test.text})`)) continue;
      const { offset, length } = test;
      const lacking = trials.filter(trial => lacks(trial, test));
      const without = await letInByTheRest(use, { offset, length, as: 'false' }, lacking, patience);
      if (without.length > 0) found.push(negated(test, use, { without, trials, within }));
    }
  }
  return found;
}

function negated(
  { text, steps, offset, length }: ReturnType<typeof truthTests>[number],
  use: ExpressionUse,
  {
    without,
    trials,
    within,
  }: { readonly without: readonly Trial[]; readonly trials: readonly Trial[]; readonly within: PlaceWithin },
): Diagnostic {
  const effect = use.path === 'when' ? ', so the mapping skips such an event' : '';
  const message = `${text} is missing in ${wordsOf(without, trials)}; $not is false for a missing value${effect}`;
  const isFlag = trials.some(trial =>
    valuesOf(trial, { text, steps }).some(each => typeof each === 'boolean'),
  );
  // For an answer in words, $exists would cause a further doubt.
  const cure = isFlag ? `${text} = true` : `$exists(${text}) and ${text}`;
  const hint = `if a missing value means no, write $not(${cure}); if it does not, write ${text} = false`;
  const where = { place: within(use, offset, length), path: use.path };
  return diagnostic('check/missing-differs', message, { ...where, hint });
}

/**
 * Returns the events that a condition leaves out, but would let in with a literal in place of one of its parts. An event
 * that another part leaves out, or lets in, is none that this one loses.
 */
async function letInByTheRest(
  { path, expression }: ExpressionUse,
  { offset, length, as }: { readonly offset: number; readonly length: number; readonly as: string },
  trials: readonly Trial[],
  patience: Patience,
): Promise<readonly Trial[]> {
  const { source } = expression;
  const rest = `${source.slice(0, offset)}${as}${source.slice(offset + length)}`;
  const compiled = compile(rest);
  if (path !== 'when' || rest.trim() === as || !('expression' in compiled)) return trials;
  const letIn: Trial[] = [];
  for (const trial of trials) {
    if (trial.test === undefined && !patience()) break;
    const scope = trialScope(trial, { needsBody: true });
    const [before, after] = [await tryOn(expression, scope), await tryOn(compiled.expression, scope)];
    if ('value' in before && truthOf(before.value)) continue;
    if ('failed' in after || truthOf(after.value)) letIn.push(trial);
  }
  return letIn;
}

const isNegationAlone = /^\s*\$not\([\p{L}\p{N}_.$`]+\)\s*$/u;

/** A test without headers or answers does not show that they are missing. */
function lacks({ input }: Trial, { steps = [] }: Pick<Side, 'steps' | 'text'>): boolean {
  const path = rooted(steps);
  if (!path) return false;
  const roots: Readonly<Record<string, unknown>> = {
    '': input.payload,
    $answers: input.answers,
    $headers: input.headers,
    $query: input.query,
  };
  const root = roots[path.root];
  if (typeof root !== 'object' || root === null || Object.keys(root).length === 0) return false;
  return !has(root, path.steps);
}

function valuesOf(
  { input }: Trial,
  { text, steps }: { readonly text: string; readonly steps: readonly string[] },
) {
  const { payload, answers, headers, query } = input;
  return pathReader({ steps, text })({ input: payload, bindings: { answers, headers, query } });
}

/** Lists are searched element by element, like in a path. */
function has(value: unknown, steps: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some(each => has(each, steps));
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
  return has((value as Readonly<Record<string, unknown>>)[step], rest);
}

function wordsOf(without: readonly Trial[], trials: readonly Trial[]): string {
  const sample = without.find(({ test }) => test);
  if (sample?.test) return `the sample of "${sample.test.name}"`;
  const stored = trials.filter(({ test }) => !test).length;
  return `${without.length} of ${counted(stored, 'stored event')}`;
}
