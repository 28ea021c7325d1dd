import { onceFor } from '../../../diagnostics/once-for.ts';
import { receiptOfTests } from '../../../expressions/convert/doubts.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { EvaluationsBusy } from '../../../expressions/thread/evaluate-elsewhere.ts';
import type { Answers } from '../../../receive/answers/answers.ts';
import { answersShapeOf } from '../../../receive/answers/answers-of.ts';
import { evaluateBase, type FoundBase } from '../../evaluate/evaluate-base.ts';
import type { Mapping, Rule } from '../../mapping.ts';
import { answersOfSamples } from '../changed-form/questions-in-samples.ts';
import { sampleRoots } from '../changed-form/sample-roots.ts';

/** The value that the expression of a rule gives for a sample, and the data of the sample. */
export interface SampleBase extends FoundBase {
  readonly scope: Scope;
}

/**
 * Returns the values that a rule reads in the samples of its mapping. Empty if it reads what samples do not have, such as
 * headers or a link, or if too many expressions wait just now. `answers`: those of the event, which show how those of the
 * samples are read.
 */
export async function basesOfSamples(
  mapping: Mapping,
  rule: Rule,
  answers: Answers | undefined,
): Promise<readonly SampleBase[]> {
  const { base } = rule;
  if (base.kind !== 'expression' || readsOther(base.expression)) return [];
  const shape = answers && answersShapeOf(answers);
  const known = knownBases(mapping).get(base.expression) ?? new Map();
  knownBases(mapping).set(base.expression, known);
  // Several events may need them at the same time.
  const found: Promise<readonly SampleBase[]> = known.get(shape) ?? evaluateAll(mapping, rule, answers);
  known.set(shape, found);
  try {
    return await found;
  } catch (error) {
    known.delete(shape);
    if (error instanceof EvaluationsBusy) return [];
    throw error;
  }
}

type BasesByShape = Map<ReturnType<typeof answersShapeOf>, Promise<readonly SampleBase[]>>;

const knownBases = onceFor((_: Mapping) => new WeakMap<Expression, BasesByShape>());

function readsOther({ variables, source }: Expression): boolean {
  return (
    ['headers', 'query', 'body', 'linked'].some(each => variables.has(each)) || source.includes('$event')
  );
}

async function evaluateAll(
  mapping: Mapping,
  rule: Rule,
  answers: Answers | undefined,
): Promise<readonly SampleBase[]> {
  const found: SampleBase[] = [];
  for (const scope of scopesOf(mapping, rule, answers)) {
    const base = await evaluateBase(rule, scope);
    if ('value' in base) found.push({ ...base, scope });
  }
  return found;
}

function scopesOf(mapping: Mapping, { base }: Rule, answers: Answers | undefined): readonly Scope[] {
  if (base.kind !== 'expression') return [];
  const roots = sampleRoots(mapping);
  const event = { receivedAt: receiptOfTests };
  if (!base.expression.variables.has('answers')) return roots.map(input => ({ input, bindings: { event } }));
  const all = answers ? answersOfSamples(mapping, answers) : [];
  const readsRoot = pathsRead(base.expression).some(([first = '']) => !first.startsWith('$'));
  // Without as many roots, it is not known to which of them the answers belong.
  if (readsRoot && roots.length !== all.length) return [];
  return all.map((each, index) => ({ input: roots[index], bindings: { answers: each, event } }));
}
