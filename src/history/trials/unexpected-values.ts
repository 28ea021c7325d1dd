import { checkCall } from '../../check/call/check-call.ts';
import { endless, type Patience } from '../../check/data/patience.ts';
import { isOwn, type Trial, trialScope } from '../../check/data/trial.ts';
import { runTests, type TestingParts } from '../../deliver/planning/test-mapping.ts';
import { composedText } from '../../diagnostics/composed.ts';
import type { Place } from '../../diagnostics/diagnostic.ts';
import { requestView } from '../../inbox/request-view.ts';
import { unreadAnswers } from '../../mapping/doubts/changed-form/unread-answers.ts';
import { evaluate } from '../../mapping/evaluate/evaluate.ts';
import type { Evaluation } from '../../mapping/evaluate/evaluation.ts';
import { explain } from '../../mapping/explain/explain.ts';
import { originsOf, type ReadValue, type ValueOrigin } from '../../mapping/explain/origins.ts';
import { startRecording } from '../../mapping/explain/recording.ts';
import type { Mapping, MappingTest } from '../../mapping/mapping.ts';
import { namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { textsOfCall } from '../../mapping/tests/differences.ts';
import type { TestResult } from '../../mapping/tests/run-tests.ts';

/** A value that a rule gives for an event, and that no test of the mapping expects. */
export interface UnexpectedValue {
  readonly mapping: string;
  /** A parameter, or `additionalFields.` and a keyName. */
  readonly part: string;
  /** The name of the test whose sample shows it; absent for another event. */
  readonly test?: string;
  /** The id of the stored event that shows it. */
  readonly event?: string;
  /** The paths and questions that were read; without their values for a stored event that nobody looks at. */
  readonly reads: readonly (Omit<ReadValue, 'value'> & Partial<Pick<ReadValue, 'value'>>)[];
  /** The value as it is sent, if the values are known. */
  readonly text?: string;
  /** The line of a look-up table that no test reads; absent for the value of an event. */
  readonly line?: { readonly key: string; readonly result: string };
  /** The place of the rule of such a line. */
  readonly place?: Place;
  /** True if the rule gave no value in any event, although the question that it reads is answered. */
  readonly isNotSent?: true;
}

/** The number of events in which the values are looked for. */
const mostTried = 50;

/**
 * Returns the values that rules give and no test expects, one for each rule, from the first event that shows it: a
 * person has not yet compared them with what is read. A rule whose answer the source does not read is listed as not sent. Without the account, the tests do not know the spelling of its
 * choices, so there are none. `patience` limits the work, but not for the mapping's own samples.
 */
export async function unexpectedValues(
  mapping: Mapping,
  trials: readonly Trial[],
  parts: TestingParts,
  patience: Patience = endless,
): Promise<readonly UnexpectedValue[]> {
  const { destination } = mapping;
  if ('name' in destination && !parts.destination(destination.name)?.catalog) return [];
  const expected = expectedParts(mapping, await runTests(mapping, parts));
  const open = new Set(
    namedRules(mapping).flatMap(({ path, rule }) =>
      expected.has(composedText(path)) || ruleExpressions(rule).length === 0 ? [] : [path],
    ),
  );
  const found: UnexpectedValue[] = [];
  const unread = new Map<string, UnexpectedValue>();
  const ownFirst = trials.toSorted(
    (one, other) => Number(isOwn(other, mapping)) - Number(isOwn(one, mapping)),
  );
  for (const trial of ownFirst.slice(0, mostTried)) {
    if (open.size === 0 || (!isOwn(trial, mapping) && !patience())) break;
    const origins = await originsIn(mapping, trial, parts);
    if (!origins) continue;
    for (const origin of origins) {
      if (!open.delete(origin.part)) continue;
      unread.delete(origin.part);
      found.push({ mapping: mapping.name, part: origin.part, ...shownOf(origin, trial) });
    }
    for (const each of unreadIn(mapping, trial)) {
      if (open.has(each.part) && !unread.has(each.part)) unread.set(each.part, each);
    }
  }
  return [...found, ...unread.values()];
}

/** Returns the rules that read a question whose answer stands at a key that the source does not read. */
function unreadIn(mapping: Mapping, trial: Trial): readonly UnexpectedValue[] {
  const { bindings } = trialScope(trial, { needsBody: false });
  return unreadAnswers(mapping, { bindings }).map(({ path: part, label }) => {
    const { text: _, ...shown } = shownOf({ part, reads: [], text: '' }, trial);
    return { mapping: mapping.name, part, ...shown, reads: [{ what: label }], isNotSent: true };
  });
}

function shownOf(
  { reads, text }: ValueOrigin,
  { test, given, input: { event } }: Trial,
): Pick<UnexpectedValue, 'test' | 'event' | 'reads' | 'text'> {
  if (test) return { test: test.name, reads, text };
  if (given === 'payload') return { reads, text };
  if (given === 'event') return { event: event.id, reads, text };
  return { event: event.id, reads: reads.map(({ value: _, ...names }) => names) };
}

/** Undefined for an event that is not wanted, and empty for one of which nothing is sent. An event whose customer number is not known yet is evaluated with an assumed one. */
export async function originsIn(
  mapping: Mapping,
  { input, linked = '1' }: Trial,
  parts: TestingParts,
): Promise<readonly ValueOrigin[] | undefined> {
  const source = parts.source(mapping.source);
  const recording = startRecording();
  const evaluation = await evaluate(mapping, input, {
    people: source?.people ?? mapping.source,
    empty: source?.empty,
    findLink: async () => linked,
    settingsOf: name => parts.destination(name)?.config,
    record: recording.record,
  });
  if (evaluation.kind === 'not-wanted') return undefined;
  if (evaluation.kind === 'skipped') return [];
  const origins = originsOf(await explain(mapping, recording));
  const texts = evaluation.kind === 'call' ? textsSent(evaluation, mapping, parts) : undefined;
  return origins.map(each => ({ ...each, text: texts?.get(composedText(each.part)) ?? each.text }));
}

/** Returns the texts of a call as the account gets them: days in its format, choices in its spelling. */
function textsSent(
  { call, destination: name }: Extract<Evaluation, { kind: 'call' }>,
  mapping: Mapping,
  parts: TestingParts,
): ReadonlyMap<string, string> | undefined {
  const destination = parts.destination(name);
  if (!destination?.catalog) return undefined;
  const { config, catalog } = destination;
  const { validators } = config;
  const checking = { catalog, destination: name, policy: mapping, validators, now: parts.now };
  const verdict = checkCall(call, checking);
  return verdict.kind === 'skip' ? undefined : textsOfCall(requestView(verdict.call));
}

/** Returns the names of the values that the tests expect, and that the mapping gives as expected. */
function expectedParts({ tests }: Mapping, results: readonly TestResult[]): ReadonlySet<string> {
  return new Set(
    tests.flatMap((test, index) => {
      const result = results[index];
      if (!result || result.reasons.length + result.faults.length > 0) return [];
      const differing = new Set(result.differences.map(({ name }) => composedText(name)));
      return namesIn(test).filter(name => !differing.has(name));
    }),
  );
}

function namesIn({ expect, instead }: MappingTest): readonly string[] {
  if (instead?.kind === 'cases')
    return instead.rules.flatMap(({ rule }) => [
      composedText(rule),
      composedText(`additionalFields.${rule}`),
    ]);
  return expect.flatMap(call => [...textsOfCall(call).keys()]);
}
