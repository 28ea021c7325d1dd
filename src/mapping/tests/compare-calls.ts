import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Call } from '../../inbox/call.ts';
import type { RequestView } from '../../inbox/request-view.ts';
import type { Evaluation } from '../evaluate/evaluation.ts';
import type { Recording } from '../explain/recording.ts';
import type { MappingTest } from '../mapping.ts';
import { isChoiceSpelling } from './choice-spelling.ts';
import { differences, type Mismatch, optionalNames } from './differences.ts';

/** A part of a call in the form of `includes`. */
export type ExpectedPart = Readonly<Record<string, unknown>>;

/** A call in the form of `expect`. */
export type ExpectedCall = RequestView & { readonly destination: string };

/** The result of checking a call. */
export interface CheckedTestCall {
  readonly mayLeave: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** True if the account is not known, so that `sent` does not have the spelling of its choices. */
  readonly isAccountUnknown?: true;
  /** The call as it is sent: with the choices and date formats of the account. */
  readonly sent?: Call;
}

/** A call of a test, as made by the mapping and as sent. */
export interface MadeCall {
  readonly recording: Recording;
  readonly given: ExpectedCall;
  readonly sent: ExpectedCall;
  readonly checked: CheckedTestCall | undefined;
  /** The names of the values that the account would spell like its choices, if it is not known. */
  readonly unread: ReadonlySet<string>;
}

/** The result of comparing calls with the expected ones. */
export interface Compared {
  readonly reasons: string[];
  readonly differences: readonly (Mismatch & { readonly call: number })[];
  readonly parts?: readonly ExpectedPart[];
}

/** Each expected part needs a different call; otherwise the nearest remaining call is reported. */
export function compareParts(
  expect: MappingTest['expect'],
  calls: readonly MadeCall[],
  evaluations: readonly Evaluation[],
): Compared {
  const left = calls.map((call, index) => ({ call, index }));
  const found: (Mismatch & { readonly call: number })[] = [];
  const parts: ExpectedPart[] = [];
  if (calls.length < expect.length)
    return { reasons: [missing(expect.length, calls.length, evaluations)], differences: [] };
  for (const part of expect) {
    const tried = left.map(each => ({ each, lacking: lackingOf(part, each.call) }));
    const [best] = tried.toSorted((one, other) => one.lacking.length - other.lacking.length);
    if (!best) break;
    left.splice(left.indexOf(best.each), 1);
    found.push(...best.lacking.map(each => ({ call: best.each.index + 1, ...each })));
    parts.push(best.lacking.length === 0 ? part : partNow(part, best.each.call.sent));
  }
  const isNothing = parts.some(part => Object.keys(part).every(name => optionalNames.has(name)));
  return { reasons: [], differences: found, ...(!isNothing && { parts }) };
}

/** Returns a part with the current values of a call, without names that the call does not have. */
function partNow(part: ExpectedPart, call: ExpectedPart): ExpectedPart {
  const entries = Object.entries(part).flatMap(([name, value]): [string, unknown][] => {
    const now = call[name];
    if (now === undefined) return [];
    if (!isFields(value) || !isFields(now)) return [[name, now]];
    const fields = partNow(value, now);
    return Object.keys(fields).length === 0 ? [] : [[name, fields]];
  });
  return Object.fromEntries(entries);
}

function isFields(value: unknown): value is ExpectedPart {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the values of an expected part that a call lacks, as made by the mapping and as sent. */
function lackingOf(part: Readonly<Record<string, unknown>>, { given, sent }: MadeCall): readonly Mismatch[] {
  const lacking = (call: ExpectedCall) =>
    differences(part, call).filter(({ expected }) => expected !== undefined);
  return lacking(given).length === 0 ? [] : lacking(sent);
}

/** The calls must be exactly the expected ones, in order. */
export function compareCalls(
  expect: MappingTest['expect'],
  calls: readonly MadeCall[],
  evaluations: readonly Evaluation[],
): Compared {
  const reasons = calls.slice(expect.length).map(({ given: call }) => {
    const what = expect.length === 0 ? 'no call is expected, but there is one' : 'there is one call more';
    return `${what} of ${call.operation}`;
  });
  if (calls.length < expect.length) reasons.push(missing(expect.length, calls.length, evaluations));
  const found = calls.flatMap(({ given, sent, unread }, index) => {
    const expected = expect[index] ?? {};
    // Without the account, only the values of the mapping are known. A test passes with or without it.
    const unlikeGiven = new Set(differences(expected, given).map(({ name }) => name));
    return differences(expected, sent)
      .filter(each => unlikeGiven.has(each.name) && !isChoiceSpelling(each, unread))
      .map(each => ({ call: index + 1, ...each }));
  });
  return { reasons, differences: found };
}

function missing(expected: number, actual: number, evaluations: readonly Evaluation[]): string {
  const reasons = new Set(evaluations.filter(each => each.kind !== 'call').map(whyNoCall));
  const why = [...reasons].join('; ') || 'a mapping makes at most one of an event';
  if (expected === 1) return `a call is expected, but there is none: ${why}`;
  return `${expected} calls are expected, but there ${actual === 1 ? 'is' : 'are'} ${actual}: ${why}`;
}

/** Returns why an evaluation gave no call; empty if it gave one or failed. */
export function whyNoCall(evaluation: Evaluation): string {
  if (evaluation.kind === 'call' || evaluation.kind === 'failed') return '';
  if (evaluation.kind === 'not-wanted') return 'the mapping does not apply (when is not true)';
  const reason = evaluation.diagnostics[0]?.message ?? 'nothing to send';
  return evaluation.kind === 'waiting' ? `${reason}; give the test linked:` : reason;
}
