import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ExpressionFailed } from '../../expressions/expression.ts';
import type { ExpressionUse } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { Patience } from './patience.ts';
import { isOwn, type Trial, tryOn, type Wanted } from './trial.ts';

/** An expression that is not a path is evaluated for the mapping's own samples and this many other events. */
const othersTried = 20;

/** An expression that fails for events. */
export interface FailedExpression {
  readonly use: ExpressionUse;
  /** The first event for which it fails, and the failure. */
  readonly trial: Trial;
  readonly failed: ExpressionFailed;
  /** The number of events for which it fails, and of all events tried. */
  readonly count: number;
  readonly tried: number;
}

/** Evaluates expressions. Returns the first failure of each, and those with a value in the own tests. */
export async function tryExpressions(
  mapping: Mapping,
  uses: readonly ExpressionUse[],
  wanted: readonly Wanted[],
  patience: Patience,
): Promise<{ failures: FailedExpression[]; covered: ReadonlySet<ExpressionUse> }> {
  const failures: FailedExpression[] = [];
  const covered = new Set<ExpressionUse>();
  const own = wanted.filter(({ trial }) => isOwn(trial, mapping));
  const others = wanted.filter(({ trial }) => !isOwn(trial, mapping));
  const samples = others.filter(({ trial }) => trial.test !== undefined).slice(0, othersTried);
  const stored = others.filter(({ trial }) => trial.test === undefined).slice(0, othersTried);
  for (const use of uses) {
    const found: Pick<FailedExpression, 'trial' | 'failed'>[] = [];
    let tried = 0;
    for (const { trial, scope } of [...own, ...samples, ...stored]) {
      if (!isOwn(trial, mapping) && !patience()) break;
      tried += 1;
      const result = await tryOn(use.expression, scope);
      if ('failed' in result) found.push({ trial, failed: result.failed });
      else if (result.value !== undefined && isOwn(trial, mapping)) covered.add(use);
      // It exceeds a limit: further events would show nothing new.
      if ('failed' in result && result.failed.code !== 'expression/failed') break;
    }
    const [first] = found;
    if (first) failures.push({ use, ...first, count: found.length, tried });
  }
  return { failures, covered };
}

/**
 * A failure for a sample of a test is a fault of the mapping, and so is a constant failure. Other failures
 * may be caused by the event.
 */
export function failedExpression(
  { use, trial: { test, input }, failed: { message }, count, tried }: FailedExpression,
  { name }: Mapping,
): Diagnostic {
  const on = test ? `the sample of "${test.name}" (${test.mapping})` : `the stored event ${input.event.id}`;
  const isEach = count === tried;
  const more =
    tried === 1
      ? ''
      : isEach
        ? `, as for each of the ${tried} tried`
        : `, for ${count} of the ${tried} tried`;
  return diagnostic('check/expression-fails', `${use.path} fails for ${on}${more}: ${message}`, {
    hint: test
      ? 'make the expression fit the sample, or leave such events out with when'
      : `\`fieldbridge preview ${name} ${input.event.id}\` shows what the mapping makes of it`,
    place: use.place,
    path: use.path,
    severity: test || isEach ? undefined : 'warning',
  });
}
