import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { ExpressionFailed } from '../expressions/expression.ts';
import { type ExpressionUse, expressionUses } from '../mapping/expression-uses.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { PlaceWithin } from '../mapping/place-within.ts';
import { checkPaths } from './check-paths.ts';
import { checkTables } from './check-tables.ts';
import { sortOut, type Trial, tryOn, type Wanted } from './trial.ts';
import { untestedExpressions } from './untested-expressions.ts';

/** An expression beyond a path is tried on the mapping's own samples, and on so many of others and of stored events. */
const othersTried = 20;

/**
 * What is wrong with a mapping's expressions, as the events of its source show it, which are the samples of all tests
 * and the last stored ones: paths that lead to nothing, expressions that fail or that no test of the mapping covers,
 * tables whose keys never occur. Only events that the mapping wants count. No message shows a stored value. `within`
 * says where a part of an expression stands.
 */
export async function checkTrials(
  mapping: Mapping,
  trials: readonly Trial[],
  within?: PlaceWithin,
): Promise<Diagnostic[]> {
  const { wanted, failing } = await sortOut(mapping, trials);
  const uses = expressionUses(mapping);
  const ofWanted = wanted.length === trials.length ? trials : wanted.map(({ trial }) => trial);
  const beyond = uses.filter(({ expression }) => expression.path === null && expression.literal === null);
  const { failures, covered } = await tryAll(mapping, beyond, wanted);
  const condition = beyond.find(({ path }) => path === 'when');
  const [first] = failing;
  if (condition && first) failures.unshift({ use: condition, ...first });
  const known = new Set([...covered, ...failures.map(({ use }) => use)]);
  // What `when` needs decides what is wanted, so it must be looked for everywhere.
  const missing = [
    ...checkPaths(mapping.source, uses.filter(isCondition), trials, within),
    ...checkPaths(
      mapping.source,
      uses.filter(use => !isCondition(use)),
      ofWanted,
      within,
    ),
  ];
  // That no test covers what reads a path that is nowhere need not be said.
  const told = new Set(missing.map(({ path }) => path));
  return [
    ...missing,
    ...failures.map(failed),
    ...untestedExpressions(
      mapping,
      beyond.filter(use => !known.has(use) && !told.has(use.path)),
    ),
    ...(await checkTables(mapping, wanted)),
  ];
}

function isCondition({ path }: ExpressionUse): boolean {
  return path === 'when';
}

interface Failure {
  readonly use: ExpressionUse;
  readonly trial: Trial;
  readonly failed: ExpressionFailed;
}

/** Tries expressions on events; answers the first failure of each, and those to which a test of the mapping gives a value. */
async function tryAll(
  mapping: Mapping,
  uses: readonly ExpressionUse[],
  wanted: readonly Wanted[],
): Promise<{ failures: Failure[]; covered: ReadonlySet<ExpressionUse> }> {
  const failures: Failure[] = [];
  const covered = new Set<ExpressionUse>();
  const isOwn = ({ trial: { test } }: Wanted) => test?.mapping === mapping.name;
  const own = wanted.filter(isOwn);
  const others = wanted.filter(each => !isOwn(each) && each.trial.test !== undefined).slice(0, othersTried);
  const stored = wanted.filter(({ trial }) => trial.test === undefined).slice(0, othersTried);
  for (const use of uses) {
    let failure: Failure | undefined;
    for (const { trial, scope } of [...own, ...others, ...stored]) {
      const tried = await tryOn(use.expression, scope);
      if ('failed' in tried) failure ??= { use, trial, failed: tried.failed };
      else if (tried.value !== undefined && trial.test?.mapping === mapping.name) covered.add(use);
    }
    if (failure) failures.push(failure);
  }
  return { failures, covered };
}

/** What fails for a sample of a test is a fault of the mapping; of a stored event it may be the event's. */
function failed({ use, trial: { test, input }, failed: { message } }: Failure): Diagnostic {
  const on = test ? `the sample of "${test.name}" (${test.mapping})` : `the stored event ${input.event.id}`;
  return diagnostic('check/expression-fails', `${use.path} fails for ${on}: ${message}`, {
    hint: test
      ? 'make the expression fit the sample, or leave such events out with when'
      : `\`fieldbridge preview\` shows what the mapping makes of it`,
    place: use.place,
    path: use.path,
    severity: test ? undefined : 'warning',
  });
}
