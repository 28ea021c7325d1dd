import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { describeCheck } from '../../check/describe-check.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import { type Call, detailNames, type Value } from '../../inbox/call.ts';
import { explain } from '../../mapping/explain/explain.ts';
import type { Recording } from '../../mapping/explain/recording.ts';
import { phraseText } from '../../mapping/explain/step-phrase.ts';
import type { MappingTrace, PartOutcome, PartTrace, TraceStep } from '../../mapping/explain/trace.ts';
import type { Mapping } from '../../mapping/mapping.ts';

/** The parts of a plan that the explanation needs. */
export interface Explained {
  /** The diagnostics of the evaluation and the check. */
  readonly diagnostics: readonly Diagnostic[];
  /** The catalog of the check; null if the account is unknown. Absent if there is no call. */
  readonly checked?: {
    readonly catalog: CatalogSnapshot | null;
    readonly now: number;
  };
  /** The call as it is sent. If it cannot be sent, its faultless values as they would be sent. */
  readonly sent?: Pick<Call, 'additionalFields' | 'customerStatus'>;
}

/** Explains the result of a mapping for an event, with its values checked against the account. */
export async function explainPlan(
  mapping: Mapping,
  recording: Recording,
  explained: Explained,
): Promise<MappingTrace> {
  const trace = await explain(mapping, recording);
  return { ...trace, parts: trace.parts.map(part => withCheck(part, explained)) };
}

const unchecked: ReadonlySet<string> = new Set(['when', 'link', 'destination']);

function withCheck(part: PartTrace, explained: Explained): PartTrace {
  if (unchecked.has(part.part)) return part;
  const shared = explained.diagnostics.find(({ code }) => code === 'mapping/shared-link');
  if (shared && part.outcome.code === 'mapping/not-linked') return { ...part, outcome: faultOf(shared) };
  const own = explained.diagnostics.filter(each => each.path === part.part);
  const dropped = own.find(each => each.code === 'mapping/dropped-value');
  const cleared = own.find(each => each.code === 'mapping/cleared-value');
  if (part.outcome.kind === 'wrong') return { ...part, outcome: withoutBadValue(part, dropped, cleared) };
  if (part.outcome.kind !== 'used' && part.outcome.kind !== 'cleared') return part;
  if (isIgnored(part, explained)) return { ...part, outcome: ignored };
  const { checked } = explained;
  if (!checked) return withText(part, sentOtherwise(part, explained));
  const step = checkStep(part, own, checked);
  if (!step) return part;
  const fault = own.find(each => each.severity === 'error');
  if (fault) return { ...part, steps: [...part.steps, step], outcome: refused(fault) };
  const sent = sentOtherwise(part, explained);
  const steps = [...part.steps, ...(sent ? withSent(sent, step) : [step])];
  return withText({ ...part, steps, outcome: withoutBadValue(part, dropped, cleared) }, sent);
}

/** Explains a value that is sent in another form: a choice or a status in the account's spelling, a formatted date. */
function sentOtherwise({ part, outcome }: PartTrace, { sent }: Explained): Value | undefined {
  const change = sent?.additionalFields.find(({ key }) => `additionalFields.${key}` === part)?.change;
  const ofField = change && 'set' in change ? change.set : undefined;
  const value = part === 'customerStatus' ? sent?.customerStatus : ofField;
  return value === undefined || value.text === outcome.text ? undefined : value;
}

function withText(part: PartTrace, sent: Value | undefined): PartTrace {
  return sent ? { ...part, outcome: { ...part.outcome, text: sent.text } } : part;
}

function withSent({ text, dateFormat }: Value, check: TraceStep): readonly TraceStep[] {
  if (dateFormat === undefined) return [{ ...check, output: text, words: `is sent as ${shown(text)}` }];
  const words = `${shown(text)}, as the account says`;
  return [{ step: 'format', what: dateFormat, state: 'value', output: text, words }, check];
}

/** With the customer's number, the API accepts no master data (API document 4.1 rule 2). */
function isIgnored({ part }: PartTrace, { diagnostics }: Explained): boolean {
  const isDetail = (detailNames as readonly string[]).includes(part);
  return isDetail && diagnostics.some(each => each.code === 'mapping/ignored-parameter');
}

const ignored: PartOutcome = {
  kind: 'left-out',
  code: 'mapping/ignored-parameter',
  why: 'the API takes it from the customer that customerId names',
  advice: 'to book for a new customer, leave customerId out',
};

function checkStep(
  { part, outcome }: PartTrace,
  own: readonly Diagnostic[],
  { catalog, now }: NonNullable<Explained['checked']>,
): TraceStep | undefined {
  if (!catalog) {
    const words = 'not checked: nothing is known of the account';
    return part.startsWith('additionalFields.')
      ? { step: 'check', what: '', state: 'missing', words }
      : undefined;
  }
  const phrase = describeCheck(part, outcome.text ?? '', { catalog, now });
  const [fault] = own;
  if (phrase === undefined && !fault) return undefined;
  const step = { step: 'check', ...(phrase ? { what: phraseText(phrase), phrase } : { what: '' }) } as const;
  if (!fault)
    return { ...step, state: 'value', words: outcome.kind === 'cleared' ? 'may be cleared' : 'fits' };
  const isFine = fault.severity !== 'error' && !ofBadValues.has(fault.code);
  if (isFine) return { ...step, state: 'value', words: 'is sent', note: fault.message };
  return { ...step, state: 'wrong', words: 'refused' };
}

function faultOf({ code, message, hint }: Diagnostic): PartOutcome {
  return withoutAbsent({ kind: 'wrong' as const, code, why: message, advice: hint });
}

function refused(fault: Diagnostic): PartOutcome {
  return withoutAbsent({ ...refusedWords(fault), meant: fault.meant });
}

function refusedWords({ code, message, hint }: Diagnostic): PartOutcome {
  const general = 'correct the rule, or correct the value';
  if (code !== 'check/validator') return { kind: 'wrong', code, why: message, advice: hint ?? general };
  const advice = `make the value fit, with as, format or values${hint === undefined ? '' : `; ${hint}`}`;
  return { kind: 'wrong', code, why: message, advice };
}

const ofBadValues: ReadonlySet<string> = new Set(['mapping/dropped-value', 'mapping/cleared-value']);

/**
 * Returns the explanation of a bad value that is left out or deletes an existing one (`onInvalid`, `onUnknownField:
 * drop`).
 */
function withoutBadValue(
  { outcome }: PartTrace,
  dropped: Diagnostic | undefined,
  cleared: Diagnostic | undefined,
): PartOutcome {
  const found = dropped ?? cleared;
  if (!found) return outcome;
  const advice = found.hint ?? outcome.advice;
  const why = found.cause ?? outcome.why ?? found.message;
  const told = { code: outcome.code ?? found.code, why, ...(advice !== undefined && { advice }) };
  return dropped ? { kind: 'left-out', ...told } : { kind: 'cleared', text: '', ...told };
}
