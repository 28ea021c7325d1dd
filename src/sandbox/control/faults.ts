import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';
import { type SimulatedOperation, simulatedOperations } from '../journal.ts';
import { checkBody, type Refused } from './check-body.ts';

const yes = z.literal(true, 'true, or left out');
const text = z.string('a text');
const wholeNumber = (least: number, most: number) =>
  z
    .int(`a whole number from ${least} to ${most}`)
    .min(least, `a whole number from ${least} to ${most}`)
    .max(most, `a whole number from ${least} to ${most}`);

/**
 * The keys of a fault rule. Matching calls: `operation`, `key`, `times`, `probability`. The effect on the account:
 * `when`. The response: one of `status` (with `body`, `headers`), `html`, `empty`, `token`, `wrongId`, `oversized`;
 * otherwise the real one. The transport: `cut` (with `closeDelimited`, `reset` or `stall` at the cut), `stall`,
 * `reset`, `close` or `garbage`; otherwise complete. The delay: `delayMs`.
 */
const faultRule = z.strictObject(
  {
    operation: z.enum(simulatedOperations, `one of ${simulatedOperations.join(', ')}`).exactOptional(),
    key: text.exactOptional(),
    times: wholeNumber(1, 1_000_000_000).exactOptional(),
    probability: z
      .number('a number from 0 to 1')
      .min(0, 'a number from 0 to 1')
      .max(1, 'a number from 0 to 1')
      .exactOptional(),
    when: z.enum(['before', 'after'], 'before or after').exactOptional(),
    delayMs: wholeNumber(0, 2_147_483_647).exactOptional(),
    status: wholeNumber(100, 599).exactOptional(),
    body: text.exactOptional(),
    headers: z
      .record(text, text, 'an object of header names and texts')
      .refine(areHeaders, 'an object of header names and texts that HTTP allows')
      .exactOptional(),
    html: yes.exactOptional(),
    empty: yes.exactOptional(),
    token: z.literal('expired', '"expired"').exactOptional(),
    wrongId: yes.exactOptional(),
    oversized: z.union([yes, wholeNumber(1, 1_000_000_000)], 'true or a number of bytes').exactOptional(),
    cut: wholeNumber(0, 1_000_000_000).exactOptional(),
    closeDelimited: yes.exactOptional(),
    stall: yes.exactOptional(),
    reset: yes.exactOptional(),
    close: yes.exactOptional(),
    garbage: z.union([yes, text.min(1)], 'true or the text to send').exactOptional(),
  },
  { error: issue => (issue.code === 'unrecognized_keys' ? undefined : 'a fault must be a JSON object') },
);

/** A fault rule; its keys are described at `faultRule`. */
export type FaultRule = z.infer<typeof faultRule>;

/** An active rule. `left` is null if it never ends. */
export interface ActiveFault {
  readonly rule: FaultRule;
  left: number | null;
  applied: number;
}

/** Checks a rule or a list of rules; all of them are accepted, or none. */
export function checkFaults(body: unknown): { readonly rules: readonly FaultRule[] } | Refused {
  const rules: FaultRule[] = [];
  for (const candidate of Array.isArray(body) ? body : [body]) {
    const checked = checkBody(faultRule, candidate);
    if ('error' in checked) return checked;
    const contradiction = findContradiction(checked.value);
    if (contradiction !== undefined) return { error: contradiction };
    rules.push(checked.value);
  }
  return { rules };
}

/** Returns a rule in its initial state. */
export function activate(rule: FaultRule): ActiveFault {
  return { rule, left: rule.times ?? null, applied: 0 };
}

/**
 * Returns the first rule that matches this call, and counts it as used. `random` returns 0 up to but not including 1.
 */
export function takeFault(
  faults: readonly ActiveFault[],
  operation: SimulatedOperation,
  key: string | null,
  random: () => number,
): FaultRule | undefined {
  const fault = faults.find(
    ({ rule, left }) =>
      left !== 0 &&
      (rule.operation === undefined || rule.operation === operation) &&
      (rule.key === undefined || rule.key === key) &&
      (rule.probability === undefined || random() < rule.probability),
  );
  if (fault === undefined) return undefined;
  fault.applied += 1;
  if (fault.left !== null) fault.left -= 1;
  return fault.rule;
}

/** Describes the effect of a rule on the response in a few words: `status 503`, `cut 10`, `delay`. */
export function describeFault(rule: FaultRule): string {
  const effects = [...contents, ...journeys].filter(name => rule[name] !== undefined);
  const words = effects.map(name => (typeof rule[name] === 'number' ? `${name} ${rule[name]}` : name));
  return words.join(', ') || 'delay';
}

/** True if the rule changes the response. A delay or a 1xx does not: the real response follows it. */
export function spoils(rule: FaultRule): boolean {
  const interim = rule.status !== undefined && rule.status < 200;
  const effects = interim ? journeys : [...contents, ...journeys];
  return effects.some(name => rule[name] !== undefined);
}

const contents = ['status', 'html', 'empty', 'token', 'wrongId', 'oversized'] as const;
const journeys = ['cut', 'stall', 'reset', 'close', 'garbage'] as const;

function findContradiction(rule: FaultRule): string | undefined {
  const content = contents.filter(name => rule[name] !== undefined);
  const journey = journeys.filter(name => rule[name] !== undefined);
  if (content.length === 0 && journey.length === 0 && rule.delayMs === undefined) {
    return `a fault must do something: give delayMs or one of ${[...contents, ...journeys].join(', ')}`;
  }
  if (content.length > 1) return `${content.join(' and ')} cannot go together: a call has one answer`;
  if ((rule.body !== undefined || rule.headers !== undefined) && rule.status === undefined) {
    return 'body and headers go with status';
  }
  if (rule.closeDelimited && rule.cut === undefined) return 'closeDelimited goes with cut';
  if (rule.closeDelimited && (rule.reset || rule.stall)) {
    return 'closeDelimited goes with neither reset nor stall';
  }
  const atCut = rule.cut !== undefined && journey.length === 2 && (rule.reset || rule.stall);
  if (journey.length > 1 && !atCut) {
    return `${journey.join(' and ')} cannot go together, but reset or stall may say how a cut ends`;
  }
  const unseen = journey.find(name => name === 'close' || name === 'garbage' || (name === 'reset' && !atCut));
  if (content.length > 0 && unseen !== undefined) {
    return `${unseen} and ${content.join()} cannot go together: with ${unseen} no answer is sent`;
  }
  return undefined;
}

function areHeaders(headers: Readonly<Record<string, string>>): boolean {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return true;
  } catch {
    return false;
  }
}
