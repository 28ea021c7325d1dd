import { areSameMobiles } from '../../booking/answers/person-addresses.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { whyNoMobile } from '../../expressions/convert/phone-kind.ts';
import type { Scope } from '../../expressions/expression.ts';
import { answersOfSamples } from '../../mapping/doubts/changed-form/questions-in-samples.ts';
import { sampleRoots } from '../../mapping/doubts/changed-form/sample-roots.ts';
import { samplePayloads } from '../../mapping/doubts/named-positions.ts';
import { readQuietly } from '../../mapping/doubts/read-quietly.ts';
import { shortTextOf } from '../../mapping/evaluate/short-text.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import type { Answers } from '../../receive/answers/answers.ts';
import { answersShapeOf } from '../../receive/answers/answers-of.ts';

/**
 * The judgement of the samples on the reason of a rule for the customer's own number: a sample has it (`shown`), all have
 * another number beside it (`contradicted`), or none has any other one (`unseen`). Undefined for a rule without a reason.
 */
export type OwnNumberReason = 'shown' | 'unseen' | 'contradicted';

/** Returns the judgement of the samples on the reason of a rule. A mapping without samples, or whose rule cannot be read in them, shows it. */
export function reasonForOwnNumber(
  mapping: Mapping,
  rule: Rule,
  answers: Answers | undefined,
): OwnNumberReason | undefined {
  if (rule.because === undefined) return undefined;
  const shape = answers && answersShapeOf(answers);
  const known = knownReasons(rule);
  const found = known.get(shape) ?? compare(mapping, rule, answers);
  known.set(shape, found);
  return found;
}

/** Every event passes here. */
const knownReasons = onceFor((_: Rule) => new Map<ReturnType<typeof answersShapeOf>, OwnNumberReason>());

function compare(mapping: Mapping, { base }: Rule, answers: Answers | undefined): OwnNumberReason {
  const read = base.kind === 'expression' ? base.expression.evaluateDirectly : undefined;
  const payloads = samplePayloads(mapping);
  if (!read || payloads.length === 0) return 'shown';
  const scopes: readonly Scope[] = [
    ...sampleRoots(mapping).map(input => ({ input, bindings: {} })),
    ...(answers ? answersOfSamples(mapping, answers) : []).map(each => ({
      input: undefined,
      bindings: { answers: each },
    })),
  ];
  const emergency = scopes.flatMap(scope => shortTextOf(readQuietly(read, scope)) || []);
  const isOwn = (text: string) => emergency.some(each => areSameMobiles(each, text));
  const ofEach = payloads.map(mobilesIn);
  if (ofEach.some(texts => texts.filter(isOwn).length > 1)) return 'shown';
  return ofEach.some(texts => texts.length > 1) ? 'contradicted' : 'unseen';
}

/** Returns the mobile numbers among the texts of a sample. */
function mobilesIn(payload: unknown): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (found.length >= mostNumbers || depth > deepest) return;
    if (typeof value === 'object' && value !== null) {
      for (const each of Object.values(value)) visit(each, depth + 1);
      return;
    }
    const text = typeof value === 'string' ? value : '';
    if (isNumber.test(text) && whyNoMobile(text) === undefined) found.push(text);
  };
  visit(payload, 0);
  return found;
}

const isNumber = /^\s*[+0(]?[\d\s()./\-–]{6,30}$/;
const mostNumbers = 100;
const deepest = 12;
