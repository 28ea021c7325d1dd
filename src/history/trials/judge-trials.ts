import { doubtfulStatus } from '../../check/call/choices/status-name.ts';
import type { Patience } from '../../check/data/patience.ts';
import { isOwn, type Trial } from '../../check/data/trial.ts';
import { describeCheck } from '../../check/describe-check.ts';
import { notesOfDelivery, type PlanningContext } from '../../deliver/planning/plan-event.ts';
import { codes } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import type { Severity } from '../../diagnostics/severity.ts';
import { doubtfulTextCodes } from '../../mapping/doubts/text-doubts.ts';
import { phraseText } from '../../mapping/explain/step-phrase.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { fallsThrough, isLargeShare } from './lost-share.ts';
import { type PlannedTrial, planTrial } from './plan-trial.ts';

/**
 * Returns the faults that the delivery would find in a mapping's calls for trials, planned and checked by the same
 * code. A fault of every call is an error. A fault of some calls, or a value left out of every call, is a warning
 * with the number. No message shows a value of a stored event.
 */
export async function judgeTrials(
  mapping: Mapping,
  trials: readonly Trial[],
  planning: PlanningContext,
  { told, patience, pause }: JudgingTrials,
): Promise<readonly Diagnostic[]> {
  const planned: PlannedTrial[] = [];
  for (const trial of trials) {
    if (!isOwn(trial, mapping) && !patience()) continue;
    await pause?.();
    const each = await planTrial(mapping, trial, planning);
    if (each) planned.push(each);
  }
  const known = new Set(told.map(keyOf));
  const faults = planned.flatMap(each =>
    faultsOf(each, planning).map(fault => ({ fault, trial: each.trial, destination: each.call.destination })),
  );
  const byKey = Map.groupBy(
    faults.filter(({ fault }) => !known.has(keyOf(fault))),
    ({ fault }) => keyOf(fault),
  );
  return [
    ...[...byKey.values()].flatMap(found => tell(found, { mapping, planned, planning }) ?? []),
    ...fallsThrough(mapping, planned, told),
  ];
}

/** The limits of judging trials. */
export interface JudgingTrials {
  /** The diagnostics of the mapping so far. */
  readonly told: readonly Diagnostic[];
  readonly patience: Patience;
  /** Lets other work run between two events. */
  readonly pause?: (() => Promise<unknown>) | undefined;
}

/** A fault of one call, and the trial of the call. */
interface Found {
  readonly fault: Diagnostic;
  readonly trial: Trial;
  readonly destination: string;
}

function keyOf({ code, path }: Diagnostic): string {
  return `${code} ${path}`;
}

function faultsOf(planned: PlannedTrial, planning: PlanningContext): readonly Diagnostic[] {
  const { call } = planned;
  const hasFailed = call.state.status === 'failed' || call.state.status === 'held';
  const all = [...call.diagnostics, ...notesOfDelivery(planned)];
  return [
    ...new Map(
      all
        .filter(each => (hasFailed && each.severity === 'error') || isNoted(each))
        .filter(({ code }) => !apart.test(code))
        .map(each => [keyOf(each), each]),
    ).values(),
    ...doubtfulStatus(
      'call' in call.state ? call.state.call : undefined,
      planning.destination(call.destination)?.catalog,
      call.destination,
    ),
  ];
}

/** Failing expressions, unlinked people and comparisons are reported separately. */
const apart =
  /^expression\/|^mapping\/(?:when-failed|not-linked|unclear-answer)$|^check\/(?:never-equal|list-compared|text-as-condition)$/;

/** The codes of notes about a bad value that does not fail its event. */
const ofBadValues: ReadonlySet<string> = new Set([
  'mapping/dropped-value',
  'mapping/dropped-element',
  'mapping/cleared-value',
]);

/** True for a note of the delivery: a left-out value, or a doubt because of the account's configuration. */
function isNoted({ code, severity }: Diagnostic): boolean {
  const isOfAccount = code.startsWith('check/') && severity === 'warning';
  return ofBadValues.has(code) || doubtfulTextCodes.has(code) || isOfAccount;
}

interface Told {
  readonly mapping: Mapping;
  readonly planned: readonly PlannedTrial[];
  readonly planning: PlanningContext;
}

function tell(found: readonly Found[], { mapping, planned, planning }: Told): Diagnostic | undefined {
  const sample = found.find(({ trial }) => isOwn(trial, mapping)) ?? found.find(({ trial }) => trial.test);
  const first = sample ?? found[0];
  const path = first?.fault.path ?? '';
  const tried = planned.filter(({ gave, trial: { input } }) => gave.has(path) || isAmong(found, input));
  const isEach = found.length === tried.length;
  const severity = first && severityOf(first.fault, isEach, isOften(found, tried));
  if (!first || severity === undefined) return undefined;
  // Tests contain bad values on purpose. If only some values are left out, a stored event is the better example.
  const stored = found.find(({ trial }) => trial.test === undefined);
  const shown = ofBadValues.has(first.fault.code) && !isEach ? (stored ?? first) : first;
  const { fault, trial } = shown;
  const count = countWords(found.length, tried.length);
  const preview = `\`fieldbridge preview ${mapping.name} ${trial.input.event.id}\` shows why`;
  const about = catalogWords(path, shown, planning);
  const verb = verbOf(fault);
  const message = trial.test
    ? `${fault.message}; found in the sample of "${trial.test.name}" (${trial.test.mapping})${count}`
    : `${path || mapping.name} ${verb} for the stored event ${trial.input.event.id}${count}: ${lowerFirst(codes[fault.code].title)}${about}`;
  return diagnostic(fault.code, message, {
    hint: trial.test ? fault.hint : preview,
    place: fault.place ?? placeOf(mapping, path),
    path: fault.path,
    severity,
  });
}

function verbOf({ code, severity }: Diagnostic): string {
  if (code === 'mapping/cleared-value') return 'is deleted at the destination';
  if (code === 'mapping/dropped-element') return 'loses elements of its list';
  if (code === 'mapping/dropped-value') return 'is left out';
  // An event with a warning is delivered.
  return severity === 'error' ? 'fails' : 'is doubtful';
}

function isAmong(found: readonly Found[], input: Trial['input']): boolean {
  return found.some(({ trial }) => trial.input === input);
}

/** True if many of the stored events have the fault. Tests do not count, because a person made them up. */
function isOften(found: readonly Found[], tried: readonly PlannedTrial[]): boolean {
  const stored = (each: { readonly trial: Trial }) => each.trial.test === undefined;
  return isLargeShare(found.filter(stored).length, tried.filter(stored).length);
}

/** A mapping with `drop` leaves out some values on purpose. */
function severityOf(
  { severity, code }: Diagnostic,
  isEach: boolean,
  isOftenSo: boolean,
): Severity | undefined {
  if (ofBadValues.has(code)) return isEach || isOftenSo ? 'warning' : undefined;
  return isEach ? severity : 'warning';
}

function countWords(failed: number, tried: number): string {
  if (tried === 1) return '';
  if (failed === tried) return `, as for each of the ${tried} that were tried`;
  return `, for ${failed} of the ${tried} that were tried`;
}

/** Describes the field or parameter of a value, which is not personal data. */
function catalogWords(
  path: string,
  { fault, destination }: Found,
  { destination: find, now }: PlanningContext,
): string {
  const catalog = fault.code.startsWith('check/') ? find(destination)?.catalog : undefined;
  const phrase = catalog ? describeCheck(path, '', { catalog, now }) : undefined;
  return phrase === undefined ? '' : ` (${phraseText(phrase)})`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function placeOf(mapping: Mapping, path: string): Place {
  const { set, additionalFields, link, destination, file, places } = mapping;
  const field = additionalFields.find(({ key }) => path === `additionalFields.${key}`);
  const rule = field?.rule ?? set.find(({ name }) => name === path)?.rule;
  if (rule) return rule.base.place;
  if (path === 'link' && link) return link.place;
  if (path === 'destination' && 'rule' in destination) return destination.rule.place;
  return places?.destination ?? { file, line: 1, column: 1 };
}
